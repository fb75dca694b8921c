import {contentless} from '../../sanity/dependencies.ts'
import type {Answer} from './verifyPages.ts'

/** The version in a response of the site: a page carries it in its head, a payload in its data, an error in its status. */
export function readVersion(response: Pick<Response, 'ok' | 'status' | 'headers'>, body: string): Answer {
  const cache = response.headers.get('x-nextjs-cache') ?? undefined
  if (response.status === 404) return {version: contentless.hidden, cache}
  if (response.status === 500) return {version: contentless.failed, cache}
  if (!response.ok) return {version: undefined, cache}
  const pattern = response.headers.get('content-type')?.includes('json')
    ? /"version":"([0-9a-f]+)"/
    : /<meta name="content-version" content="([0-9a-f]+)"/
  return {version: pattern.exec(body)?.[1], cache}
}
