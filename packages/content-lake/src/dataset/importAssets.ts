import {createHash} from 'node:crypto'
import {readFile, realpath} from 'node:fs/promises'
import {basename, join, sep} from 'node:path'
import {prepareAsset} from '../assets/prepareAsset.ts'
import {isJsonObject} from '../json.ts'
import type {DocumentInput, JsonObject, Lake} from '../types.ts'
import type {AssetSource, Dataset} from './readDataset.ts'

interface ImportedAssets {
  documents: DocumentInput[]
  /** The asset document's id for each `_sanityAsset` value. */
  ids: Map<string, string>
}

/** Fields that follow from the file and from where it is stored. */
const OWN_FIELDS = ['_id', '_type', '_rev', 'assetId', 'extension', 'mimeType', 'path', 'sha1hash', 'size', 'url']

/** `image@file://./images/a.png` → the file, if it is one of this dataset's own. */
async function resolveUri(uri: string, place: string, folder: string): Promise<AssetSource> {
  const [, kind, location] = /^(image|file)@(.+)$/.exec(uri) ?? []
  if (!location || (kind !== 'image' && kind !== 'file')) {
    throw new Error(`${place}: "${uri}" has to start with image@ or file@.`)
  }
  const relative = /^file:\/\/\.\/(.+)$/i.exec(location)?.[1]
  if (!relative)
    throw new Error(`${place}: "${uri}" is not in the dataset's folder: use file://./images/… or file://./files/….`)
  const file = await realpath(join(folder, decodeURIComponent(relative))).catch(() => undefined)
  if (!file) throw new Error(`${place}: the asset "${uri}" does not exist.`)
  if (!file.startsWith((await realpath(folder)) + sep))
    throw new Error(`${place}: "${uri}" leaves the dataset's folder.`)
  return {kind, file}
}

function restoredFields(assetFields: JsonObject, {kind}: AssetSource, bytes: Buffer): JsonObject {
  const fields = assetFields[`${kind}-${createHash('sha1').update(bytes).digest('hex')}`]
  if (!isJsonObject(fields)) return {}
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !OWN_FIELDS.includes(name)))
}

/**
 * Stores the files that documents refer to, by what they call them and where they do so first, and those that lie in
 * the dataset's folder besides.
 */
export async function importAssets(
  lake: Pick<Lake, 'options' | 'url' | 'images'>,
  dataset: Dataset,
  uris: ReadonlyMap<string, string>,
): Promise<ImportedAssets> {
  const byFile = new Map<string, Promise<DocumentInput>>()

  function store(source: AssetSource, describe: string): Promise<DocumentInput> {
    const known = byFile.get(`${source.kind}@${source.file}`)
    if (known) return known
    const stored = readFile(source.file)
      .then(async (bytes) => {
        const fields = restoredFields(dataset.assetFields, source, bytes)
        const filename = typeof fields.originalFilename === 'string' ? fields.originalFilename : basename(source.file)
        return {...(await prepareAsset(lake, {kind: source.kind, bytes, filename})), ...fields}
      })
      .catch((error) => {
        throw new Error(`${describe}: ${error instanceof Error ? error.message : String(error)}`)
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
  const folder = await realpath(dataset.folder)
  for (const {kind, file} of dataset.assets) await store({kind, file: join(folder, `${kind}s`, basename(file))}, file)
  return {documents: await Promise.all(byFile.values()), ids}
}
