import {createHash, randomBytes} from 'node:crypto'
import {existsSync} from 'node:fs'
import {mkdir, open, rename, rm} from 'node:fs/promises'
import {dirname, join} from 'node:path'
import {syncFolder, unfinishedName} from '../files.ts'
import type {ResolvedLakeOptions} from '../resolveOptions.ts'
import type {DocumentInput, JsonObject} from '../types.ts'
import {extensionForType, mimeTypeOf} from './assetHeaders.ts'
import type {ImageService} from './drawing/ImageService.ts'

export type AssetKind = 'image' | 'file'

/** `<sha1>-<width>x<height>.<extension>` or `<sha1>.<extension>`: the only names looked up on disk. */
const FILE_NAME = /^[0-9a-f]{40}(-\d+x\d+)?\.[a-z0-9]+$/

export const isAssetFileName = (name: string): boolean => FILE_NAME.test(name)

/** `<sha1>-100x50.png` belongs to the document `image-<sha1>-100x50-png`. */
export function assetIdOf(kind: AssetKind, fileName: string): string {
  return `${kind}-${fileName.replace(/\.([a-z0-9]+)$/, '-$1')}`
}

export function fileNameOf(assetId: string): string {
  return assetId.replace(/^(image|file)-/, '').replace(/-([a-z0-9]+)$/, '.$1')
}

function extensionOf(filename: string | undefined): string | undefined {
  return /\.([a-z0-9]{1,12})$/.exec(filename?.toLowerCase() ?? '')?.[1]
}

interface AssetUpload {
  kind: AssetKind
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
  contentType?: string | undefined
  filename?: string | undefined
  fields?: JsonObject
  /** Called before the file is kept; whatever it throws refuses the upload, of which nothing is left then. */
  check?: (document: AssetDocument) => void
}

type AssetDocument = DocumentInput & {_id: string}

export const assetFile = (dir: string, fileName: string): string => join(dir, 'assets', fileName)

/** Streams a file to disk, and renames it to the asset that `describe` makes of it. */
async function writeWhole(
  folder: string,
  content: AssetUpload['content'],
  describe: (written: {partial: string; sha1: string; size: number}) => Promise<AssetDocument>,
): Promise<AssetDocument> {
  const made = await mkdir(folder, {recursive: true})
  if (made !== undefined) syncFolder(dirname(made))
  const partial = unfinishedName(join(folder, 'upload'))
  const hash = createHash('sha1')
  let size = 0
  try {
    const handle = await open(partial, 'wx')
    try {
      for await (const chunk of content) {
        hash.update(chunk)
        size += chunk.length
        await handle.writeFile(chunk)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    const document = await describe({partial, size, sha1: hash.digest('hex')})
    const file = join(folder, fileNameOf(document._id))
    if (existsSync(file)) await rm(partial)
    else await rename(partial, file)
    // Also if the file existed already: the process that renamed it may have stopped before this.
    syncFolder(folder)
    return document
  } catch (error) {
    // Leave nothing behind: neither a rejected file nor, on a full disk, half of one.
    await rm(partial, {force: true})
    throw error
  }
}

/** Stores the file and returns its asset document, as hosted Sanity makes it. Does not commit. */
export async function prepareAsset(
  lake: {options: Pick<ResolvedLakeOptions, 'dir' | 'projectId' | 'dataset'>; url: string; images: ImageService},
  upload: AssetUpload,
): Promise<DocumentInput> {
  const {kind, content, contentType, filename, fields = {}, check} = upload
  const {dir, projectId, dataset} = lake.options
  return writeWhole(assetFile(dir, ''), content, async ({partial, sha1, size}) => {
    const image = kind === 'image' ? await lake.images.describe(partial) : undefined
    const extension = image?.extension ?? extensionOf(filename) ?? extensionForType(contentType)
    const fileName = `${sha1}${image ? `-${image.width}x${image.height}` : ''}.${extension}`
    const path = `${kind}s/${projectId}/${dataset}/${fileName}`
    const document = {
      ...fields,
      _id: assetIdOf(kind, fileName),
      _type: `sanity.${kind}Asset`,
      assetId: sha1,
      extension,
      ...(image && {metadata: image.metadata}),
      mimeType: mimeTypeOf(extension),
      ...(filename && {originalFilename: filename}),
      path,
      sha1hash: sha1,
      size,
      uploadId: randomBytes(24).toString('base64url'),
      url: `${lake.url}/${path}`,
    }
    check?.(document)
    return document
  })
}
