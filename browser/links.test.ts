// @vitest-environment jsdom
// @vitest-environment-options {"url": "https://site.example/h5/en/lims?from=x"}
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {linkInView} from '../lib/constants.ts'
import {pagePathOf, prefetchLinks, routeLinks} from './links.ts'

const ahead = vi.hoisted(() => ({may: true, tell: () => {}}))
vi.mock('./prefetch.ts', () => ({
  mayPrefetchPage: () => ahead.may,
  subscribeToPrefetch(listener: () => void) {
    ahead.tell = listener
    return () => {
      ahead.tell = () => {}
    }
  },
}))

/** An IntersectionObserver that the test moves. */
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

describe('prefetchLinks', () => {
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
    stop = prefetchLinks({prefetch})
    return stop
  })

  it('fetches the page of a link that stays in sight, and not that of one which is scrolled past', () => {
    Sight.move(find('about'), true)
    vi.advanceTimersByTime(linkInView.stay - 1)
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

  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})

describe('routeLinks', () => {
  const push = vi.fn()

  beforeEach(() => {
    push.mockReset()
    document.body.innerHTML = '<a href="/h5/en/about"><b>About</b></a><a id="place" href="#content">Content</a>'
    const stop = routeLinks({push})
    return stop
  })

  /** Clicks. Returns whether the event's default was kept. */
  function click(selector: string, init: MouseEventInit = {}): boolean {
    // jsdom can navigate to fragments only.
    const left = (event: Event) => {
      heeded = !event.defaultPrevented
      event.preventDefault()
    }
    let heeded = false
    window.addEventListener('click', left, {once: true})
    document.querySelector(selector)?.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, ...init}))
    return heeded
  }

  it('follows a link within the document, with its transition, wherever in it the click falls', () => {
    expect(click('b')).toBe(false)
    expect(push).toHaveBeenCalledExactlyOnceWith('/en/about', {transitionTypes: ['page']})
  })

  it.each([{ctrlKey: true}, {metaKey: true}, {shiftKey: true}, {altKey: true}, {button: 1}])(
    'leaves a click with %j to the browser',
    (init) => {
      expect(click('b', init)).toBe(true)
      expect(push).not.toHaveBeenCalled()
    },
  )

  it('leaves places on the page, and clicks beside any link, to the browser', () => {
    expect(click('#place')).toBe(true)
    expect(click('body')).toBe(true)
    expect(push).not.toHaveBeenCalled()
  })

  it('does not follow what somebody else has taken care of', () => {
    document.querySelector('b')?.addEventListener('click', (event) => event.preventDefault())
    click('b')
    expect(push).not.toHaveBeenCalled()
  })

  it('ends when it is told to', () => {
    routeLinks({push})()
    click('b')
    expect(push).toHaveBeenCalledOnce()
  })
})

describe('pagePathOf', () => {
  function linkOf(html: string): HTMLAnchorElement {
    document.body.innerHTML = html
    const link = document.querySelector('a')
    if (!link) throw new Error(`${html} has no link.`)
    return link
  }

  it.each([
    ['<a href="/h5/en/about">', '/en/about'],
    ['<a href="/h5">', '/'],
    ['<a href="/h5/en/contact?from=/lims">', '/en/contact?from=/lims'],
    ['<a href="/h5/en/demo#lqm-3">', '/en/demo#lqm-3'],
    ['<a href="https://site.example/h5/en/about" target="_self">', '/en/about'],
    ['<a href="/h5/en/lims">', '/en/lims'],
  ])('%s leads to %s', (html, path) => {
    expect(pagePathOf(linkOf(html))).toBe(path)
  })

  it.each([
    '<a>',
    '<a href="#content">',
    '<a href="/h5/en/lims?from=x#content">',
    '<a href="/h5/lims" hreflang="zh-CN">',
    '<a href="/h5/en/privacy" target="_blank">',
    '<a href="/h5/icon.svg" download>',
    '<a href="/h5x/about">',
    '<a href="/studio">',
    '<a href="https://other.example/h5/about">',
    '<a href="mailto:mail@example.com">',
    '<a href="tel:+86">',
  ])('%s is the browser’s to follow', (html) => {
    expect(pagePathOf(linkOf(html))).toBeUndefined()
  })
})
