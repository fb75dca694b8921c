import {z} from 'zod'
import {coalesce} from '../../lib/coalesce.ts'
import {isLocale} from '../../lib/locales.ts'
import {articlePath, scenarioPath, withBasePath} from '../../lib/urls.ts'
import {requestSelf} from '../requestSelf.ts'

const listPath = withBasePath('/payloads/scenarios.json')
const list = z.object({paths: z.array(z.string())})

/** Whether a part of the demo may have this path, published or not. */
export function isPartPath(path: string): boolean {
  const [, first = '', second] = /^\/payloads\/scenarios\/(?:(\w+)\/)?([a-z][a-z0-9]{0,23})\.json$/.exec(path) ?? []
  if (second) return path === scenarioPath(isLocale(first) ? first : 'zh', second)
  const [, locale, anchor = ''] = /^\/payloads\/articles\/(\w+)\/([a-z][a-z0-9]{0,23})$/.exec(path) ?? []
  return isLocale(locale) && path === articlePath(locale, anchor)
}

/**
 * Checks whether a part of the demo is published, against the site's own list at `origin`, which is cached there like any
 * page. Refetches it only when its ETag has changed. Concurrent checks share one request.
 */
export function partsFinder(origin: string): (path: string) => Promise<boolean> {
  const url = origin + listPath
  let known: {etag: string | null; paths: ReadonlySet<string>} | undefined
  const load = coalesce(async () => {
    const {headers} = await requestSelf(url, {method: 'HEAD'})
    if (known?.etag && known.etag === headers.get('etag')) return known.paths
    const response = await requestSelf(url)
    const read = list.safeParse(response.ok ? await response.json() : undefined)
    if (!read.success) throw new Error(`${listPath} answered ${response.status}`)
    known = {etag: response.headers.get('etag'), paths: new Set(read.data.paths)}
    return known.paths
  })
  return async (path) => (await load().catch(() => known?.paths))?.has(path) ?? false
}
