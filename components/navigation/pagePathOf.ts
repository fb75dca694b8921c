import {basePath} from '@/lib/constants'

/**
 * Where a link leads, as Next's router wants it, below the base path; undefined where the browser is to follow it: to
 * another site, another language, a place on the same page, a new window or a file.
 */
export function pagePathOf(link: HTMLAnchorElement): string | undefined {
  const {origin, pathname, search, hash, target, hreflang} = link
  const isOwn = origin === location.origin && (pathname === basePath || pathname.startsWith(`${basePath}/`))
  if (!isOwn || hreflang || (target && target !== '_self') || link.hasAttribute('download')) return undefined
  if (hash && pathname === location.pathname && search === location.search) return undefined
  return `${pathname.slice(basePath.length) || '/'}${search}${hash}`
}
