import {initialPrefetches} from '../lib/constants.ts'
import {mayPrefetch, notifyPrefetch} from './idle.ts'

/** Events that show engagement. */
const signs = ['scroll', 'pointermove', 'pointerdown', 'keydown'] as const

let engaged = false
let first: ReadonlySet<string> | undefined

/** Returns whether a page may be prefetched. Until the visitor does something, only the first links in the viewport may. */
export function mayPrefetchPage(path: string): boolean {
  if (!mayPrefetch()) return false
  first ??= firstInViewport()
  return engaged || first.has(path)
}

/** Listens for the visitor's first interaction. Call once, at startup. */
export function trackEngagement(): void {
  const engage = () => {
    engaged = true
    notifyPrefetch()
    for (const sign of signs) removeEventListener(sign, engage)
  }
  for (const sign of signs) addEventListener(sign, engage, {passive: true})
}

function firstInViewport(): ReadonlySet<string> {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].filter((link) => {
    const {top, bottom, width} = link.getBoundingClientRect()
    return width > 0 && bottom > 0 && top < innerHeight
  })
  return new Set([...new Set(links.map(({pathname}) => pathname))].slice(0, initialPrefetches))
}
