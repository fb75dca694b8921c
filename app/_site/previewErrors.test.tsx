// @vitest-environment jsdom
import {act, cleanup, render} from '@testing-library/react'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import GlobalError from '@/app/global-error'
import {ErrorView} from '@/components/ErrorView'
import {DraftOverlay} from './DraftOverlay.tsx'

vi.mock('next-sanity/visual-editing', () => ({VisualEditing: () => null}))
vi.mock('next/navigation', () => ({usePathname: () => '/ui', useRouter: () => ({refresh: () => undefined})}))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const overlay = (
  <DraftOverlay
    events="/events"
    perspective="/perspective"
    shown="drafts"
    studio="http://localhost:3333"
    notice=""
    leave=""
    action="/leave"
  />
)

test('a page that failed in a preview is rendered again by itself, until it is there', () => {
  const retry = vi.fn()
  const {rerender} = render(
    <>
      <ErrorView locale="en" error={new Error()} retry={retry} />
      {overlay}
    </>,
  )
  act(() => vi.advanceTimersByTime(10_000))
  const retries = retry.mock.calls.length
  expect(retries).toBeGreaterThan(1)
  rerender(overlay)
  act(() => vi.advanceTimersByTime(10_000))
  expect(retry).toHaveBeenCalledTimes(retries)
})

test('a preview whose whole document failed is loaded again by itself, and a visitor’s is not', () => {
  // React warns of a document within Testing Library's container.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const reload = vi.fn()
  vi.stubGlobal('location', {pathname: '/h5/en/ui', reload})
  const {unmount} = render(<GlobalError error={new Error()} />)
  act(() => vi.advanceTimersByTime(10_000))
  expect(reload).not.toHaveBeenCalled()
  unmount()
  vi.stubGlobal('parent', {})
  render(<GlobalError error={new Error()} />)
  act(() => vi.advanceTimersByTime(3000))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('for a visitor it waits for the button', () => {
  const retry = vi.fn()
  render(<ErrorView locale="en" error={new Error()} retry={retry} />)
  act(() => vi.advanceTimersByTime(10_000))
  expect(retry).not.toHaveBeenCalled()
})

test('a preview hears the Studio and itself, and no other window, whenever it began to listen', () => {
  const heard = vi.fn()
  const listen = ({origin, data}: MessageEvent<unknown>) => heard(origin, data)
  window.addEventListener('message', listen)
  render(overlay)
  for (const origin of ['http://localhost:3333', 'http://localhost:4000', 'http://studio.example', 'null', ''])
    window.dispatchEvent(new MessageEvent('message', {origin, data: 'a greeting'}))
  window.dispatchEvent(new MessageEvent('message', {origin: location.origin, source: window, data: 'its own'}))
  expect(heard.mock.calls).toEqual([
    ['http://localhost:3333', 'a greeting'],
    [location.origin, 'its own'],
  ])
  cleanup()
  window.removeEventListener('message', listen)
})
