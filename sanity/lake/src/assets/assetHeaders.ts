/** A year, as the bytes behind an asset's URL never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Documents that a browser would run scripts in are shown, but in a sandbox of no origin and without any script. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"

function isInert(contentType: string): boolean {
  if (contentType.startsWith('image/')) return contentType !== 'image/svg+xml'
  return /^(video|audio|font)\//.test(contentType) || contentType === 'application/pdf'
}

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

interface AssetResponse {
  contentType: string
  etag: string
  /** Set when the URL asks for a download. */
  downloadAs?: string | undefined
  /** Whether the answer depends on what the browser accepts. */
  isNegotiated: boolean
}

export function assetHeaders({contentType, etag, downloadAs, isNegotiated}: AssetResponse): Record<string, string> {
  return {
    'content-type': contentType,
    'cache-control': IMMUTABLE,
    etag,
    'x-content-type-options': 'nosniff',
    ...(!isInert(contentType) && {'content-security-policy': SANDBOX}),
    ...(downloadAs && {'content-disposition': attachment(downloadAs)}),
    ...(isNegotiated && {vary: 'Accept'}),
  }
}

/** Whether the browser has this version already. */
export function isUnmodified(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes('*') || known.includes(etag)
}
