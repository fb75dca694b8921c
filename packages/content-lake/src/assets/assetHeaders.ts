import mime from 'mime-types'

/**
 * Files that browsers display without running anything. All others are sandboxed downloads: an allow-list, since browsers
 * run more kinds of documents than a deny-list would name.
 */
const INERT = new Set(
  'jpg jpeg png gif webp avif tif tiff mp4 m4v webm mov ogv mp3 m4a aac wav ogg flac woff woff2 ttf otf txt'.split(' '),
)
/** Downloads with a known type. An `<img>` displays SVG all the same. */
const DOWNLOADS = new Set('svg pdf csv json zip docx xlsx pptx'.split(' '))
/** Types that differ from those of the library. */
const OWN_TYPES = new Map([
  ['m4v', 'video/mp4'],
  ['flac', 'audio/flac'],
  ['json', 'application/json'],
])
const UNKNOWN = 'application/octet-stream'

/**
 * The type of a stored file. Derived from the extension alone, which is fixed at upload: the fields of the asset
 * document can be edited. `isInert`: whether a browser may display it as a page.
 */
export function servedType(extension: string) {
  const isInert = INERT.has(extension)
  const known = isInert || DOWNLOADS.has(extension) ? (OWN_TYPES.get(extension) ?? mime.contentType(extension)) : false
  return {contentType: known || UNKNOWN, isInert}
}

/** The extension for an upload without one: the client's type counts only if it is inert. */
export function extensionForType(contentType: string | undefined): string {
  const plain = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const extension = mime.extension(plain) || ''
  return servedType(extension).isInert ? extension : 'bin'
}

/** The `mimeType` of an asset document: the served type without parameters. */
export const mimeTypeOf = (extension: string): string => servedType(extension).contentType.split(';')[0] ?? UNKNOWN

/** A year: asset URLs are immutable. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** A page without origin and scripts, should a browser display it all the same. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"

/** Longer names exceed the limits of file systems. */
const MAX_NAME_LENGTH = 150

/** The `Content-Disposition` of a download, in both forms that browsers understand, without paths or leading dots. */
function attachment(name: string): string {
  const safe = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}/\\]/gu, '_')
    .replace(/^[. ]+/, '')
  const short = Array.from(safe || 'file')
    .slice(-MAX_NAME_LENGTH)
    .join('')
  const encoded = encodeURIComponent(short).replace(/['()*!]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${short.replace(/[^\w.\- ]/g, '_')}"; filename*=UTF-8''${encoded}`
}

interface AssetResponse extends ReturnType<typeof servedType> {
  etag: string
  fileName: string
  isDownload: boolean
  isNegotiated: boolean
}

/** Headers of every asset response: types that are not inert are downloads. */
export function assetHeaders(response: AssetResponse): Record<string, string> {
  const {contentType, isInert, etag, fileName, isDownload, isNegotiated} = response
  // Other sites may embed images, media and fonts.
  const isEmbeddable = isInert || contentType === 'image/svg+xml'
  return {
    'content-type': contentType,
    'cache-control': IMMUTABLE,
    etag,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': isEmbeddable ? 'cross-origin' : 'same-origin',
    ...(!isInert && {'content-security-policy': SANDBOX, 'cross-origin-opener-policy': 'same-origin'}),
    ...((isDownload || !isInert) && {'content-disposition': attachment(fileName)}),
    ...(isNegotiated && {vary: 'Accept'}),
  }
}
