import {formFields, pathOfField} from './formFields.ts'

const dialogs = '[data-testid="nested-object-dialog"]'
/** Elements that open above the rest, and are removed once they are closed. */
const layers = '[data-ui="Dialog"], [data-ui="Popover"], [data-ui="Menu"]'
const pane = '[data-testid="document-pane"]'
const controls = ':is(button, input, textarea):not([disabled]), a[href]'

/**
 * Moves the focus with the dialogs in which the Studio edits items of lists. A dialog that opens gets it, unless
 * something in it has it already: Escape closes it only from within. When it closes, the focus returns to the item's
 * row. From any other dialog, and from a question in a popover, it returns to the element that had it before, other
 * than a menu that led there, or to what took its place, until something else is pressed. Returns a cleanup function.
 */
export function followDialogs(root: HTMLElement): () => void {
  let open = new Map<Element, string | undefined>()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What had the focus last in a layer, and outside of them with all that is around it. */
  let inLayer: Element | undefined
  let before: Element[] = []
  let isReturning = false
  const remember = ({target}: FocusEvent) => {
    if (!(target instanceof Element)) return
    inLayer = target.closest(layers) ? target : undefined
    if (!inLayer) before = withAncestors(target)
  }
  const stopReturning = () => {
    isReturning = false
    // The key that confirms is pressed before the layer closes.
    if (inLayer?.isConnected === false) inLayer = undefined
  }
  const check = () => {
    const now = new Map(
      [...root.querySelectorAll(dialogs)].map((dialog) => [dialog, pathOf(dialog) ?? open.get(dialog)]),
    )
    const added = [...now.keys()].filter((dialog) => !open.has(dialog)).at(-1)
    const closed = [...open].filter(([dialog]) => !now.has(dialog)).map(([, path]) => path)
    open = now
    if (added && !added.contains(document.activeElement)) contentOf(added)?.focus({preventScroll: true})
    else if (!isNowhere(document.activeElement)) return
    else if (closed.length > 0) rowOf(closed[0])?.focus()
    else if (isReturning || inLayer?.isConnected === false) {
      isReturning = true
      inPlaceOf(before)?.focus()
    }
  }
  const observer = new MutationObserver(() => {
    clearTimeout(timer)
    // The Studio sets its own focus first.
    timer = setTimeout(check)
  })
  observer.observe(root, {childList: true, subtree: true})
  root.addEventListener('focusin', remember)
  root.addEventListener('keydown', stopReturning, {capture: true})
  root.addEventListener('pointerdown', stopReturning, {capture: true})
  return () => {
    root.removeEventListener('focusin', remember)
    root.removeEventListener('keydown', stopReturning, {capture: true})
    root.removeEventListener('pointerdown', stopReturning, {capture: true})
    observer.disconnect()
    clearTimeout(timer)
  }
}

const isNowhere = (element: Element | null): boolean => element === null || element === document.body

function withAncestors(element: Element): Element[] {
  return element.parentElement ? [element, ...withAncestors(element.parentElement)] : [element]
}

/**
 * The first of the elements if it is still there; otherwise one with its test id, or else any control in what is left around it
 * of the document's pane. Undefined while the pane is built anew.
 */
function inPlaceOf([element, ...around]: readonly Element[]): HTMLElement | undefined {
  if (element instanceof HTMLElement && element.isConnected) return element
  const id = element?.getAttribute('data-testid')
  const left = around.filter((ancestor) => ancestor.isConnected)
  const same = left.map((ancestor) => ancestor.querySelector<HTMLElement>(`[data-testid="${id}"]`)).find(Boolean)
  const inPane = left[0]?.closest(pane) ? left[0] : undefined
  return same ?? inPane?.querySelector<HTMLElement>(controls) ?? undefined
}

const contentOf = (dialog: Element) => dialog.querySelector<HTMLElement>('[data-ui="DialogContent"]')

/** Path of the item that a dialog edits, by its first field. Undefined while it has none. */
function pathOf(dialog: Element): string | undefined {
  const field = pathOfField(dialog.querySelector(formFields))
  return field?.slice(0, field.lastIndexOf(']') + 1)
}

/** The button of an item's row in its list that opens the item. */
function rowOf(path: string | undefined): HTMLElement | undefined {
  let around = path ? document.getElementById(`${path}-menuButton`)?.parentElement : undefined
  for (; around && !around.matches(dialogs); around = around.parentElement) {
    const button = around.querySelector<HTMLElement>('button[data-ui="Card"]')
    if (button) return button
  }
  return undefined
}
