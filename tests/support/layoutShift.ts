declare global {
  interface Window {
    layoutShiftSoFar?: number
  }
}

/** Runs in the page as an init script: sums layout shifts without recent input. */
export function observeLayoutShift(): void {
  window.layoutShiftSoFar = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('value' in entry && typeof entry.value === 'number' && !('hadRecentInput' in entry && entry.hadRecentInput)) {
        window.layoutShiftSoFar = (window.layoutShiftSoFar ?? 0) + entry.value
      }
    }
  }).observe({type: 'layout-shift', buffered: true})
}

/** Runs in the page: scrolls to its end screen by screen, and returns the sum of layout shifts. */
export async function layoutShift(): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo(0, top)
    await frame()
  }
  await frame()
  return window.layoutShiftSoFar ?? 0
}
