import {createWriteStream, existsSync} from 'node:fs'
import {chmod, copyFile, mkdir, readdir, rename, rm} from 'node:fs/promises'
import {join} from 'node:path'
import {Readable} from 'node:stream'
import {pipeline} from 'node:stream/promises'
import {type AssetKind, assetFile, fileNameOf, isAssetFileName} from '../assets/assetFiles.ts'
import {byId, isFormerId, isReleaseId} from '../documentIds.ts'
import {makeFolder} from '../files.ts'
import {isRecord} from '../json.ts'
import type {Lake} from '../Lake.ts'
import type {ExportResult, JsonObject, JsonValue, LakeDocument} from '../types.ts'
import {withPacked} from './archive.ts'

const kindOf = ({_type}: LakeDocument): AssetKind | undefined =>
  _type === 'sanity.imageAsset' ? 'image' : _type === 'sanity.fileAsset' ? 'file' : undefined

/** The id of a plain asset reference `{asset: {_ref}}`; undefined if it has other fields. */
function plainAssetId(asset: JsonValue | undefined): string | undefined {
  if (!isRecord(asset)) return undefined
  const {_ref, _type, ...rest} = asset
  return typeof _ref === 'string' && Object.keys(rest).length === 0 ? _ref : undefined
}

/**
 * Sorts fields by name and turns references to exported assets into `_sanityAsset`, which any Sanity dataset can
 * import.
 */
function exportedContent(value: JsonValue, assets: ReadonlyMap<string, string>): JsonValue {
  if (Array.isArray(value)) return value.map((item) => exportedContent(item, assets))
  if (!isRecord(value)) return value
  const uri = assets.get(plainAssetId(value.asset) ?? '')
  const {asset, ...rest} = value
  const fields: JsonObject = uri ? {...rest, _sanityAsset: uri} : value
  const names = Object.keys(fields).sort()
  return Object.fromEntries(names.map((name) => [name, exportedContent(fields[name] ?? null, assets)]))
}

/** Removes assets of an earlier export, which the next import would take along. */
async function removeStale(folder: string, keep: ReadonlySet<string>): Promise<void> {
  for (const name of existsSync(folder) ? await readdir(folder) : []) {
    if (isAssetFileName(name) && !keep.has(name)) await rm(join(folder, name))
  }
}

/** Streams: a dataset may be longer than a string can be. */
async function writeWhole(file: string, pieces: Iterable<string>): Promise<void> {
  const partial = `${file}.part`
  try {
    await pipeline(Readable.from(pieces), createWriteStream(partial, {mode: 0o600}))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, {force: true})
    throw error
  }
}

/** Streams an object as `JSON.stringify(…, null, 2)` would write it. */
function* jsonPieces(fields: Iterable<[string, JsonValue]>): Generator<string> {
  let start = '{\n  '
  for (const [name, value] of fields) {
    yield `${start}${JSON.stringify(name)}: ${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')}`
    start = ',\n  '
  }
  yield start.startsWith(',') ? '\n}\n' : '{}\n'
}

/**
 * Exports all documents, drafts included, and their assets in Sanity's import format, into a folder or, if the target
 * ends in `.tar.gz`, an archive. Deterministic; `_rev` is left out, as an import makes a new one.
 */
export const exportDataset = (lake: Lake, target: string): Promise<ExportResult> =>
  withPacked(target, (folder) => exportToFolder(lake, folder))

async function exportToFolder(lake: Lake, folder: string): Promise<ExportResult> {
  const documents = [...lake.documents.all()]
    .filter(({_id}) => (!_id.startsWith('_.') || isReleaseId(_id)) && !isFormerId(_id))
    .sort(byId)
  makeFolder(folder)
  const uris = new Map<string, string>()
  const assetFields = new Map<string, JsonValue>()
  const names = {image: new Set<string>(), file: new Set<string>()}
  for (const document of documents) {
    const kind = kindOf(document)
    const name = fileNameOf(document._id)
    if (!kind || !existsSync(assetFile(lake.options.dir, name))) continue
    await mkdir(join(folder, `${kind}s`), {recursive: true, mode: 0o700})
    await copyFile(assetFile(lake.options.dir, name), join(folder, `${kind}s`, name))
    await chmod(join(folder, `${kind}s`, name), 0o600)
    names[kind].add(name)
    uris.set(document._id, `${kind}@file://./${kind}s/${name}`)
    const {_id, _type, _rev, assetId, extension, mimeType, path, url, ...fields} = document
    assetFields.set(`${kind}-${String(assetId)}`, exportedContent(fields, new Map()))
  }
  for (const kind of ['image', 'file'] as const) await removeStale(join(folder, `${kind}s`), names[kind])
  const others = documents.filter(({_id}) => !uris.has(_id))
  await writeWhole(join(folder, 'data.ndjson'), linesOf(others, uris))
  await writeWhole(join(folder, 'assets.json'), jsonPieces(assetFields))
  return {documents: others.length, assets: uris.size}
}

function* linesOf(documents: readonly LakeDocument[], uris: ReadonlyMap<string, string>): Generator<string> {
  for (const {_rev, ...document} of documents) yield `${JSON.stringify(exportedContent(document, uris))}\n`
}
