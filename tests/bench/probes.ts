/** Figures of a page's visit so far; times in milliseconds since the request. */
export interface Visit {
  firstPaint: number
  largestPaint: number
  /** When the site's module ran, or where a page has React, when that had taken over the heading. */
  interactive: number
  /** Time of long tasks after the first paint beyond 50 ms each. */
  blocked: number
  shifted: number
}

declare global {
  interface Window {
    visitSoFar?: Visit
    /** The time of a click on a link, when a transition to the next page began, and when its heading had come. */
    clickedAt?: number
    transitionAt?: number
    arrivedAt?: number
    /** Time of the slowest input until the next frame. */
    slowestInput?: number
  }
}

/** Runs in the page before anything else: notes what its visitor sees. */
export function observeVisit(): void {
  const visit: Visit = {firstPaint: 0, largestPaint: 0, interactive: 0, blocked: 0, shifted: 0}
  window.visitSoFar = visit
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({type, buffered: true})
  observe('paint', ({name, startTime}) => {
    if (name === 'first-contentful-paint') visit.firstPaint = startTime
  })
  observe('largest-contentful-paint', ({startTime}) => {
    visit.largestPaint = startTime
  })
  const long: {startTime: number; duration: number}[] = []
  observe('longtask', ({startTime, duration}) => long.push({startTime, duration}))
  observe('layout-shift', (entry) => {
    if ('value' in entry && typeof entry.value === 'number') visit.shifted += entry.value
  })
  const isInteractive = () => {
    // Served without React: the module gives the bar its state once it runs.
    if (document.querySelector('meta[name="page-mode"]')) return document.querySelector('[data-progress]') !== null
    // A heading that is part of static markup is React's as soon as the markup's element is.
    const title = document.querySelector('h1')
    const heading = title?.closest('[data-markup]') ?? title
    // React marks the elements that it has taken over with properties of its own.
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactProps$'))
  }
  const look = () => {
    visit.blocked = long
      .filter(({startTime, duration}) => startTime + duration > visit.firstPaint)
      .reduce((sum, {duration}) => sum + Math.max(0, duration - 50), 0)
    if (visit.interactive === 0 && isInteractive()) visit.interactive = performance.now()
    requestAnimationFrame(look)
  }
  look()
}

/** Runs in the page before the click: notes when the next page's heading is there. */
export function observeArrival(painted: boolean): void {
  const heading = () => document.querySelector('h1')?.textContent ?? ''
  const before = heading()
  document.addEventListener('click', () => (window.clickedAt = performance.now()), {capture: true, once: true})
  const start = document.startViewTransition
  document.startViewTransition = (...parameters) => {
    window.transitionAt = performance.now()
    return start.apply(document, parameters)
  }
  const arrived = () => {
    window.arrivedAt = performance.now()
  }
  const observer = new MutationObserver(() => {
    if (!heading() || heading() === before) return
    observer.disconnect()
    if (!painted) return arrived()
    // The message comes after the frame that the callback belongs to has been drawn.
    requestAnimationFrame(() => {
      const {port1, port2} = new MessageChannel()
      port1.onmessage = arrived
      port2.postMessage(undefined)
    })
  })
  observer.observe(document, {childList: true, subtree: true, characterData: true})
}
