/** The page that is shown: replaced by another one, with its transition, focus and announcement. */
import {pageTransition} from '../lib/constants.ts'
import {whenIdle} from './idle.ts'

/** The element that holds all of a page; what is outside of it, such as extensions' elements, stays. */
export const pageId = 'page'

/** Live region that names a new page to screen readers. */
export const announcementId = 'announcement'

/** What differs between pages. */
export interface PageContent {
  lang: string
  head: Element[]
  body: Node[]
  /** The element that had the focus when the page was left. */
  focused?: HTMLElement | undefined
}

const inHead = 'title, meta, link'
const holderOf = (of: Document) => of.getElementById(pageId)

let currentHead: Element[] | undefined
const headNow = () => (currentHead ??= [...document.head.querySelectorAll(inHead)])

/** Parses a page's HTML. Its scripts do not run. */
export function parsePage(html: string): PageContent {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  return {
    lang: parsed.documentElement.lang,
    head: [...parsed.head.querySelectorAll(inHead)],
    body: [...(holderOf(parsed)?.childNodes ?? [])],
  }
}

/** Loads the stylesheets that a page has and the current one has not. */
export async function loadStyles(page: PageContent): Promise<void> {
  const loading = page.head
    .filter((element) => element.matches('link[rel="stylesheet"]'))
    .filter((element) => !headNow().some((present) => present.isEqualNode(element)))
    .map((element) => {
      const link = document.importNode(element)
      return new Promise((resolve) => {
        for (const type of ['load', 'error']) link.addEventListener(type, resolve)
        headNow().push(document.head.appendChild(link))
      })
    })
  await Promise.all(loading)
}

/** Puts a page in the place of the current one, whose content is returned. */
export function replacePage(next: PageContent): PageContent {
  const {documentElement, head, activeElement} = document
  const holder = holderOf(document)
  const old = headNow()
  const left: PageContent = {
    lang: documentElement.lang,
    head: old,
    body: [...(holder?.childNodes ?? [])],
    focused: activeElement instanceof HTMLElement && holder?.contains(activeElement) ? activeElement : undefined,
  }
  documentElement.lang = next.lang
  // Equal elements stay: a stylesheet that was removed and added again would have to load again.
  const staying = new Map<Element, Element>()
  for (const element of next.head) {
    const same = old.find((candidate) => candidate.isEqualNode(element))
    if (same) staying.set(element, same)
  }
  const kept = new Set(staying.values())
  for (const element of old) if (!kept.has(element)) element.remove()
  currentHead = next.head.map((element) => staying.get(element) ?? head.appendChild(element))
  holder?.replaceChildren(...next.body)
  return left
}

/** Calls `replace` within a page transition: the old page leaves before the new one enters. Resolves when it was called. */
export function withTransition(replace: () => void): Promise<void> {
  if (!document.startViewTransition || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    replace()
    return Promise.resolve()
  }
  // Chromium 111 to 124 know the callback only, and animate without a type.
  const transition = document.startViewTransition(replace)
  transition.types?.add(pageTransition.name)
  // Skipped, as in a hidden tab: the page is replaced all the same.
  transition.ready.catch(() => undefined)
  transition.finished.catch(() => undefined)
  return transition.updateCallbackDone
}

let cancelEntering = () => {}

/** Lays out only the visible part of an entering page (`pageTransition.css`) until the browser is idle. */
export function startEntering(): void {
  cancelEntering()
  document.body.dataset.entering = ''
  const timer = setTimeout(() => {
    cancelEntering = whenIdle(() => delete document.body.dataset.entering)
  }, pageTransition.out + pageTransition.in)
  cancelEntering = () => clearTimeout(timer)
}

/** Announces the page by its title, and moves the focus to where it was left, or else to the heading. */
export function announcePage(focused: HTMLElement | undefined): void {
  const heading = document.querySelector<HTMLElement>('h1')
  if (heading && !focused) heading.tabIndex = -1
  const target = focused?.isConnected ? focused : heading
  target?.focus({preventScroll: true})
  const announcement = document.getElementById(announcementId)
  if (announcement) announcement.textContent = document.title
}
