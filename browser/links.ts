import {basePath, linkInView} from '../lib/constants.ts'
import {languageCookieString, languageTags, locales} from '../lib/locales.ts'
import {mayPrefetchPage, subscribeToPrefetch} from './prefetch.ts'

/**
 * Prefetches the pages of links in or near the viewport and of links that a pointer or finger touches, as far as
 * `mayPrefetchPage` allows. Links scrolled past quickly are not prefetched. `isReached`: touched, so a click may follow.
 * Returns a cleanup function.
 */
export function prefetchLinks(prefetch: (url: string, isReached: boolean) => void): () => void {
  const staying = new Map<Element, ReturnType<typeof setTimeout>>()
  const inView = new Set<HTMLAnchorElement>()
  const prefetchLink = (link: HTMLAnchorElement, isReached = false) => {
    const isOther = link.pathname !== location.pathname
    if (isOther && leadsToPage(link) && mayPrefetchPage(link.pathname)) prefetch(link.href, isReached)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const {target, isIntersecting} of entries) {
        if (!(target instanceof HTMLAnchorElement)) continue
        clearTimeout(staying.get(target))
        inView.delete(target)
        if (!isIntersecting) continue
        const stayed = () => {
          inView.add(target)
          prefetchLink(target)
        }
        staying.set(target, setTimeout(stayed, linkInView.stay))
      }
    },
    {rootMargin: linkInView.margin},
  )
  const reach = ({target}: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link) prefetchLink(link, true)
  }
  for (const link of document.querySelectorAll('a')) if (leadsToPage(link)) observer.observe(link)
  const unsubscribe = subscribeToPrefetch(() => {
    for (const link of inView) prefetchLink(link)
  })
  document.addEventListener('pointerover', reach, {passive: true})
  document.addEventListener('touchstart', reach, {passive: true})
  return () => {
    observer.disconnect()
    for (const timer of staying.values()) clearTimeout(timer)
    unsubscribe()
    document.removeEventListener('pointerover', reach)
    document.removeEventListener('touchstart', reach)
  }
}

/** Returns whether a link leads to another page of the site, in this tab. */
export function leadsToPage(link: HTMLAnchorElement): boolean {
  const {pathname, search, hash, target} = link
  if ((target && target !== '_self') || link.hasAttribute('download')) return false
  if (hash && pathname === location.pathname && search === location.search) return false
  return isPage(link)
}

const notPages = /^\/(api|payloads|shareImages|_next)(\/|$)|\.[a-z0-9]+$/i

/** Returns whether a URL is that of a page, rather than of another site, a file or an API. */
export function isPage({origin, pathname}: Pick<URL, 'origin' | 'pathname'>): boolean {
  if (origin !== location.origin || !(pathname === basePath || pathname.startsWith(`${basePath}/`))) return false
  return !notPages.test(pathname.slice(basePath.length))
}

/** A click with the main button alone: held keys ask for a tab, a window or a download. */
export function isPlainClick({button, ctrlKey, metaKey, shiftKey, altKey}: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
}

/**
 * On a click of a language link: stores the language, as a cookie in a response would keep shared caches from storing the
 * page, and leads to the same place of the page, whose anchors are the same in both languages, and to the same search: from
 * it the contact form knows where the visitor came from.
 */
export function rememberLanguage(): void {
  document.addEventListener('click', ({target}) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[hreflang]') : null
    const locale = locales.find((candidate) => languageTags[candidate] === link?.hreflang)
    if (!link || !locale) return
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and in older browsers
    document.cookie = languageCookieString(locale)
    link.search = location.search
    link.hash = location.hash
  })
}
