import {createHash} from 'node:crypto'
import {readFile, realpath} from 'node:fs/promises'
import {basename, join, sep} from 'node:path'
import {SYSTEM} from '../access/identities.ts'
import {prepareAsset} from '../assets/assetFiles.ts'
import {isFormerId, isReleaseId} from '../documentIds.ts'
import {creationTime} from '../documents/parseMutations.ts'
import {messageOf} from '../errors.ts'
import {isRecord} from '../json.ts'
import type {Lake} from '../Lake.ts'
import type {DocumentInput, ImportMode, ImportResult, JsonObject, JsonValue, Mutation} from '../types.ts'
import {withUnpacked} from './archive.ts'
import {type AssetSource, type Dataset, type ImportedDocument, readDataset} from './readDataset.ts'

function mutationFor(mode: ImportMode, document: DocumentInput): Mutation {
  if (mode === 'replace') return {createOrReplace: document}
  return mode === 'missing' ? {createIfNotExists: document} : {create: document}
}

/**
 * Imports a dataset in Sanity's format (see `RunningLake`) in one transaction: references may point forward, and on any
 * error nothing is imported.
 */
export function importDataset(
  lake: Lake,
  source: string,
  {mode = 'create'}: {mode?: ImportMode} = {},
): Promise<ImportResult> {
  return withUnpacked(source, (unpacked) => importUnpacked(lake, unpacked, mode))
}

async function importUnpacked(lake: Lake, source: string, mode: ImportMode): Promise<ImportResult> {
  const dataset = await readDataset(source)
  const assets = await importAssets(lake, dataset, await checkDocuments(lake, dataset, mode))
  const mutations = assets.documents.map((document): Mutation => ({createIfNotExists: document}))
  let documents = 0
  for await (const {document} of wantedOf(lake, dataset, mode)) {
    // By entries, as below: a field may be called `__proto__`, which the transaction refuses by name.
    const fields = Object.entries(document).map(([name, value]) => [
      name,
      value === undefined ? value : importedContent(value, {assetIds: assets.ids, path: `${document._id}.${name}`}),
    ])
    const content: DocumentInput = {_type: document._type, ...Object.fromEntries(fields)}
    mutations.push(mutationFor(mode, isOverdueRelease(content) ? madeActive(lake, content) : content))
    documents += 1
  }
  if (mutations.length > 0) lake.commit({mutations, author: SYSTEM, describesFiles: true})
  return {documents, assets: assets.documents.length}
}

/**
 * Returns whether a release would be published at once, as its time has passed since the export: nobody has reviewed
 * that.
 */
function isOverdueRelease({_id, _type, state, publishAt}: DocumentInput): boolean {
  if (_id === undefined || !isReleaseId(_id) || _type !== 'system.release' || state !== 'scheduled') return false
  return !(Date.parse(String(publishAt)) > Date.now())
}

function madeActive({log}: Lake, {publishAt, ...release}: DocumentInput): DocumentInput {
  log.problem('A scheduled release was imported as active, since its time has passed', {
    release: String(release.name),
    publishAt: String(publishAt),
  })
  return {...release, state: 'active'}
}

/** Skips documents with an id that only an earlier version of the lake accepted, and calls `onFormer` for each. */
async function* wantedOf(
  {documents}: Lake,
  dataset: Dataset,
  mode: ImportMode,
  onFormer?: (id: string, place: string) => void,
): AsyncGenerator<ImportedDocument> {
  for await (const imported of dataset.documents()) {
    if (isFormerId(imported.document._id)) {
      onFormer?.(imported.document._id, imported.place)
      continue
    }
    if (mode !== 'missing' || !documents.has(imported.document._id)) yield imported
  }
}

/**
 * Validates all documents in a first pass, before anything is stored. Returns the asset URIs that they contain, each
 * with the place of its first mention.
 */
async function checkDocuments(lake: Lake, dataset: Dataset, mode: ImportMode): Promise<Map<string, string>> {
  const uris = new Map<string, string>()
  const tell = (id: string, at: string) =>
    lake.log.problem('A document is not imported, as its id is not valid any more', {id, at})
  for await (const {document, place} of wantedOf(lake, dataset, mode, tell)) {
    const {_id: id, _createdAt} = document
    if (_createdAt !== undefined && creationTime(_createdAt) === undefined)
      lake.log.problem('A document is imported without its _createdAt, which is no time with its zone', {id, at: place})
    if (mode === 'create' && lake.documents.has(document._id)) {
      throw new Error(
        `${place}: a document with the id "${document._id}" exists already. Import with replace or missing.`,
      )
    }
    for (const value of Object.values(document)) {
      for (const uri of assetUrisIn(value)) if (!uris.has(uri)) uris.set(uri, place)
    }
  }
  return uris
}

const OWN_FIELDS = ['_id', '_type', '_rev', 'assetId', 'extension', 'mimeType', 'path', 'sha1hash', 'size', 'url']

/** Resolves `image@file://./images/a.png` to a file of this dataset. */
async function resolveUri(uri: string, place: string, folder: string): Promise<AssetSource> {
  const [, kind, location] = /^(image|file)@(.+)$/.exec(uri) ?? []
  if (!location || (kind !== 'image' && kind !== 'file')) {
    throw new Error(`${place}: "${uri}" has to start with image@ or file@.`)
  }
  const relative = /^file:\/\/\.\/(.+)$/i.exec(location)?.[1]
  if (!relative)
    throw new Error(`${place}: "${uri}" is not in the dataset's folder: use file://./images/… or file://./files/….`)
  // Rejects as well if the name is not encoded correctly, such as `100%.png`.
  const file = await (async () => realpath(join(folder, decodeURIComponent(relative))))().catch(() => undefined)
  if (!file) {
    throw new Error(
      `${place}: the asset "${uri}" does not exist. Import the archive, or the folder with images/ and files/.`,
    )
  }
  await requireInside(folder, file, `${place}: "${uri}"`)
  return {kind, file}
}

/** Throws if a path or a link leads out of the dataset's folder: everybody can read assets. */
async function requireInside(folder: string, file: string, name: string): Promise<void> {
  if (!file.startsWith((await realpath(folder)) + sep)) throw new Error(`${name} leaves the dataset's folder.`)
}

function restoredFields(assetFields: JsonObject, {kind}: AssetSource, bytes: Buffer): JsonObject {
  const fields = assetFields[`${kind}-${createHash('sha1').update(bytes).digest('hex')}`]
  if (!isRecord(fields)) return {}
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !OWN_FIELDS.includes(name)))
}

/**
 * Stores the assets that documents refer to, then the others in the dataset's folder. Returns their documents, and the
 * document's id for each `_sanityAsset` value.
 */
async function importAssets(
  lake: Pick<Lake, 'options' | 'url' | 'images'>,
  dataset: Dataset,
  uris: ReadonlyMap<string, string>,
): Promise<{documents: DocumentInput[]; ids: Map<string, string>}> {
  const byFile = new Map<string, Promise<DocumentInput>>()

  function store(source: AssetSource, describe: string): Promise<DocumentInput> {
    const known = byFile.get(`${source.kind}@${source.file}`)
    if (known) return known
    const stored = readFile(source.file)
      .then(async (bytes) => {
        const fields = restoredFields(dataset.assetFields, source, bytes)
        const filename = typeof fields.originalFilename === 'string' ? fields.originalFilename : basename(source.file)
        return {...(await prepareAsset(lake, {kind: source.kind, content: [bytes], filename})), ...fields}
      })
      .catch((error) => {
        throw new Error(`${describe}: ${messageOf(error)}`)
      })
    byFile.set(`${source.kind}@${source.file}`, stored)
    return stored
  }

  const ids = new Map<string, string>()
  for (const [uri, place] of uris) {
    const source = await resolveUri(uri, place, dataset.folder)
    const {_id} = await store(source, `${place}, "${uri}"`)
    if (_id) ids.set(uri, _id)
  }
  for (const {kind, file} of dataset.assets) {
    const real = await realpath(file)
    await requireInside(dataset.folder, real, file)
    await store({kind, file: real}, file)
  }
  return {documents: await Promise.all(byFile.values()), ids}
}

/** The `_sanityAsset` values of a document, such as `image@file://./images/a.png`. */
function* assetUrisIn(value: JsonValue | undefined): Generator<string> {
  if (Array.isArray(value)) {
    for (const item of value) yield* assetUrisIn(item)
  } else if (isRecord(value)) {
    for (const [name, child] of Object.entries(value)) {
      if (name === '_sanityAsset') yield String(child)
      else yield* assetUrisIn(child)
    }
  }
}

interface ContentOptions {
  assetIds: ReadonlyMap<string, string>
  /** The place of the value in its document, from which keys are derived. */
  path: string
}

/** Deterministic, so that importing twice changes nothing. */
const keyFor = (path: string) => createHash('sha1').update(path).digest('hex').slice(0, 12)

function objectContent(value: JsonObject, {assetIds, path}: ContentOptions): JsonObject {
  const {_sanityAsset, ...fields} = value
  const content: JsonObject = Object.fromEntries(
    Object.entries(fields).map(([name, child]) => [name, importedContent(child, {assetIds, path: `${path}.${name}`})]),
  )
  if (typeof content._ref === 'string' && content._type === undefined) content._type = 'reference'
  if (typeof _sanityAsset !== 'string') return content
  const assetId = assetIds.get(_sanityAsset)
  if (!assetId) throw new Error(`${path}: the asset "${_sanityAsset}" is unknown.`)
  const _type = assetId.startsWith('image-') ? 'image' : 'file'
  return {_type, ...content, asset: {_type: 'reference', _ref: assetId}}
}

/**
 * The stored form of imported content: assets become references, and missing `_type` of references and `_key` of
 * objects in arrays are added, as hosted Sanity's import does.
 */
function importedContent(value: JsonValue, options: ContentOptions): JsonValue {
  if (isRecord(value)) return objectContent(value, options)
  if (!Array.isArray(value)) return value
  return value.map((item, index) => {
    const path = `${options.path}[${index}]`
    const content = importedContent(item, {...options, path})
    return isRecord(content) && content._key === undefined ? {_key: keyFor(path), ...content} : content
  })
}
