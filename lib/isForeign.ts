/**
 * True if a page of another site sent the form. Browsers send the page's origin with every post; a client that sends
 * none is no browser that another page could abuse.
 */
export function isForeign(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return true
  const origin = headers.get('origin')
  if (origin === null || (origin === 'null' && site === 'same-origin')) return false
  const host = URL.canParse(origin) ? new URL(origin).host : undefined
  return origin !== new URL(siteUrl).origin && host !== headers.get('host')
}
