import {contentless} from '../../sanity/dependencies.ts'
import type {Answer} from './verifyPages.ts'

/** Where a picture carries the version of the content that it was drawn from. */
export const versionHeader = 'content-version'

/**
 * The version in a response of the site: a page carries it in its head, a payload in its data, a
 * picture in its headers, an error in its status.
 */
export function readVersion(response: Pick<Response, 'ok' | 'status' | 'headers'>, body: string): Answer {
  const cache = response.headers.get('x-nextjs-cache') ?? undefined
  if (response.status === 404) return {version: contentless.hidden, cache}
  if (response.status === 500) return {version: contentless.failed, cache}
  if (!response.ok) return {version: undefined, cache}
  const named = response.headers.get(versionHeader)
  if (named) return {version: named, cache}
  const pattern = response.headers.get('content-type')?.includes('json')
    ? /"version":"([0-9a-f]+)"/
    : /<meta name="content-version" content="([0-9a-f]+)"/
  return {version: pattern.exec(body)?.[1], cache}
}
