// @vitest-environment jsdom
import {act, cleanup, renderHook} from '@testing-library/react'
import {afterEach, beforeEach, expect, onTestFinished, test, vi} from 'vitest'
import {useFocusedField, useFocusInPreview, useFormOnClick} from './useFocusInPreview.ts'

const shown = vi.hoisted(() => ({id: undefined as string | undefined, path: undefined as string | undefined}))
vi.mock('sanity/presentation', () => ({usePresentationParams: () => shown}))
const navigateIntent = vi.hoisted(() => vi.fn())
vi.mock('sanity/router', () => ({useRouter: () => ({navigateIntent})}))

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

/** A form beside the page of `page-about`, and clicks on that page. */
function clicks({narrow = false} = {}) {
  vi.useFakeTimers()
  Element.prototype.checkVisibility = () => true
  Element.prototype.scrollIntoView = () => {}
  shown.id = 'page-about'
  const tab = document.createElement('button')
  tab.id = 'presentation-narrow-tab-content'
  const opened = vi.fn()
  tab.addEventListener('click', opened)
  if (narrow) document.body.append(tab)
  const context = {overlaysConnection: 'connecting', visualEditingOverlaysEnabled: false}
  const presentationRef = {getSnapshot: () => ({context})}
  const {rerender, unmount} = renderHook(() =>
    useFormOnClick({iframeRef: {current: frame}, presentationRef, targetOrigin: origin}),
  )
  onTestFinished(() => {
    unmount()
    vi.useRealTimers()
  })
  const click = (path: string, {type = 'visual-editing/focus', id = 'page-about', ...from}: Partial<Click> = {}) =>
    act(() => {
      frame.focus()
      const page = {origin, source: frame.contentWindow}
      window.dispatchEvent(new MessageEvent('message', {data: {type, data: {id, path}}, ...page, ...from}))
    })
  const wait = () => act(() => vi.advanceTimersByTime(1000))
  /** A click that Presentation has not taken, on a title. */
  const miss = (overlaysConnection: string, visualEditingOverlaysEnabled: boolean) => {
    Object.assign(context, {overlaysConnection, visualEditingOverlaysEnabled})
    const data = {type: 'site/missedClick', id: 'page-about', documentType: 'page', path: 'title.zh'}
    act(() => void window.dispatchEvent(new MessageEvent('message', {data, origin, source: frame.contentWindow})))
  }
  return {click, miss, opened, rerender, wait}
}
type Click = MessageEventInit & {type: string; id: string}

const focusedId = () => document.activeElement?.id

test.each([{narrow: true}, {narrow: false}])(
  'a click on the page puts the caret into the field each time, also where it was last (narrow: $narrow)',
  ({narrow}) => {
    const {click, opened, wait} = clicks({narrow})
    for (const type of ['overlay/focus', 'visual-editing/focus', 'visual-editing/focus']) {
      click('zh', {type, id: 'drafts.page-about'})
      wait()
      expect(focusedId()).toBe('zh')
    }
    expect(opened).toHaveBeenCalledTimes(narrow ? 3 : 0)
  },
)

test('a field that Presentation has moved the caret to keeps it', () => {
  const {click, wait} = clicks()
  click('zh')
  focus('#en')
  wait()
  expect(focusedId()).toBe('en')
})

test('a click on another document reaches no field of the form that is still shown, and that form once it is open', () => {
  const {click, rerender, wait} = clicks()
  click('zh', {id: 'page-other'})
  wait()
  expect(document.activeElement).toBe(frame)
  shown.id = 'page-other'
  rerender()
  wait()
  expect(focusedId()).toBe('zh')
})

test('a click is followed once: the caret stays where the editor moved it when the document is opened again', () => {
  const {click, rerender, wait} = clicks()
  click('zh')
  wait()
  act(() => frame.focus())
  for (const id of ['page-other', 'page-about']) {
    shown.id = id
    rerender()
    wait()
  }
  expect(document.activeElement).toBe(frame)
})

test('other messages show no form and move no caret', () => {
  const {click, opened, wait} = clicks({narrow: true})
  click('zh', {origin: 'https://other.example'})
  click('zh', {source: window})
  click('zh', {type: 'visual-editing/toggle'})
  wait()
  expect(opened).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(frame)
})

test.each([
  ['before Presentation is connected to the page', 'connecting', false, 1],
  ['while the pointer rests on a text', 'connected', true, 1],
  ['while editing by clicks is switched off', 'connected', false, 0],
])(
  'a click that Presentation has missed opens its field, unless these are switched off: %s',
  (_, connection, enabled, times) => {
    navigateIntent.mockClear()
    const {miss, opened} = clicks({narrow: true})
    miss(connection, enabled)
    const field = ['edit', {id: 'page-about', type: 'page', path: 'title.zh'}]
    expect(navigateIntent.mock.calls).toEqual(times ? [field] : [])
    expect(opened).toHaveBeenCalledTimes(times)
  },
)
