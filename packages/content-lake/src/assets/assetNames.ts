export type AssetKind = 'image' | 'file'

/** `<sha1>-<width>x<height>.<extension>` or `<sha1>.<extension>`: nothing else is ever looked up on disk. */
const FILE_NAME = /^[0-9a-f]{40}(-\d+x\d+)?\.[a-z0-9]+$/

export function isAssetFileName(name: string): boolean {
  return FILE_NAME.test(name)
}

/** `<sha1>-100x50.png` belongs to the document `image-<sha1>-100x50-png`. */
export function assetIdOf(kind: AssetKind, fileName: string): string {
  return `${kind}-${fileName.replace(/\.([a-z0-9]+)$/, '-$1')}`
}

/** The other way round. */
export function fileNameOf(assetId: string): string {
  return assetId.replace(/^(image|file)-/, '').replace(/-([a-z0-9]+)$/, '.$1')
}

/** The extension of an uploaded file's name, if it is a plain one. */
export function extensionOf(filename: string | undefined): string | undefined {
  return /\.([a-z0-9]{1,12})$/.exec(filename?.toLowerCase() ?? '')?.[1]
}
