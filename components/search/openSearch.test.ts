// @vitest-environment jsdom
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {minimumPending} from '@/lib/constants'
import {openSearch} from './openSearch'

beforeEach(() => {
  vi.useFakeTimers()
  document.documentElement.lang = 'en'
  document.body.innerHTML = ''
  Object.defineProperty(document, 'adoptedStyleSheets', {value: [], configurable: true})
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync() {}
    },
  )
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const status = () => document.querySelector('[role="status"]')?.textContent
const retry = () => document.querySelector<HTMLButtonElement>('.search > button')

test('the search says long enough that it loads, or that it could not, and finds at once', async () => {
  const pages = [{path: '/h5/en/about', name: 'About', sections: [['', 'Otters']]}]
  vi.stubGlobal('fetch', vi.fn().mockRejectedValueOnce(new TypeError('lost')).mockResolvedValue(Response.json({pages})))
  openSearch()
  await vi.advanceTimersByTimeAsync(minimumPending - 1)
  expect([status(), retry()?.hidden]).toEqual(['Loading…', true])
  await vi.advanceTimersByTimeAsync(1)
  expect(status()).toMatch(/could not be loaded/)
  retry()?.focus()
  retry()?.click()
  const field = document.querySelector('input')
  if (field) field.value = 'otters'
  await vi.advanceTimersByTimeAsync(1)
  expect(document.activeElement).toBe(retry())
  await vi.advanceTimersByTimeAsync(minimumPending - 2)
  expect(status()).toBe('Loading…')
  expect(document.querySelectorAll('dialog li')).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(status()).not.toBe('Loading…')
  expect([retry()?.hidden, document.activeElement]).toEqual([true, field])
})

test('a question that finds nothing leads to no contact page while editors hide that page', async () => {
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(Response.json({pages: []})))
  openSearch()
  const field = document.querySelector('input')
  if (field) field.value = 'how much is it'
  await vi.advanceTimersByTimeAsync(minimumPending)
  expect(status()).toMatch(/^Nothing found .* menu\.$/)
})

test('a question that finds nothing leads to the contact page, by a link that closes the search', async () => {
  const pages = [{path: '/h5/en/contact', name: 'Contact', sections: []}]
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(Response.json({pages})))
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  document.addEventListener('click', (event) => event.preventDefault(), {once: true})
  openSearch()
  const field = document.querySelector('input')
  if (field) field.value = 'how much is it'
  await vi.advanceTimersByTimeAsync(minimumPending)
  expect(status()).toBe('Nothing found for “how much is it”. Try another word, or look in the menu. Ask us')
  const link = document.querySelector<HTMLAnchorElement>('[role="status"] a')
  expect(link?.getAttribute('href')).toBe('/h5/en/contact')
  link?.click()
  await vi.waitFor(() => expect(document.querySelector('dialog')?.open ?? false).toBe(false), 50_000)
})

test('a result that was chosen with the arrow keys before the search has settled keeps the focus', async () => {
  const pages = [{path: '/h5/en/about', name: 'About', sections: [['', 'Otters']]}]
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(Response.json({pages})))
  openSearch()
  const field = document.querySelector('input')
  if (field) field.value = 'otters'
  await vi.advanceTimersByTimeAsync(minimumPending - 1)
  field?.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown', bubbles: true}))
  expect(document.activeElement?.getAttribute('href')).toBe('/h5/en/about')
  await vi.advanceTimersByTimeAsync(1)
  expect(status()).not.toBe('Loading…')
  expect(document.activeElement?.getAttribute('href')).toBe('/h5/en/about')
})

test('pressing close again while the search is closing goes back once, and stays on the page', () => {
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(Response.json({pages: []})))
  const back = vi.spyOn(history, 'back').mockImplementation(() => {})
  openSearch()
  const dialog = document.querySelector('dialog')
  const close = dialog?.querySelector<HTMLButtonElement>('form > button')
  close?.click()
  close?.click()
  dialog?.dispatchEvent(new Event('cancel', {cancelable: true}))
  dialog?.dispatchEvent(new Event('close'))
  expect(back).toHaveBeenCalledOnce()
  back.mockRestore()
})

test('says that there are more results than it shows', async () => {
  const pages = Array.from({length: 21}, (_, index) => ({
    path: `/h5/en/page${index}`,
    name: 'Page',
    sections: [['', 'Otters', ...(index < 20 ? ['Two otters'] : [])]],
  }))
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(Response.json({pages})))
  openSearch()
  const field = document.querySelector('input')
  const search = (query: string) => {
    if (field) field.value = query
    field?.dispatchEvent(new Event('input'))
  }
  search('otters')
  await vi.advanceTimersByTimeAsync(minimumPending)
  expect(status()).toBe('Found: 20+')
  expect(document.querySelectorAll('dialog li')).toHaveLength(20)
  search('two otters')
  expect(status()).toBe('Found: 20')
})
