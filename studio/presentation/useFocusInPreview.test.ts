// @vitest-environment jsdom
import {cleanup, renderHook} from '@testing-library/react'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {useFocusInPreview} from './useFocusInPreview.ts'

const shown = vi.hoisted(() => ({id: undefined as string | undefined, path: undefined as string | undefined}))
vi.mock('sanity/presentation', () => ({usePresentationParams: () => shown}))

const origin = 'https://site.example'
const frame = document.createElement('iframe')
const sent = vi.fn()

beforeEach(() => {
  document.body.innerHTML = '<div data-testid="field-title"><div data-testid="field-title.zh"><input></div></div>'
  document.body.append(frame)
  vi.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation(sent)
  sent.mockClear()
})
afterEach(cleanup)

const show = (id: string | undefined, path: string | undefined) => {
  Object.assign(shown, {id, path})
  return renderHook(() => useFocusInPreview({iframeRef: {current: frame}, targetOrigin: origin}))
}

test('the page is told of the field that Presentation knows', () => {
  show('page-about', 'lead.en')
  expect(sent).toHaveBeenCalledWith({type: 'site/focus', id: 'page-about', path: 'lead.en'}, origin)
})

test('of a field that was focused before Presentation knew the document, the page is told when it asks', () => {
  document.querySelector('input')?.focus()
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
