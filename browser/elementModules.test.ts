// @vitest-environment jsdom
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {pageModeName} from '../lib/pageMode.ts'
import {loadElementModules} from './elementModules.ts'

const page = vi.hoisted(() => ({isReplaced: () => {}}))
vi.mock('./followLinks.ts', () => ({
  onPage(listener: () => void) {
    page.isReplaced = listener
  },
}))

const moduleOf = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`
/** Counts how often it got the element. */
const counter = moduleOf('export const attach = (element) => { element.title += "I" }')

/** The text that each element's module has written into it. */
async function written(): Promise<string[]> {
  await vi.dynamicImportSettled()
  return [...document.querySelectorAll<HTMLElement>('#page > *')].map(({title}) => title)
}

beforeEach(() => {
  document.head.innerHTML = ''
  document.body.innerHTML = `<div id="page"><form data-module="${counter}"></form><form data-module="${counter}"></form><p></p></div>`
})

afterEach(() => {
  vi.restoreAllMocks()
})

it('gives each element that names a module to it', async () => {
  loadElementModules()
  expect(await written()).toEqual(['I', 'I', ''])
})

it('does so for the elements of a page that comes later, and once for those that come back', async () => {
  loadElementModules()
  await written()
  const first = document.querySelector('form')
  document.querySelector('#page')?.insertAdjacentHTML('beforeend', `<form data-module="${counter}"></form>`)
  page.isReplaced()
  expect(await written()).toEqual(['I', 'I', '', 'I'])
  first?.remove()
  page.isReplaced()
  if (first) document.querySelector('#page')?.append(first)
  page.isReplaced()
  expect(await written()).toEqual(['I', '', 'I', 'I'])
})

it('detaches a module that can be, once its element leaves the page, and attaches it again if that comes back', async () => {
  const both = moduleOf(
    'export const attach = (element) => { element.title += "I"; return () => { element.title += "O" } }',
  )
  document.querySelector('p')?.setAttribute('data-module', both)
  loadElementModules()
  expect(await written()).toEqual(['I', 'I', 'I'])
  const leaving = document.querySelector('p')
  leaving?.remove()
  page.isReplaced()
  page.isReplaced()
  expect(leaving?.title).toBe('IO')
  if (leaving) document.querySelector('#page')?.append(leaving)
  page.isReplaced()
  expect(await written()).toEqual(['I', 'I', 'IOI'])
})

it('detaches one whose element left while it was loading', async () => {
  const both = moduleOf(
    'export const attach = (element) => { element.title += "I"; return () => { element.title += "O" } }',
  )
  const leaving = document.querySelector('p')
  leaving?.setAttribute('data-module', both)
  loadElementModules()
  leaving?.remove()
  await written()
  expect(leaving?.title).toBe('IO')
})

it('does so in a preview for elements that Next’s router brings', async () => {
  document.head.innerHTML = `<meta name="${pageModeName}" content="draft">`
  const observe = vi.spyOn(MutationObserver.prototype, 'observe')
  loadElementModules()
  document.querySelector('p')?.setAttribute('data-module', counter)
  document.querySelector('#page')?.insertAdjacentHTML('beforeend', `<form data-module="${counter}"></form>`)
  await Promise.resolve()
  expect(await written()).toEqual(['I', 'I', 'I', 'I'])
  for (const observer of observe.mock.contexts) if (observer instanceof MutationObserver) observer.disconnect()
})

it.each([
  ['cannot be loaded', 'data:text/javascript,syntax error'],
  ['has no behaviour', moduleOf('export const other = 1')],
  ['fails', moduleOf('export const attach = () => { throw new Error("Attach failed") }')],
])('leaves an element whose module %s as it is, and the others work', async (_, broken) => {
  document.querySelector('form')?.setAttribute('data-module', broken)
  loadElementModules()
  expect(await written()).toEqual(['', 'I', ''])
})
