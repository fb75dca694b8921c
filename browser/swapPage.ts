/** The page that is shown: replaced by another one, with its transition, focus and announcement. */
import {pageTransition} from '../lib/constants.ts'
import {afterPaint} from './afterPaint.ts'
import {whenIdle} from './idle.ts'

/** The element that holds all of a page; what is outside of it, such as extensions' elements, stays. */
export const pageId = 'page'

/** Live region that names a new page to screen readers. */
export const announcementId = 'announcement'

/** The parts that differ between pages. */
export interface PageContent {
  lang: string
  head: Element[]
  body: Node[]
  /** The element that had the focus when the page was left. */
  focused?: HTMLElement | undefined
}

const inHead = 'title, meta, link'
const holderOf = (of: Document) => of.getElementById(pageId)

/** The head's elements that belong to the page, and not to an extension. */
let currentHead: Element[] = []

/** Records the current head as the page's. Call before anything else can change it. */
export function trackHead(): void {
  currentHead = [...document.head.querySelectorAll(inHead)]
}

/** A page that was parsed before its link was followed. */
let parsedAhead: {html: string; page: PageContent} | undefined
let cancelParsing = () => {}

/** Parses a page when the browser is idle, so that a click need not wait for it. Only the last one is kept. */
export function parseAhead(html: string): void {
  cancelParsing()
  cancelParsing = whenIdle(() => {
    if (parsedAhead?.html !== html) parsedAhead = {html, page: parse(html)}
  })
}

/** Parses a page's HTML, unless that was done ahead. Its scripts do not run. */
export function parsePage(html: string): PageContent {
  cancelParsing()
  const page = parsedAhead?.html === html ? parsedAhead.page : parse(html)
  // Its nodes move into the document, so it serves once.
  parsedAhead = undefined
  return page
}

function parse(html: string): PageContent {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  return {
    lang: parsed.documentElement.lang,
    head: [...parsed.head.querySelectorAll(inHead)],
    body: [...(holderOf(parsed)?.childNodes ?? [])],
  }
}

const isStylesheet = (element: Element): element is HTMLLinkElement => element.matches('link[rel="stylesheet"]')
const isPresent = (element: Element) => currentHead.some((present) => present.isEqualNode(element))

/** Applies a stylesheet, or keeps it loaded for another page. */
function setApplied({sheet}: HTMLLinkElement, applied: boolean): void {
  if (sheet) sheet.disabled = !applied
}

/** Loads the stylesheets that a page has and none before it had. Rejects if one cannot be loaded. */
export async function loadStyles({head}: Pick<PageContent, 'head'>): Promise<void> {
  const missing = head.filter(isStylesheet).filter((element) => !isPresent(element))
  await Promise.all(missing.map((element) => loadStylesheet(document.importNode(element))))
}

/** Loads the stylesheets of a fetched page beforehand, so that a swap need not wait for them. */
export function loadStylesAhead(html: string): void {
  const links = document.createElement('template')
  links.innerHTML = [...html.matchAll(/<link rel="stylesheet"[^>]*>/g)].map(([tag]) => tag).join('')
  loadStyles({head: [...links.content.children]}).catch(() => undefined)
}

/** Stylesheets that are being loaded, by address. */
const loading = new Map<string, Promise<void>>()

function loadStylesheet(link: HTMLLinkElement): Promise<void> {
  const known = loading.get(link.href)
  if (known) return known
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', (event) => {
      link.remove()
      reject(event)
    })
    document.head.append(link)
  })
    .then(() => {
      setApplied(link, false)
      currentHead.push(link)
    })
    .finally(() => loading.delete(link.href))
  loading.set(link.href, loaded)
  return loaded
}

/** Gives a page what the visitor has typed or chosen in its old version, or in that of another language, field by field. */
export function carryInput(from: Pick<PageContent, 'body'>, to: Pick<PageContent, 'body'>): void {
  const fields = fieldsOf(to)
  for (const field of fieldsOf(from)) {
    const next = fields.find(
      (other) => other.name === field.name && other.type === field.type && hasSameOption(other, field),
    )
    if (!next) continue
    if (next instanceof HTMLInputElement && field instanceof HTMLInputElement && isCheckable(field)) {
      if (field.checked !== field.defaultChecked) next.checked = field.checked
    } else if (!isChanged(field)) continue
    else if (next instanceof HTMLSelectElement) select(next, field.value)
    else next.value = field.value
  }
}

/** A value may be an id with a name in the page's language behind it: in another language the id decides. */
export function select({options}: HTMLSelectElement, value: string): void {
  const [id] = value.split(' ')
  const all = [...options]
  const option = all.find((one) => one.value === value) ?? all.find((one) => one.value.split(' ')[0] === id)
  if (option) option.selected = true
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const fieldsOf = ({body}: Pick<PageContent, 'body'>): Field[] =>
  body.flatMap((node) =>
    node instanceof Element
      ? [...node.querySelectorAll<Field>('input:not([type="hidden"], [type="file"]), textarea, select')].filter(
          ({name}) => name,
        )
      : [],
  )

const isCheckable = ({type}: Field) => type === 'checkbox' || type === 'radio'
const hasSameOption = (one: Field, other: Field) =>
  !isCheckable(one) || (one.value === other.value && one.id === other.id)

/** Whether a visitor has typed or chosen something else than the page came with. */
export function isChanged(field: Field): boolean {
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue
  return [...field.options].some(({selected, defaultSelected}) => selected !== defaultSelected)
}

/** Puts a page in the place of the current one, whose content is returned. Its stylesheets must be loaded. */
export function replacePage(next: PageContent): PageContent {
  const {documentElement, head, activeElement} = document
  const holder = holderOf(document)
  const left: PageContent = {
    lang: documentElement.lang,
    head: currentHead.filter((element) => !(isStylesheet(element) && element.sheet?.disabled)),
    body: [...(holder?.childNodes ?? [])],
    focused: activeElement instanceof HTMLElement && holder?.contains(activeElement) ? activeElement : undefined,
  }
  // Before the head changes: an element that loses the focus is styled again, and after a change so is all of the old
  // page. Laid out without its styles it would also scroll, and the browser would keep that position for the next page.
  holder?.replaceChildren(...next.body)
  // Setting the same language again would match every rule with `:lang()` again.
  if (documentElement.lang !== next.lang) documentElement.lang = next.lang
  // Elements that both pages have stay. Stylesheets stay loaded, but only those of the page apply: those of several
  // pages would not follow each other in the right order.
  const staying = currentHead.filter((element) => {
    const isOfNext = next.head.some((other) => other.isEqualNode(element))
    if (!isStylesheet(element)) return isOfNext
    setApplied(element, isOfNext)
    return true
  })
  for (const element of currentHead) if (!staying.includes(element)) element.remove()
  // Without stylesheets: they are loaded by now, and one that failed may be loaded another time.
  const added = next.head.filter((element) => !isStylesheet(element) && !isPresent(element))
  head.append(...added)
  currentHead = [...staying, ...added]
  return left
}

let transition: ViewTransition | undefined
let cancelEntering = () => {}
let stopSkipping = () => {}

/** Calls `replace` within a page transition: the old page leaves before the new one enters. Resolves when it was called. */
export function withTransition(replace: () => void): Promise<void> {
  if (!document.startViewTransition || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    replace()
    return Promise.resolve()
  }
  transition = document.startViewTransition(replace)
  // Skipped, as in a hidden tab: the page is replaced all the same.
  transition.ready.catch(() => undefined)
  transition.finished.catch(() => undefined)
  return transition.updateCallbackDone
}

/** Ends the running transition at once, with all of the page laid out. */
export function stopTransition(): void {
  transition?.skipTransition()
  cancelEntering()
  stopSkipping()
  delete document.body.dataset.entering
}

/** Blocks of a page that `pageTransition.css` lays out only where they are near the window. */
const laterBlocks = 'article > [data-markup] ~ [data-markup] > *, footer'
/** Less than any block's height, so that none in the window is taken for one below it. */
const leastHeight = 96

/**
 * Lays out only what is near the window of an entering page (`pageTransition.css`) until the browser is idle; with
 * `fromTop`, its first frame lays out nothing below the window.
 */
export function startEntering({fromTop}: {fromTop: boolean}): void {
  cancelEntering()
  document.body.dataset.entering = ''
  if (fromTop) skipBelowWindow()
  const timer = setTimeout(() => {
    cancelEntering = whenIdle(() => delete document.body.dataset.entering)
  }, pageTransition.out + pageTransition.in)
  cancelEntering = () => clearTimeout(timer)
}

/**
 * Skips what is below the window in the next frame: `content-visibility: auto` would lay out the next screens, too. Not before
 * that frame, as it takes the layout of what is in the window.
 */
function skipBelowWindow(): void {
  stopSkipping()
  const frame = requestAnimationFrame(() => {
    const blocks = [...document.querySelectorAll<HTMLElement>(laterBlocks)]
    const top = blocks[0]?.getBoundingClientRect().top ?? 0
    const below = blocks.filter((_, index) => top + index * leastHeight >= innerHeight)
    const setVisibility = (value: string) => {
      for (const {style} of below) style.contentVisibility = value
    }
    setVisibility('hidden')
    stopSkipping = () => setVisibility('')
    afterPaint(stopSkipping)
  })
  stopSkipping = () => cancelAnimationFrame(frame)
}

/** Announces the page by its title, and moves the focus to where it was left, or else to the section that the address names, or to the heading. */
export function announcePage(focused: HTMLElement | undefined): void {
  const left = focused?.isConnected ? focused : undefined
  const target = left ?? document.querySelector<HTMLElement>(':target') ?? document.querySelector('h1')
  if (target && target !== left) target.tabIndex = -1
  target?.focus({preventScroll: true})
  const announcement = document.getElementById(announcementId)
  if (announcement) announcement.textContent = document.title
}
