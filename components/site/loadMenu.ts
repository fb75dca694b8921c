import {isIdle, subscribeToIdle} from '@/browser/idle'

/**
 * Loads `attachMenu` once idle, or when the sheet opens: focus containment, Back and navigation. Optional: without it
 * the sheet still opens and closes.
 */
export function loadMenu(): void {
  let loading = false
  const load = () => {
    if (loading) return
    loading = true
    import('./attachMenu').then(
      ({attachMenu}) => attachMenu(),
      () => undefined,
    )
  }
  subscribeToIdle(() => isIdle() && load())
  document.addEventListener('beforetoggle', load, true)
}
