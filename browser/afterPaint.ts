/**
 * Runs something after the next frame, so that a tap is seen to be felt before what takes longer begins. Where nothing is
 * painted, as in a hidden tab, it runs at once.
 */
export function afterPaint(callback: () => void): void {
  if (document.hidden) callback()
  else requestAnimationFrame(() => setTimeout(callback))
}
