/** `localhost`, 127.0.0.1, ::1 and every `<name>.localhost`: names that never leave the machine. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]' || hostname.endsWith('.localhost')
}

function parseOrigin(origin: string): URL | undefined {
  return URL.canParse(origin) ? new URL(origin) : undefined
}

/**
 * Whether a page of this origin may use the browser's cookies here: the lake's own pages, under any loopback name of
 * the port that the request came to, and the origins that the configuration allows. Ports matter: all ports of
 * localhost are one site to the browser, so SameSite alone protects nothing between them.
 */
export function isTrustedOrigin(origin: string, requestUrl: string, allowedOrigins: readonly string[]): boolean {
  if (allowedOrigins.includes(origin)) return true
  const from = parseOrigin(origin)
  const to = parseOrigin(requestUrl)
  if (!from || !to) return false
  return from.protocol === to.protocol && from.port === to.port && isLoopbackName(from.hostname)
}
