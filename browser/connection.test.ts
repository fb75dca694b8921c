// @vitest-environment jsdom
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {onlineNoticeDuration} from '../lib/constants.ts'
import {showConnection} from './connection.ts'

const navigation = vi.hoisted(() => ({
  stalled: false,
  stallListeners: new Set<() => void>(),
  pageListeners: new Set<() => void>(),
  retry: vi.fn(),
}))
vi.mock('./followLinks.ts', () => ({
  isStalled: () => navigation.stalled,
  onStall: (listener: () => void) => navigation.stallListeners.add(listener),
  onPage: (listener: () => void) => navigation.pageListeners.add(listener),
  retryNavigation: navigation.retry,
}))

const notices = `<div class="notices" data-about="connection">
  <p data-notice="offline" hidden></p><p data-notice="online" hidden></p>
  <p data-notice="waiting" hidden><button></button></p></div>`
const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-notice]:not([hidden])')].map(({dataset}) => dataset.notice)

/** A link is followed that waits, or waits no longer. */
function tell(stalled: boolean): void {
  navigation.stalled = stalled
  for (const listener of navigation.stallListeners) listener()
}
const happens = (type: string) => window.dispatchEvent(new Event(type))

let added: (() => void)[]
beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = notices
  navigation.stalled = false
  navigation.retry.mockReset()
  added = [window, document].map((target) => {
    const {calls} = vi.spyOn(target, 'addEventListener').mock
    return () => {
      for (const [type, listener] of calls) target.removeEventListener(type, listener)
    }
  })
})
afterEach(() => {
  for (const remove of added) remove()
  navigation.stallListeners.clear()
  navigation.pageListeners.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('tells that the connection is lost, for as long as it is, and for a moment that it is back', () => {
  showConnection()
  expect(shown()).toEqual([])
  happens('offline')
  vi.advanceTimersByTime(10 * onlineNoticeDuration)
  expect(shown()).toEqual(['offline'])
  happens('online')
  vi.advanceTimersByTime(onlineNoticeDuration - 1)
  expect(shown()).toEqual(['online'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

it('tells so on a page that was opened without a connection', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  showConnection()
  expect(shown()).toEqual(['offline'])
})

it('tells of no connection that is back where none was lost', () => {
  showConnection()
  happens('online')
  expect(shown()).toEqual([])
})

it('goes on telling of a connection that is lost again soon', () => {
  showConnection()
  happens('offline')
  happens('online')
  vi.advanceTimersByTime(onlineNoticeDuration - 1)
  happens('offline')
  vi.advanceTimersByTime(onlineNoticeDuration)
  expect(shown()).toEqual(['offline'])
})

it('tells of a link that waits for the connection rather than of the connection', () => {
  showConnection()
  happens('offline')
  tell(true)
  expect(shown()).toEqual(['waiting'])
  tell(false)
  expect(shown()).toEqual(['offline'])
})

it('tells of a link that waits although the browser thinks that it is online', () => {
  showConnection()
  tell(true)
  expect(shown()).toEqual(['waiting'])
})

it('follows the link again at the press of the button', () => {
  showConnection()
  tell(true)
  document.querySelector('button')?.click()
  expect(navigation.retry).toHaveBeenCalledOnce()
})

it('tells the same on a page that comes meanwhile', () => {
  showConnection()
  happens('offline')
  document.body.innerHTML = notices
  for (const listener of navigation.pageListeners) listener()
  expect(shown()).toEqual(['offline'])
})
