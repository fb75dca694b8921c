import {formFields, pathOfField} from './formFields.ts'

const dialogs = '[data-testid="nested-object-dialog"]'
const anyDialog = '[data-ui="Dialog"]'
const menus = '[data-ui="Menu"]'

/**
 * Keeps the focus with the dialogs in which the Studio edits items of lists: into one that opens, unless something in it
 * has the focus already, as Escape closes it only from within; and back to the item's row from one that closes, which
 * would leave it nowhere. From any other dialog it goes back to what had it before, the menus apart that led to the
 * dialog. Returns a function that ends it.
 */
export function followDialogs(root: HTMLElement): () => void {
  let open = new Map<Element, string | undefined>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let count = 0
  let before: HTMLElement | undefined
  const remember = ({target}: FocusEvent) => {
    if (target instanceof HTMLElement && !target.closest(`${anyDialog}, ${menus}`)) before = target
  }
  const check = () => {
    const former = count
    count = root.querySelectorAll(anyDialog).length
    const now = new Map(
      [...root.querySelectorAll(dialogs)].map((dialog) => [dialog, pathOf(dialog) ?? open.get(dialog)]),
    )
    const added = [...now.keys()].filter((dialog) => !open.has(dialog)).at(-1)
    const closed = [...open].filter(([dialog]) => !now.has(dialog)).map(([, path]) => path)
    open = now
    if (added && !added.contains(document.activeElement)) contentOf(added)?.focus({preventScroll: true})
    else if (!isNowhere(document.activeElement)) return
    else if (closed.length > 0) rowOf(closed[0])?.focus()
    else if (count < former) before?.focus()
  }
  const observer = new MutationObserver(() => {
    clearTimeout(timer)
    // The Studio sets its own focus first.
    timer = setTimeout(check)
  })
  observer.observe(root, {childList: true, subtree: true})
  root.addEventListener('focusin', remember)
  return () => {
    root.removeEventListener('focusin', remember)
    observer.disconnect()
    clearTimeout(timer)
  }
}

const isNowhere = (element: Element | null): boolean => element === null || element === document.body

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
