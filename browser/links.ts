import type {useRouter} from 'next/navigation'
import {basePath, linkInView, pageTransition} from '../lib/constants.ts'
import {mayPrefetchPage, subscribeToPrefetch} from './prefetch.ts'

type Router = ReturnType<typeof useRouter>

const options = {transitionTypes: [pageTransition.name]}

/** Routes same-site link clicks through Next's router. Returns an unsubscribe function. */
export function routeLinks({push}: Pick<Router, 'push'>): () => void {
  const route = (event: MouseEvent) => {
    if (event.defaultPrevented || !isPlainClick(event)) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const path = link && pagePathOf(link)
    if (!path) return
    event.preventDefault()
    push(path, options)
  }
  document.addEventListener('click', route)
  return () => document.removeEventListener('click', route)
}

/**
 * Prefetches the pages of links in or near the viewport and of links that a pointer or finger touches, as far as
 * `mayPrefetchPage` allows. Links scrolled past quickly are not prefetched. Returns a cleanup function.
 */
export function prefetchLinks({prefetch}: Pick<Router, 'prefetch'>): () => void {
  const staying = new Map<Element, ReturnType<typeof setTimeout>>()
  const inView = new Set<HTMLAnchorElement>()
  const prefetchLink = (link: HTMLAnchorElement) => {
    const path = pagePathOf(link)
    if (path && mayPrefetchPage(link.pathname)) prefetch(path)
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
    if (link) prefetchLink(link)
  }
  for (const link of document.querySelectorAll('a')) if (pagePathOf(link)) observer.observe(link)
  const unsubscribe = subscribeToPrefetch(() => inView.forEach(prefetchLink))
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

/**
 * The link's path below the base path, as Next's router takes it; undefined where the browser navigates: other sites,
 * the other language, fragments of the same page, new windows and files.
 */
export function pagePathOf(link: HTMLAnchorElement): string | undefined {
  const {origin, pathname, search, hash, target, hreflang} = link
  const isOwn = origin === location.origin && (pathname === basePath || pathname.startsWith(`${basePath}/`))
  if (!isOwn || hreflang || (target && target !== '_self') || link.hasAttribute('download')) return undefined
  if (hash && pathname === location.pathname && search === location.search) return undefined
  return `${pathname.slice(basePath.length) || '/'}${search}${hash}`
}

/** A click with the main button and no key held that asks for a tab, window or download. */
export function isPlainClick({button, ctrlKey, metaKey, shiftKey, altKey}: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
}
