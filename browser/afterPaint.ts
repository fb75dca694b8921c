/**
 * Runs a callback after the next frame, so that a tap has its visible response before slow work begins. Where nothing is
 * painted, as in a hidden tab, it runs at once.
 */
export function afterPaint(callback: () => void): void {
  if (document.hidden) callback()
  else requestAnimationFrame(() => setTimeout(callback))
}
