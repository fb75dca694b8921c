// @vitest-environment jsdom
// @vitest-environment-options {"url": "https://site.example/h5/en/lims"}
import {beforeEach, expect, it, vi} from 'vitest'
import {linkInSight} from '@/lib/constants'
import {fetchAhead} from './fetchAhead'

const ahead = vi.hoisted(() => ({may: true, tell: () => {}}))
vi.mock('@/browser/aheadOfClick', () => ({
  mayFetchAhead: () => ahead.may,
  subscribeToAhead(listener: () => void) {
    ahead.tell = listener
    return () => {
      ahead.tell = () => {}
    }
  },
}))

/** A browser that says what is in sight when the test does. */
class Sight {
  static move: (target: Element | null, isIntersecting: boolean) => void
  static observed: Element[]
  constructor(callback: (entries: {target: Element | null; isIntersecting: boolean}[]) => void) {
    Sight.observed = []
    Sight.move = (target, isIntersecting) => callback([{target, isIntersecting}])
  }
  observe(element: Element) {
    Sight.observed.push(element)
  }
  disconnect() {
    Sight.observed = []
  }
}

const prefetch = vi.fn()
const find = (id: string) => document.getElementById(id)
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IntersectionObserver', Sight)
  prefetch.mockReset()
  ahead.may = true
  document.body.innerHTML =
    '<a id="about" href="/h5/en/about"><b>About</b></a><a id="other" href="/h5/about" hreflang="zh-CN">中文</a>'
  stop = fetchAhead({prefetch})
  return stop
})

it('fetches the page of a link that stays in sight, and not that of one which is scrolled past', () => {
  Sight.move(find('about'), true)
  vi.advanceTimersByTime(linkInSight.stay - 1)
  Sight.move(find('about'), false)
  vi.runAllTimers()
  expect(prefetch).not.toHaveBeenCalled()
  Sight.move(find('about'), true)
  vi.runAllTimers()
  expect(prefetch).toHaveBeenCalledExactlyOnceWith('/en/about')
})

it('looks only at links that it would follow', () => {
  expect(Sight.observed).toEqual([find('about')])
})

it('fetches what is in sight once it may', () => {
  ahead.may = false
  Sight.move(find('about'), true)
  vi.runAllTimers()
  expect(prefetch).not.toHaveBeenCalled()
  ahead.may = true
  ahead.tell()
  expect(prefetch).toHaveBeenCalledExactlyOnceWith('/en/about')
})

it.each(['pointerover', 'touchstart'])('fetches at once what a visitor reaches for (%s)', (type) => {
  document.querySelector('b')?.dispatchEvent(new Event(type, {bubbles: true}))
  expect(prefetch).toHaveBeenCalledExactlyOnceWith('/en/about')
})

it('fetches nothing that it may not, and nothing after its end', () => {
  ahead.may = false
  find('about')?.dispatchEvent(new Event('pointerover', {bubbles: true}))
  ahead.may = true
  Sight.move(find('about'), true)
  stop()
  vi.runAllTimers()
  ahead.tell()
  find('about')?.dispatchEvent(new Event('pointerover', {bubbles: true}))
  expect(prefetch).not.toHaveBeenCalled()
})
