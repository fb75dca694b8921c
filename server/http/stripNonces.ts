const nonced = /(<(?:script|style|link)\b[^>]*?) nonce="[^"]*"/g

/** The page without the nonces of the request that happened to renew it; they must not be served to others. */
export function stripNonces(html: string): string {
  return html.replace(nonced, '$1')
}
