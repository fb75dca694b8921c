import {createHash, randomBytes} from 'node:crypto'
import {existsSync} from 'node:fs'
import {mkdir, open, rename, rm} from 'node:fs/promises'
import {join} from 'node:path'
import mime from 'mime-types'
import type {DocumentInput, JsonObject, Lake} from '../types.ts'
import {type AssetKind, extensionOf, fileNameOf} from './assetNames.ts'
import {describeImage} from './imageMetadata.ts'

export interface AssetUpload {
  kind: AssetKind
  bytes: Buffer
  contentType?: string | undefined
  filename?: string | undefined
  /** Further fields of the document, such as label and title. */
  fields?: JsonObject
}

interface Described {
  id: string
  extension: string
  mimeType: string
  metadata?: JsonObject
}

/** A media type without parameters, safe to send back as a header. */
const PLAIN_TYPE = /^[\w.+-]+\/[\w.+-]+$/

/** Where a lake keeps its originals. */
export function assetFile(dir: string, fileName: string): string {
  return join(dir, 'assets', fileName)
}

async function describe({kind, bytes, contentType, filename}: AssetUpload, sha1: string): Promise<Described> {
  if (kind === 'image') {
    const {width, height, extension, mimeType, metadata} = await describeImage(bytes)
    return {id: `image-${sha1}-${width}x${height}-${extension}`, extension, mimeType, metadata}
  }
  const given = contentType?.split(';')[0]?.trim().toLowerCase()
  const isTelling = given && PLAIN_TYPE.test(given) && given !== 'application/octet-stream'
  const extension = extensionOf(filename) ?? (mime.extension(given ?? '') || 'bin')
  const mimeType = (isTelling ? given : mime.lookup(extension)) || 'application/octet-stream'
  return {id: `file-${sha1}-${extension}`, extension, mimeType}
}

/** On disk under its final name only when it is whole. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  await mkdir(join(file, '..'), {recursive: true})
  const partial = `${file}.${randomBytes(6).toString('hex')}.part`
  try {
    const handle = await open(partial, 'wx')
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    // On a full disk, half a file would make matters worse.
    await rm(partial, {force: true})
    throw error
  }
  await rename(partial, file)
}

/** Stores the bytes and returns the document that describes them, as hosted Sanity makes it; nothing is committed. */
export async function prepareAsset(lake: Pick<Lake, 'options' | 'url'>, upload: AssetUpload): Promise<DocumentInput> {
  const {kind, bytes, filename, fields = {}} = upload
  const {dir, projectId, dataset} = lake.options
  const sha1 = createHash('sha1').update(bytes).digest('hex')
  const {id, extension, mimeType, metadata} = await describe(upload, sha1)
  const fileName = fileNameOf(id)
  const file = assetFile(dir, fileName)
  if (!existsSync(file)) await writeWhole(file, bytes)
  const path = `${kind}s/${projectId}/${dataset}/${fileName}`
  return {
    ...fields,
    _id: id,
    _type: `sanity.${kind}Asset`,
    assetId: sha1,
    extension,
    ...(metadata && {metadata}),
    mimeType,
    ...(filename && {originalFilename: filename}),
    path,
    sha1hash: sha1,
    size: bytes.length,
    uploadId: randomBytes(24).toString('base64url'),
    url: `${lake.url}/${path}`,
  }
}
