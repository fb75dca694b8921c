import {isPlainClick} from './links.ts'

interface SearchModule {
  openSearch(): void
}

/**
 * Opens the search (`components/search`) by its links and by Ctrl+K, and loads its module only then, from the URL in
 * the link's `data-search`. Where that fails, the link leads to the site map, as without JavaScript. Listens on the
 * document, so it outlives every page.
 */
export function attachSearch(): void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-search]') : null
    // A click in the open menu comes twice: first the menu closes.
    if (!link || !isPlainClick(event) || event.defaultPrevented) return
    event.preventDefault()
    import(/* @vite-ignore */ link.dataset.search ?? '')
      .then(({openSearch}: SearchModule) => openSearch())
      .catch(() => location.assign(link.href))
  }
  document.addEventListener('click', onClick, true)
  document.addEventListener('keydown', (event) => {
    const {key, ctrlKey, metaKey, shiftKey} = event
    // Upper case while Caps Lock is on.
    const isShortcut = key.toLowerCase() === 'k' && !shiftKey && (metaKey || (ctrlKey && !isTyping()))
    if (!isShortcut) return
    event.preventDefault()
    // The first one is the menu's, which the menu follows once it is closed.
    document.querySelector<HTMLElement>('a[data-search]')?.click()
  })
}

/** On macOS Ctrl+K edits text. A field of a dialog that was closed just now keeps the focus until the next frame. */
function isTyping(): boolean {
  const focused = document.activeElement
  return Boolean(focused?.matches(':read-write, select') && focused.getClientRects().length > 0)
}
