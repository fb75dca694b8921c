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
  const open = (event: Event) => {
    const link = document.querySelector<HTMLAnchorElement>('a[data-search]')
    // A click in the open menu comes twice: first the menu closes.
    if (!link || event.defaultPrevented) return
    event.preventDefault()
    const {search = ''} = link.dataset
    import(/* @vite-ignore */ search)
      .then(({openSearch}: SearchModule) => openSearch())
      .catch(() => location.assign(link.href))
  }
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-search]') : null
    if (link && isPlainClick(event)) open(event)
  }
  document.addEventListener('click', onClick, true)
  document.addEventListener('keydown', (event) => {
    const {key, ctrlKey, metaKey} = event
    if (key === 'k' && (metaKey || (ctrlKey && !isTyping()))) open(event)
  })
}

/** On macOS Ctrl+K edits text. A field of a dialog that was closed just now keeps the focus until the next frame. */
function isTyping(): boolean {
  const focused = document.activeElement
  return Boolean(focused?.matches(':read-write, select') && focused.getClientRects().length > 0)
}
