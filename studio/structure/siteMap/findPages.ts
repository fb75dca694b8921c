import {basePath} from '../../../lib/constants.ts'
import {type Route, routes} from '../../../lib/routes.ts'
import type {PageState} from './pageStates.ts'

/** Searches pages by URL, else by words: their title or route contains every word. */
export function findPages(states: readonly PageState[], text: string): readonly PageState[] {
  const route = findRouteByUrl(text)
  if (route !== undefined) return states.filter((state) => state.route === route)
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return states.filter(({route, title}) => {
    const searched = `${title.zh} ${title.en} ${route}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

/**
 * Returns the page of a URL or path: with or without host, base path, language, query and fragment, in any case. Finds
 * feature pages without `Pages`, too: `/h5/en/lims/entrust`. Undefined for words and unknown URLs.
 */
export function findRouteByUrl(text: string): Route | undefined {
  const path = pathOf(text.trim())
  if (path === undefined) return undefined
  const wanted = normalize(path)
  return routes.find((route) => normalize(route) === wanted) ?? routes.find((route) => shortPathOf(route) === wanted)
}

/** The path below base path and language; undefined for words. */
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

function normalize(path: string): string {
  return `/${path.toLowerCase().replace(/^\/+|\/+$/g, '')}`
}

function shortPathOf(route: Route): string {
  return normalize(route.replace('Pages/', '/'))
}

function decode(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
