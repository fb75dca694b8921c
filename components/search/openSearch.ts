import {afterPaint} from '@/browser/afterPaint'
import {createFetchState} from '@/browser/fetchState'
import {isPlainClick} from '@/browser/links'
import {search as englishWords} from '@/i18n/messages/en.json'
import {search as chineseWords} from '@/i18n/messages/zh.json'
import {defaultLocale, locales} from '@/lib/locales'
import {searchIndexPath, withBasePath} from '@/lib/urls'
import {type Finding, findSections, marksOf, mostShown, type SearchPage} from './findSections'
import {searchStyles} from './searchStyles'

const wordsOf = {zh: chineseWords, en: englishWords}

/** The query of the last search, so that opening again goes on with it. */
let lastQuery = ''
let sheet: CSSStyleSheet | undefined

/**
 * Opens the search in the page's language: a dialog with a field and, below it, the sections that match, as links. Arrow
 * keys move between them; closing gives the focus back. A history entry lets Back close it, as it closes the menu.
 */
export function openSearch(): void {
  // One that was closed just now is in the document until its `close` event.
  if (document.querySelector('dialog.search[open]')) return
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(searchStyles)
    document.adoptedStyleSheets.push(sheet)
  }
  const locale = locales.find((candidate) => document.documentElement.lang.startsWith(candidate)) ?? defaultLocale
  const words = wordsOf[locale]
  const field = element('input', {
    type: 'text',
    inputMode: 'search',
    enterKeyHint: 'search',
    autocomplete: 'off',
    spellcheck: false,
    placeholder: words.hint,
    value: lastQuery,
  })
  field.setAttribute('aria-label', words.title)
  const close = element('button', {type: 'button', textContent: words.close})
  const status = element('p', {})
  status.setAttribute('role', 'status')
  const retry = element('button', {type: 'button', textContent: words.retry, hidden: true})
  const list = element('ul', {})
  const keys = element('p', {className: 'search-keys', textContent: words.keys})
  const bar = element('form', {}, field, close)
  bar.setAttribute('role', 'search')
  const dialog = element('dialog', {className: 'search'}, bar, status, retry, list, keys)
  dialog.setAttribute('aria-label', words.title)

  const ask = element('a', {textContent: words.ask})

  let findings: Finding[] = []
  let shown: {query: string; pages: readonly SearchPage[] | undefined} | undefined
  const show = () => {
    lastQuery = field.value
    const query = field.value.trim()
    const {data: pages, pending, error} = index.state()
    // A result that has the focus would lose it.
    if (shown?.query !== query || shown.pages !== pages) {
      shown = {query, pages}
      findings = pages ? findSections(pages, query) : []
      list.replaceChildren(...findings.slice(0, mostShown).map((finding) => resultOf(finding, query)))
    }
    // Kept while it is pressed, with its focus.
    if (!pending) retry.hidden = error === undefined
    if (pending) status.textContent = words.loading
    else if (error !== undefined) status.textContent = navigator.onLine ? words.failed : words.failedOffline
    else {
      const found = query ? (findings.length > 0 ? words.found : words.none) : ''
      const count = findings.length > mostShown ? `${mostShown}+` : findings.length
      status.textContent = found.replace('{count}', String(count)).replace('{query}', () => query)
      // The index holds no page that editors hide.
      const contact = pages?.find(({path}) => path.endsWith('/contact'))
      if (query && findings.length === 0 && contact) {
        ask.href = contact.path
        status.append(' ', ask)
      }
    }
  }
  const index = createFetchState(() => loadPages(withBasePath(searchIndexPath(locale))), show)

  field.addEventListener('input', show)
  retry.addEventListener('click', async () => {
    await index.fetch()
    if (retry.hidden) field.focus()
  })
  // Closed once its entry is gone: a link that is followed meanwhile would be left again.
  let isLeaving = false
  const leave = () => {
    if (!isInHistory()) dialog.close()
    else if (!isLeaving) history.back()
    isLeaving = true
  }
  close.addEventListener('click', leave)
  bar.addEventListener('submit', (event) => {
    event.preventDefault()
    list.querySelector('a')?.click()
  })
  dialog.addEventListener('keydown', (event) => moveFocus(event, field, list))
  // On the backdrop, and not only let go there, as after text is selected.
  let isPressedBeside = false
  dialog.addEventListener('pointerdown', (event) => {
    isPressedBeside = isBeside(dialog, event)
  })
  let chosen: HTMLElement | undefined
  dialog.addEventListener('click', (event) => {
    const {target} = event
    const link = target instanceof Element ? target.closest('a') : null
    // A result that opens in another tab leaves the others to be opened, too.
    if (link && !isPlainClick(event)) return
    if (link && isInHistory()) {
      // Drops the search's entry before the link is followed, or Back would return to it.
      event.preventDefault()
      event.stopPropagation()
      chosen = link
    }
    if (link || (isPressedBeside && isBeside(dialog, event))) leave()
  })
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    leave()
  })
  const onPopState = (event: PopStateEvent) => {
    if (isInHistory()) return
    removeEventListener('popstate', onPopState, true)
    // Gone with its page.
    if (!dialog.isConnected) return
    // Same page: nothing for a router to do.
    event.stopImmediatePropagation()
    dialog.close()
    // Once the browser has put the page where it was; a link to a section of the same page would lose against that.
    afterPaint(() => {
      chosen?.click()
      dialog.remove()
    })
  }
  dialog.addEventListener('close', () => {
    if (isInHistory()) leave()
    else dialog.remove()
  })
  addEventListener('popstate', onPopState, true)
  document.body.append(dialog)
  dialog.showModal()
  // Includes Next's own state: on a page with React its router must recognize the entry. After a reload there is one.
  if (!isInHistory()) history.pushState({...history.state, search: true}, '')
  field.select()
  void index.fetch()
}

/** Whether a press is on the backdrop, which counts as the dialog. */
function isBeside(dialog: HTMLElement, {target, clientX, clientY}: MouseEvent): boolean {
  const {left, right, top, bottom} = dialog.getBoundingClientRect()
  return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}

const isInHistory = () => Boolean(history.state?.search)

/** Loads the index; the server answers 304 while the browser's copy is current. */
async function loadPages(url: string): Promise<readonly SearchPage[]> {
  const response = await fetch(url, {cache: 'no-cache'})
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const {pages}: {pages: SearchPage[]} = await response.json()
  return pages
}

function resultOf({href, page, heading, line}: Finding, query: string): HTMLLIElement {
  const parts = [
    element('small', {}, ...marked(page, query)),
    ...(heading ? [element('strong', {}, ...marked(heading, query))] : []),
    ...(line ? [element('span', {}, ...marked(line, query))] : []),
  ]
  return element('li', {}, element('a', {href}, ...parts))
}

/** A text with the words of the query in `<mark>`. */
function marked(text: string, query: string): (string | HTMLElement)[] {
  const marks = marksOf(text, query)
  const parts = marks.flatMap(([from, to], index) => [
    text.slice(marks[index - 1]?.[1] ?? 0, from),
    element('mark', {textContent: text.slice(from, to)}),
  ])
  return [...parts, text.slice(marks.at(-1)?.[1] ?? 0)]
}

/** Up and down: between the field and the results. Typing on a result goes on in the field. */
function moveFocus(event: KeyboardEvent, field: HTMLInputElement, list: HTMLElement): void {
  const {key, target, ctrlKey, metaKey, altKey, isComposing} = event
  if (isComposing || ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return
  const stops: HTMLElement[] = [field, ...list.querySelectorAll('a')]
  const at = stops.indexOf(target)
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (step !== 0 && at >= 0) {
    event.preventDefault()
    stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus()
  } else if (at > 0 && key.length === 1 && key !== ' ') field.focus()
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  // Roles and labels are set as attributes: Firefox before 119 has no properties for them.
  properties: Omit<Partial<HTMLElementTagNameMap[Name]>, keyof ARIAMixin>,
  ...children: (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const created = Object.assign(document.createElement(name), properties)
  if (children.length > 0) created.append(...children)
  return created
}
