import mime from 'mime-types'

/**
 * The types that a browser shows without running anything of them. Whatever is not in here is a download in a sandbox:
 * types are allowed one by one, since browsers run more kinds of documents than a list of forbidden ones would name.
 */
const INERT: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  ogv: 'video/ogg',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  txt: 'text/plain; charset=utf-8',
}

/** Saved rather than shown, under a type that programs know what to do with. An `<img>` shows SVG all the same. */
const DOWNLOADS: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}

const UNKNOWN = 'application/octet-stream'

interface ServedType {
  contentType: string
  /** Whether a browser may show it in a tab of its own. */
  isInert: boolean
}

const own = (table: Readonly<Record<string, string>>, extension: string) =>
  Object.hasOwn(table, extension) ? table[extension] : undefined

/**
 * The type under which a stored file is served. It follows from the extension alone, which is part of the file's name
 * and fixed at the upload: fields of the asset's document can be changed by whoever may edit it.
 */
export function servedType(extension: string): ServedType {
  const inert = own(INERT, extension)
  return inert
    ? {contentType: inert, isInert: true}
    : {contentType: own(DOWNLOADS, extension) ?? UNKNOWN, isInert: false}
}

/** The extension for a file that came without one: its sender's word counts only for types that are inert. */
export function extensionForType(contentType: string | undefined): string {
  const plain = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const extension = mime.extension(plain) || ''
  return servedType(extension).isInert ? extension : 'bin'
}

/** The media type that an asset's document names: the one it is served with, without parameters. */
export const mimeTypeOf = (extension: string): string => servedType(extension).contentType.split(';')[0] ?? UNKNOWN

/** A year, as the bytes behind an asset's URL never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** A page of no origin and without any script, should a browser show it in spite of all. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"

/** Longer names are more than file systems take. */
const MAX_NAME_LENGTH = 150

/** The name under which a browser saves the file, in the two forms that browsers understand: no path, nothing hidden. */
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

interface AssetResponse extends ServedType {
  etag: string
  /** The name for a download. */
  fileName: string
  /** Whether the URL asks for a download; what is not inert is one anyway. */
  isDownload: boolean
  /** Whether the answer depends on what the browser accepts. */
  isNegotiated: boolean
}

/** The headers of every answer with an asset's bytes: what is not inert is saved rather than opened. */
export function assetHeaders(response: AssetResponse): Record<string, string> {
  const {contentType, isInert, etag, fileName, isDownload, isNegotiated} = response
  // Pages elsewhere may embed pictures, sounds and fonts, which is what they are for.
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
