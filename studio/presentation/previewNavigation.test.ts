// @vitest-environment jsdom
import {act, cleanup, renderHook} from '@testing-library/react'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {usePreviewFrame, usePreviewNavigate} from './previewNavigation.ts'

const origin = 'https://site.example'
const studio = vi.hoisted(() => ({preview: '', navigate: vi.fn<(path: string) => void>()}))
vi.mock('sanity/presentation', () => ({
  usePresentationParams: () => ({preview: studio.preview}),
  usePresentationNavigate: () => studio.navigate,
}))

beforeEach(() => {
  vi.useFakeTimers()
  studio.navigate.mockReset()
})
afterEach(() => {
  // What is left of a navigation is dropped, as by a click into the page.
  window.dispatchEvent(new Event('blur'))
  cleanup()
  vi.useRealTimers()
})

/** The preview, which shows a path. */
function previewOf(path: string) {
  studio.preview = origin + path
  const frame = {iframeRef: {current: null}, presentationRef: {send: () => {}}, targetOrigin: origin}
  const {result, rerender} = renderHook(() => {
    usePreviewFrame(frame)
    return usePreviewNavigate()
  })
  return {
    choose: (to: string) => act(() => result.current(to)),
    report: (to: string) => {
      studio.preview = origin + to
      rerender()
    },
  }
}

test('a page is chosen again where Presentation took the choice back before it was ever shown', () => {
  const preview = previewOf('/h5/en/advp')
  preview.choose('/h5/en/odoo')
  expect(studio.navigate).toHaveBeenCalledOnce()
  act(() => vi.advanceTimersByTime(2000))
  expect(studio.navigate.mock.calls.slice(1)).toContainEqual(['/h5/en/odoo'])
  preview.report('/h5/en/odoo')
  studio.navigate.mockClear()
  act(() => vi.advanceTimersByTime(60_000))
  expect(studio.navigate).not.toHaveBeenCalled()
})

test('it is chosen again at once where the page that is left reports itself once more', () => {
  const preview = previewOf('/h5/en/advp')
  preview.choose('/h5/en/odoo')
  preview.report('/h5/en/odoo')
  preview.report('/h5/en/advp')
  expect(studio.navigate.mock.calls).toEqual([['/h5/en/odoo'], ['/h5/en/odoo']])
})

test.each(['blur', 'popstate'])('after %s the editor is left alone', (event) => {
  const preview = previewOf('/h5/en/advp')
  preview.choose('/h5/en/odoo')
  window.dispatchEvent(new Event(event))
  act(() => vi.advanceTimersByTime(60_000))
  expect(studio.navigate).toHaveBeenCalledOnce()
})

test('it is chosen again where the page that the preview opens first reports itself only then', () => {
  const preview = previewOf(
    '/h5/api/draft-mode/enable?sanity-preview-secret=x&sanity-preview-pathname=%2Fh5%2Fen%2Fadvp',
  )
  preview.choose('/h5/en/odoo')
  preview.report('/h5/en/odoo')
  preview.report('/h5/en/advp?sanity-preview-perspective=drafts')
  expect(studio.navigate.mock.calls).toEqual([['/h5/en/odoo'], ['/h5/en/odoo']])
})
