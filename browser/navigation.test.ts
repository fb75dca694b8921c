// @vitest-environment jsdom
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {chunkTimeout, connectionCheck, progressBar} from '../lib/constants.ts'
import {
  arrive,
  bar,
  cameByLink,
  isStalled,
  retryNavigation,
  setOffline,
  startNavigation,
  subscribeToStall,
} from './navigation.ts'

beforeEach(() => {
  vi.useFakeTimers()
  window.history.replaceState(null, '', '/h5')
  arrive()
})

afterEach(() => {
  setOffline(false)
  arrive()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('a page waits, too, when only the browser knows that the connection is lost', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  startNavigation('/about', 'push')
  vi.advanceTimersByTime(connectionCheck)
  expect([isStalled(), bar.current().failed]).toEqual([true, true])
})

it('a page that loads at once, as a prefetched one does, does not wait for the connection', () => {
  setOffline(true)
  startNavigation('/about', 'push')
  arrive()
  vi.advanceTimersByTime(connectionCheck)
  expect([isStalled(), bar.current().shown]).toEqual([false, false])
})

it('without a connection a page waits: the bar looks failed and those who listen are told', () => {
  const told = vi.fn()
  const stop = subscribeToStall(told)
  setOffline(true)
  startNavigation('/about', 'push')
  vi.advanceTimersByTime(connectionCheck)
  expect([isStalled(), bar.current().failed]).toEqual([true, true])
  expect(told).toHaveBeenCalled()
  stop()
})

it('a connection that is lost on the way lets the page wait, and the page goes on when it is back', () => {
  startNavigation('/about', 'push')
  setOffline(true)
  expect([isStalled(), bar.current().failed]).toEqual([true, true])
  setOffline(false)
  vi.advanceTimersByTime(progressBar.startDelay)
  expect([isStalled(), bar.current().failed, bar.current().shown]).toEqual([false, false, true])
})

it('another try looks for the connection, keeps the way to try again, and looks failed where there is none', () => {
  const look = vi.fn()
  window.addEventListener('online', look, {once: true})
  setOffline(true)
  startNavigation('/about', 'push')
  vi.advanceTimersByTime(connectionCheck + progressBar.hideDelay)
  retryNavigation()
  expect(look).toHaveBeenCalledOnce()
  expect(isStalled()).toBe(true)
  vi.advanceTimersByTime(connectionCheck)
  expect(bar.current().failed).toBe(true)
})

it('a page that waits for the connection does not count as code that failed', () => {
  const stored = vi.spyOn(Storage.prototype, 'setItem')
  setOffline(true)
  startNavigation('/about', 'push')
  vi.advanceTimersByTime(chunkTimeout)
  expect(stored).not.toHaveBeenCalled()
})

it('knows a page that a link led to from one that the browser or its history did', () => {
  startNavigation('/about', 'push')
  expect(cameByLink()).toBe(true)
  startNavigation('/', 'traverse')
  expect(cameByLink()).toBe(false)
})
