import {basePath} from '../../../lib/constants.ts'
import {type Route, routes} from '../../../lib/routes.ts'

/**
 * The page that an address leads to: a whole URL, a path with or without the base path, in either language, in any case,
 * with what hangs on it. A product's feature is found without the `Pages` that its address has: `/h5/en/lims/entrust`.
 */
export function findByAddress(text: string): Route | undefined {
  const path = pathOf(text.trim())
  if (path === undefined) return undefined
  const wanted = plain(path)
  return routes.find((route) => plain(route) === wanted) ?? routes.find((route) => shortOf(route) === wanted)
}

/** Below the base path and the language; undefined for what is no address but words. */
function pathOf(text: string): string | undefined {
  if (!text.includes('/')) return undefined
  const withoutHost = text
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(/^[^/?#\s]+\.[^/\s]+(?=\/)|^localhost(:\d+)?(?=\/)/i, '')
  const [path = ''] = withoutHost.split(/[?#]/)
  return decode(path)
    .replace(new RegExp(`^/?${basePath.slice(1)}(?=/|$)`, 'i'), '')
    .replace(/^\/?(en|zh)(?=\/|$)/i, '')
}

function plain(path: string): string {
  return `/${path.toLowerCase().replace(/^\/+|\/+$/g, '')}`
}

function shortOf(route: Route): string {
  return plain(route.replace('Pages/', '/'))
}

function decode(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
