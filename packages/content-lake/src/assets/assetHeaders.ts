import type {ServedType} from './assetTypes.ts'

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

/** Whether the browser has this version already. */
export function isUnmodified(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes('*') || known.includes(etag)
}
