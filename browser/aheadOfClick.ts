import {untouchedPages} from '../lib/constants.ts'
import {mayPrefetch, subscribeToIdle} from './idle.ts'

/** What a visitor does who has begun to read. */
const signs = ['scroll', 'pointermove', 'pointerdown', 'keydown'] as const

let engaged = false
let first: ReadonlySet<string> | undefined
const listeners = new Set<() => void>()

/**
 * May the page of this path be fetched ahead? Until the visitor does something, few are: those to which the first links in
 * sight lead. Then all that come into sight.
 */
export function mayFetchAhead(path: string): boolean {
  if (!mayPrefetch()) return false
  first ??= firstInSight()
  return engaged || first.has(path)
}

/** Tells of every change of the above. */
export function subscribeToAhead(listener: () => void): () => void {
  listeners.add(listener)
  const stop = subscribeToIdle(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

/** Called once, when the page begins. */
export function watchEngagement(): void {
  const engage = () => {
    engaged = true
    for (const listener of listeners) listener()
    for (const sign of signs) removeEventListener(sign, engage)
  }
  for (const sign of signs) addEventListener(sign, engage, {passive: true})
}

function firstInSight(): ReadonlySet<string> {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].filter((link) => {
    const {top, bottom, width} = link.getBoundingClientRect()
    return width > 0 && bottom > 0 && top < innerHeight
  })
  return new Set([...new Set(links.map(({pathname}) => pathname))].slice(0, untouchedPages))
}
