import {isDraft} from './fetchedPages.ts'
import {onPage} from './followLinks.ts'

interface ElementModule {
  /**
   * Gives the element its behaviour. Called once for each element; if it returns a function, that is called when the
   * element leaves the page, and `attach` again if it comes back.
   */
  attach(element: HTMLElement): (() => void) | undefined
}

/**
 * Loads the modules that elements of a page name in `data-module`, and gives them their element. Whatever cannot be loaded
 * works as without JavaScript.
 */
export function loadElementModules(): void {
  const attached = new WeakSet<HTMLElement>()
  const detachable = new Map<HTMLElement, () => void>()
  const detach = (element: HTMLElement, how: () => void) => {
    detachable.delete(element)
    attached.delete(element)
    how()
  }
  const load = () => {
    for (const [element, how] of detachable) if (!element.isConnected) detach(element, how)
    for (const element of document.querySelectorAll<HTMLElement>('[data-module]')) {
      const {module = ''} = element.dataset
      if (attached.has(element)) continue
      attached.add(element)
      import(/* @vite-ignore */ module)
        .then(({attach}: ElementModule) => {
          const how = attach(element)
          if (how && element.isConnected) detachable.set(element, how)
          else if (how) detach(element, how)
        })
        .catch(() => attached.delete(element))
    }
  }
  load()
  onPage(load)
  // In previews Next's router brings elements.
  if (isDraft()) new MutationObserver(load).observe(document.body, {childList: true, subtree: true})
}
