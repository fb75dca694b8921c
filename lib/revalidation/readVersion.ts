import type {Answer} from './verifyPages.ts'

/** The version in a response of the site: a page carries it in its head, a payload in its data. */
export function readVersion(response: Pick<Response, 'ok' | 'headers'>, body: string): Answer {
  const cache = response.headers.get('x-nextjs-cache') ?? undefined
  if (!response.ok) return {version: undefined, cache}
  const pattern = response.headers.get('content-type')?.includes('json')
    ? /"version":"([0-9a-f]+)"/
    : /<meta name="content-version" content="([0-9a-f]+)"/
  return {version: pattern.exec(body)?.[1], cache}
}
