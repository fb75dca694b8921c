/** In milliseconds: a page in the cache answers at once, and one that is rendered anew is asked for again. */
const timeout = 10_000

/**
 * Requests a URL of the site from the site itself, past every cache and without following redirects. Rejects where it does
 * not answer in time, so that nothing waits for a request that hangs.
 */
export function requestSelf(url: string, options: RequestInit = {}): Promise<Response> {
  return fetch(url, {cache: 'no-store', redirect: 'manual', signal: AbortSignal.timeout(timeout), ...options})
}
