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

export interface ServedType {
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
