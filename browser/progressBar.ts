import {progressBar} from '../lib/constants.ts'

export interface Progress {
  shown: boolean
  failed: boolean
  /** From 0 to 100. */
  percent: number
}

const idle: Progress = {shown: false, failed: false, percent: 0}

/**
 * State of the page-load progress bar: navigation starts it, the rendered page finishes it, an error fails it. Appears
 * after the start delay, fills up over its duration and disappears after the hide delay.
 */
export function createProgressBar() {
  const listeners = new Set<() => void>()
  let progress = idle
  let waiting: ReturnType<typeof setTimeout> | undefined
  let ticking: ReturnType<typeof setInterval> | undefined
  let loading = false

  function set(next: Progress): void {
    progress = next
    for (const listener of listeners) listener()
  }

  function clear(): void {
    clearTimeout(waiting)
    clearInterval(ticking)
  }

  function show(): void {
    set({shown: true, failed: false, percent: 0})
    const step = (100 * progressBar.tick) / progressBar.duration
    ticking = setInterval(() => set({...progress, percent: Math.min(100, progress.percent + step)}), progressBar.tick)
  }

  function end(failed: boolean): void {
    clear()
    loading = false
    // Pages that load within the start delay show no bar; errors always do.
    if (!progress.shown && !failed) return
    set({shown: true, failed, percent: 100})
    waiting = setTimeout(() => set(idle), progressBar.hideDelay)
  }

  return {
    start(): void {
      if (loading) return
      clear()
      loading = true
      if (progress.shown) set(idle)
      waiting = setTimeout(show, progressBar.startDelay)
    },
    finish(): void {
      if (loading) end(false)
    },
    /** Fails if something loads, and otherwise leaves the bar as it is. */
    failLoading(): void {
      if (loading) end(true)
    },
    fail(): void {
      end(true)
    },
    subscribe(listener: () => void): void {
      listeners.add(listener)
    },
    current: () => progress,
  }
}

/** The progress bar of this tab. */
export const bar = createProgressBar()

/** Event on the document that makes the bar fail; for code outside of the site's module, whose bar is another object. */
const failureEvent = 'pageloadfailure'

/** Shows on the bar that the page could not be rendered. */
export function reportFailure(): void {
  document.dispatchEvent(new Event(failureEvent))
}

/** Renders the bar. Screen readers hear the new page's title instead. Call once. */
export function showProgress(): void {
  const element = document.querySelector<HTMLElement>('.progress-bar')
  if (!element) return
  const render = () => {
    const {shown, failed, percent} = bar.current()
    element.dataset.progress = shown ? (failed ? 'failed' : 'loading') : 'hidden'
    element.style.transform = shown ? `scaleX(${percent / 100})` : ''
  }
  render()
  bar.subscribe(render)
  document.addEventListener(failureEvent, bar.fail)
  // The browser loads another page, and may show this one again on the way back.
  addEventListener('pagehide', bar.finish)
  const [loaded] = performance.getEntriesByType('navigation')
  if (loaded instanceof PerformanceNavigationTiming && loaded.responseStatus >= 400) bar.fail()
}
