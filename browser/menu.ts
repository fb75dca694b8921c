import {afterPaint} from './afterPaint.ts'
import {giveUpNavigation, onLeave} from './followLinks.ts'
import {isPlainClick} from './links.ts'

/** The menu's id, shared by its buttons, anchor and script. */
export const menuId = 'site-menu'

const isSheet = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.id === menuId

const sheetIsInHistory = () => Boolean(history.state?.[menuId])

/**
 * Makes the open sheet behave like a page: the rest is inert, and a history entry lets Back close it. Listens on the
 * document, so it outlives every page; adopts a sheet that is already open.
 */
export function attachMenu(): void {
  // Without popovers the anchor opens the sheet and is in the history anyway.
  if (!('hidePopover' in HTMLElement.prototype)) return
  let sheet: HTMLElement | undefined
  let shut: HTMLElement[] = []
  let address = ''
  let chosen: HTMLElement | undefined

  const open = (element: HTMLElement) => {
    // A link that is still being fetched would leave the sheet's entry in the history before its page.
    giveUpNavigation()
    sheet = element
    address = location.href
    shut = othersThan(sheet)
    // After the sheet is painted: the styles of the whole page depend on it.
    afterPaint(() => {
      for (const other of shut) other.inert = true
    })
    // Includes Next's own state: on a page with React its router must recognize the entry.
    history.pushState({...history.state, [menuId]: true}, '')
  }

  const onToggle = (event: Event) => {
    if (!isSheet(event.target) || !('newState' in event)) return
    if (event.newState === 'open') {
      open(event.target)
      return
    }
    release()
    if (sheetIsInHistory()) history.back()
  }

  const release = () => {
    for (const element of shut.splice(0)) element.inert = false
    sheet = undefined
  }

  const onShown = (event: Event) => {
    if (isSheet(event.target) && event.target === sheet) sheet.querySelector('button')?.focus()
  }

  const onPopState = (event: PopStateEvent) => {
    if (location.href !== address) return
    address = ''
    // Same page: nothing for the router to do.
    event.stopImmediatePropagation()
    sheet?.hidePopover()
    const link = chosen
    chosen = undefined
    link?.click()
  }

  const onClick = (event: MouseEvent) => {
    const {target} = event
    if (!isPlainClick(event) || !(target instanceof Element)) return
    const opener = target.closest<HTMLElement>(`[popovertarget="${menuId}"]`)
    const menu = document.getElementById(menuId)
    if (opener && menu && !menu.contains(opener)) {
      event.preventDefault()
      afterPaint(() => {
        if (menu.isConnected && !menu.matches(':popover-open')) menu.showPopover({source: opener})
      })
      return
    }
    const link = target.closest<HTMLElement>('[popover] a[href]')
    const popover = link?.closest<HTMLElement>('[popover]:popover-open')
    if (!link || !popover) return
    if (popover === sheet && sheetIsInHistory()) {
      // Drop the sheet's entry before navigating, or Back would return to it.
      event.preventDefault()
      event.stopPropagation()
      chosen = link
    }
    popover.hidePopover()
  }

  // Rotated or resized to the wide layout.
  const wide = matchMedia('(min-width: 64rem)')
  const onWide = () => {
    if (sheet && isBar(sheet)) sheet.hidePopover()
  }

  document.addEventListener('beforetoggle', onToggle, true)
  document.addEventListener('toggle', onShown, true)
  document.addEventListener('click', onClick, true)
  addEventListener('popstate', onPopState, true)
  wide.addEventListener('change', onWide)
  // A sheet that is removed with its page fires no event.
  onLeave(() => {
    const left = sheet
    release()
    address = ''
    chosen = undefined
    left?.hidePopover()
  })

  const present = document.getElementById(menuId)
  if (!present?.matches(':popover-open') || isBar(present)) return
  open(present)
  present.querySelector('button')?.focus()
}

/** Whether the menu is the wide screen's bar. With large text, a wide screen has the sheet, too. */
const isBar = (menu: HTMLElement): boolean => getComputedStyle(menu).position === 'static'

/** All elements that neither are within the element nor contain it. */
function othersThan(element: HTMLElement): HTMLElement[] {
  const {parentElement} = element
  if (!parentElement || element === document.body) return []
  const siblings = [...parentElement.children].filter((child): child is HTMLElement => child instanceof HTMLElement)
  return [...siblings.filter((child) => child !== element && !child.inert), ...othersThan(parentElement)]
}
