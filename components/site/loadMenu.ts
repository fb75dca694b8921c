import {isIdle, subscribeToIdle} from '@/browser/idle'

/**
 * What the menu's sheet cannot do by itself: keep the focus inside, and close on Back and on navigation. Its code comes
 * once the browser is idle, or sooner, as the sheet opens; without it the sheet still opens and closes.
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
