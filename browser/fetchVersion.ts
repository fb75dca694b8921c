/** The version in a page's payload. Throws where there is none; the error carries the answer's status. */
export async function fetchVersion(payload: string): Promise<string> {
  // Asks the server whether what the browser holds is still good.
  const response = await fetch(payload, {cache: 'no-cache'})
  const body: unknown = response.ok ? await response.json() : undefined
  if (typeof body === 'object' && body !== null && 'version' in body && typeof body.version === 'string') {
    return body.version
  }
  throw Object.assign(new Error(`${payload} answered ${response.status}`), {status: response.status})
}
