import {isPlainClick} from '@/browser/links'

const isSheet = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.id === menuId

const sheetIsInHistory = () => Boolean(history.state?.[menuId])

/**
 * Makes the menu's sheet behave as a page of its own while it is open: the rest of the page is inert, and the sheet has
 * an entry in the history, so that Back closes it. Listens on the document, so that it outlives every page. A sheet
 * that is open already is taken as it stands.
 */
export function attachMenu(): void {
  // Without popovers the sheet is opened by its anchor, which is in the history by itself.
  if (!('hidePopover' in HTMLElement.prototype)) return
  let sheet: HTMLElement | undefined
  let shut: HTMLElement[] = []
  let address = ''
  let chosen: HTMLElement | undefined

  const open = (element: HTMLElement) => {
    sheet = element
    address = location.href
    shut = othersThan(sheet)
    for (const other of shut) other.inert = true
    // With Next's own state, so that its router knows the entry as this page.
    history.pushState({...history.state, [menuId]: true}, '')
  }

  const onToggle = (event: Event) => {
    if (!isSheet(event.target) || !('newState' in event)) return
    if (event.newState === 'open') {
      open(event.target)
      return
    }
    for (const element of shut) element.inert = false
    sheet = undefined
    if (sheetIsInHistory()) history.back()
  }

  const onShown = (event: Event) => {
    if (isSheet(event.target) && event.target === sheet) sheet.querySelector('button')?.focus()
  }

  const onPopState = (event: PopStateEvent) => {
    if (location.href !== address) return
    address = ''
    // The entry below is the same page: the router has nothing to do.
    event.stopImmediatePropagation()
    sheet?.hidePopover()
    const link = chosen
    chosen = undefined
    link?.click()
  }

  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[popover] a[href]') : null
    const popover = link?.closest<HTMLElement>('[popover]:popover-open')
    if (!link || !popover) return
    if (popover === sheet && sheetIsInHistory()) {
      // The sheet's entry goes first; otherwise Back would come upon it later.
      event.preventDefault()
      event.stopPropagation()
      chosen = link
    }
    popover.hidePopover()
  }

  // From a phone held across to one held upright, or a window made wide: the bar takes over.
  const wide = matchMedia('(min-width: 64rem)')
  const onWide = () => {
    if (sheet && isBar(sheet)) sheet.hidePopover()
  }

  document.addEventListener('beforetoggle', onToggle, true)
  document.addEventListener('toggle', onShown, true)
  document.addEventListener('click', onClick, true)
  addEventListener('popstate', onPopState, true)
  wide.addEventListener('change', onWide)

  const present = document.getElementById(menuId)
  if (!present?.matches(':popover-open') || isBar(present)) return
  open(present)
  present.querySelector('button')?.focus()
}

/** Whether the menu is the bar of a wide screen; with large text a wide screen has the sheet. */
const isBar = (menu: HTMLElement): boolean => getComputedStyle(menu).position === 'static'

/** Everything on the page that is neither in the element nor around it. */
function othersThan(element: HTMLElement): HTMLElement[] {
  const {parentElement} = element
  if (!parentElement || element === document.body) return []
  const siblings = [...parentElement.children].filter((child): child is HTMLElement => child instanceof HTMLElement)
  return [...siblings.filter((child) => child !== element && !child.inert), ...othersThan(parentElement)]
}

/** The menu's id: its buttons, its anchor and its script go by it. */
export const menuId = 'site-menu'
