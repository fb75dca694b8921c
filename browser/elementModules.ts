import {pageMode} from './documents.ts'
import {onPage} from './navigation.ts'

interface ElementModule {
  /** Gives the element its behaviour. Called once for each element. */
  attach(element: HTMLElement): void
}

/**
 * Loads the modules that elements of a page name in `data-module`, and gives them their element. Whatever cannot be loaded
 * works as without JavaScript.
 */
export function loadElementModules(): void {
  const attached = new WeakSet<HTMLElement>()
  const load = () => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-module]')) {
      const {module = ''} = element.dataset
      if (attached.has(element)) continue
      attached.add(element)
      import(/* @vite-ignore */ module)
        .then(({attach}: ElementModule) => attach(element))
        .catch(() => attached.delete(element))
    }
  }
  load()
  onPage(load)
  // In previews Next's router brings elements.
  if (pageMode() === 'draft') new MutationObserver(load).observe(document.body, {childList: true, subtree: true})
}
