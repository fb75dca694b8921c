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
    fail(): void {
      end(true)
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    current: () => progress,
  }
}
