// @vitest-environment jsdom
import {act, cleanup, renderHook} from '@testing-library/react'
import {afterEach, beforeEach, expect, onTestFinished, test, vi} from 'vitest'
import {registerForm} from '../focus/goToField.ts'
import {useFocusedField, useFocusInPreview, useFormOnClick} from './useFocusInPreview.ts'

const shown = vi.hoisted(() => ({id: undefined as string | undefined, path: undefined as string | undefined}))
vi.mock('sanity/presentation', () => ({usePresentationParams: () => shown}))

const origin = 'https://site.example'
const frame = document.createElement('iframe')
const sent = vi.fn()

beforeEach(() => {
  const field = (language: string) => `<div data-testid="field-title.${language}"><input id="${language}"></div>`
  document.body.innerHTML = `<div data-testid="field-title">${field('zh')}${field('en')}</div><div data-testid="field-group-tabs"><button></button></div>`
  document.body.append(frame)
  vi.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation(sent)
  sent.mockClear()
})
afterEach(cleanup)

const show = (id: string | undefined, path: string | undefined) => {
  Object.assign(shown, {id, path})
  return renderHook(() => {
    const field = useFocusedField()
    useFocusInPreview({iframeRef: {current: frame}, targetOrigin: origin}, field)
    return field
  })
}
const focus = (selector: string) => act(() => document.querySelector<HTMLElement>(selector)?.focus())

test('the page is told of the field that Presentation knows', () => {
  show('page-about', 'lead.en')
  expect(sent).toHaveBeenCalledWith({type: 'site/focus', id: 'page-about', path: 'lead.en'}, origin)
})

test('of a field that was focused before Presentation knew the document, the page is told when it asks', () => {
  focus('#zh')
  show('page-about', undefined)
  sent.mockClear()
  window.dispatchEvent(new MessageEvent('message', {data: {type: 'site/shown'}, origin, source: frame.contentWindow}))
  expect(sent).toHaveBeenCalledWith({type: 'site/focus', id: 'page-about', path: 'title.zh'}, origin)
})

test('without a document or a focused field the page is told nothing', () => {
  show(undefined, 'title.zh')
  show('page-about', undefined)
  expect(sent).not.toHaveBeenCalled()
})

test('the field that has the focus counts where Presentation forgets it, or still names another one', () => {
  const {result, rerender} = show('page-about', undefined)
  focus('#zh')
  expect(result.current).toBe('title.zh')
  expect(sent).toHaveBeenLastCalledWith({type: 'site/focus', id: 'page-about', path: 'title.zh'}, origin)
  shown.path = 'title.zh'
  rerender()
  focus('#en')
  expect(result.current).toBe('title.en')
})

test('outside of all fields it is what Presentation names, also after the focused field is gone', () => {
  const {result, rerender} = show('page-about', 'lead.en')
  focus('#zh')
  focus('button')
  expect(result.current).toBe('lead.en')
  focus('#zh')
  document.querySelector('#zh')?.remove()
  rerender()
  expect(result.current).toBe('lead.en')
})

test('Presentation may know which part of the focused field is meant', () => {
  focus('#zh')
  const {result} = show('page-about', 'title.zh[_key=="a"]')
  expect(result.current).toBe('title.zh[_key=="a"]')
})

/** A narrow screen with the forms of some documents, and clicks on the page. */
function narrowScreen(...documents: string[]) {
  const tab = document.createElement('button')
  tab.id = 'presentation-narrow-tab-content'
  const opened = vi.fn()
  tab.addEventListener('click', opened)
  document.body.append(tab)
  const visited = vi.fn()
  for (const id of documents) onTestFinished(registerForm(id, (path) => visited(id, path)))
  const {unmount} = renderHook(() => useFormOnClick({iframeRef: {current: frame}, targetOrigin: origin}))
  onTestFinished(unmount)
  const click = (id: string, {type = 'visual-editing/focus', ...from}: MessageEventInit & {type?: string} = {}) => {
    const page = {origin, source: frame.contentWindow}
    const data = {type, data: {id, path: 'blocks:a.title.zh'}}
    window.dispatchEvent(new MessageEvent('message', {data, ...page, ...from}))
  }
  return {click, opened, tab, visited}
}

test('a click on the page brings the caret to the field, each time, and on a narrow screen shows the form', () => {
  const {click, opened, tab, visited} = narrowScreen('page-about')
  const field = ['page-about', 'blocks[_key=="a"].title.zh']
  for (const type of ['overlay/focus', 'visual-editing/focus']) click('page-about', {type})
  expect(visited.mock.calls).toEqual([field, field])
  expect(opened).toHaveBeenCalledTimes(2)
  tab.remove()
  click('versions.spring.page-about')
  expect(visited.mock.calls).toEqual([field, field, field])
})

test('a click on a text of another document waits for its form, and leaves a field with the same path alone', () => {
  const {click, visited} = narrowScreen('page-about')
  click('navigation')
  expect(visited).not.toHaveBeenCalled()
  onTestFinished(registerForm('navigation', (path) => visited('navigation', path)))
  expect(visited.mock.calls).toEqual([['navigation', 'blocks[_key=="a"].title.zh']])
})

test('other messages lead to no field', () => {
  const {click, opened, visited} = narrowScreen('page-about')
  click('page-about', {origin: 'https://other.example'})
  click('page-about', {source: window})
  click('page-about', {type: 'visual-editing/toggle'})
  expect(visited).not.toHaveBeenCalled()
  expect(opened).not.toHaveBeenCalled()
})
