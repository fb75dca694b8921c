import {z} from 'zod'
import {isLocale} from '../../lib/locales.ts'
import {articlePath, scenarioPath, withBasePath} from '../../lib/urls.ts'
import {coalesce} from '../concurrency.ts'

const listPath = withBasePath('/payloads/scenarios.json')
const list = z.object({paths: z.array(z.string())})

/** Is a path one that a part of the demo may have, published or not? */
export function isPartPath(path: string): boolean {
  const [, first = '', second] = /^\/payloads\/scenarios\/(?:(\w+)\/)?([a-z][a-z0-9]{0,23})\.json$/.exec(path) ?? []
  if (second) return path === scenarioPath(isLocale(first) ? first : 'zh', second)
  const [, locale, anchor = ''] = /^\/payloads\/articles\/(\w+)\/([a-z][a-z0-9]{0,23})$/.exec(path) ?? []
  return isLocale(locale) && path === articlePath(locale, anchor)
}

/**
 * Tells whether a part of the demo is published. Asks the site at `origin` for its own list, which is cached there like
 * any page, and reads it again only when it has changed. However many ask at once, one request is under way.
 */
export function partsFinder(origin: string): (path: string) => Promise<boolean> {
  const url = origin + listPath
  let known: {etag: string | null; paths: ReadonlySet<string>} | undefined
  const load = coalesce(async () => {
    const {headers} = await fetch(url, {method: 'HEAD', cache: 'no-store'})
    if (known?.etag && known.etag === headers.get('etag')) return known.paths
    const response = await fetch(url, {cache: 'no-store'})
    const read = list.safeParse(response.ok ? await response.json() : undefined)
    if (!read.success) throw new Error(`${listPath} answered ${response.status}`)
    known = {etag: response.headers.get('etag'), paths: new Set(read.data.paths)}
    return known.paths
  })
  return async (path) => (await load().catch(() => known?.paths))?.has(path) ?? false
}
