import type {useRouter} from 'next/navigation'
import {mayFetchAhead, subscribeToAhead} from '@/browser/aheadOfClick'
import {linkInSight} from '@/lib/constants'
import {pagePathOf} from './pagePathOf'

/**
 * Fetches pages ahead to which links in or near sight lead, as far as `mayFetchAhead` lets it, and those that a pointer
 * or finger touches. What is only scrolled past is not fetched. Returns what ends it.
 */
export function fetchAhead({prefetch}: Pick<ReturnType<typeof useRouter>, 'prefetch'>): () => void {
  const staying = new Map<Element, ReturnType<typeof setTimeout>>()
  const inSight = new Set<HTMLAnchorElement>()
  const fetchOne = (link: HTMLAnchorElement) => {
    const path = pagePathOf(link)
    if (path && mayFetchAhead(link.pathname)) prefetch(path)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const {target, isIntersecting} of entries) {
        if (!(target instanceof HTMLAnchorElement)) continue
        clearTimeout(staying.get(target))
        inSight.delete(target)
        if (!isIntersecting) continue
        const stayed = () => {
          inSight.add(target)
          fetchOne(target)
        }
        staying.set(target, setTimeout(stayed, linkInSight.stay))
      }
    },
    {rootMargin: linkInSight.margin},
  )
  const reach = ({target}: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link) fetchOne(link)
  }
  for (const link of document.querySelectorAll('a')) if (pagePathOf(link)) observer.observe(link)
  const stop = subscribeToAhead(() => inSight.forEach(fetchOne))
  document.addEventListener('pointerover', reach, {passive: true})
  document.addEventListener('touchstart', reach, {passive: true})
  return () => {
    observer.disconnect()
    for (const timer of staying.values()) clearTimeout(timer)
    stop()
    document.removeEventListener('pointerover', reach)
    document.removeEventListener('touchstart', reach)
  }
}
