// @vitest-environment jsdom
// @vitest-environment-options {"url": "https://site.example/h5/en/lims?from=x"}
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {linkInView} from '../lib/constants.ts'
import {isPage, isPlainClick, leadsToPage, prefetchLinks, rememberLanguage} from './links.ts'

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
      '<a id="about" href="/h5/en/about"><b>About</b></a><a id="other" href="/h5/icon.svg">Icon</a><a id="own" href="/h5/en/lims">LIMS</a>'
    stop = prefetchLinks(prefetch)
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
    expect(prefetch).toHaveBeenCalledExactlyOnceWith('https://site.example/h5/en/about', false)
  })

  it('observes only links that lead to pages', () => {
    expect(Sight.observed).toEqual([find('about'), find('own')])
  })

  it('fetches what is in sight once it may', () => {
    ahead.may = false
    Sight.move(find('about'), true)
    vi.runAllTimers()
    expect(prefetch).not.toHaveBeenCalled()
    ahead.may = true
    ahead.tell()
    expect(prefetch).toHaveBeenCalledExactlyOnceWith('https://site.example/h5/en/about', false)
  })

  it.each(['pointerover', 'touchstart'])(
    'fetches a page at once when a pointer or finger is on its link, and tells that it is (%s)',
    (type) => {
      document.querySelector('b')?.dispatchEvent(new Event(type, {bubbles: true}))
      expect(prefetch).toHaveBeenCalledExactlyOnceWith('https://site.example/h5/en/about', true)
    },
  )

  it('does not fetch the page that is shown', () => {
    Sight.move(find('own'), true)
    find('own')?.dispatchEvent(new Event('pointerover', {bubbles: true}))
    vi.runAllTimers()
    expect(prefetch).not.toHaveBeenCalled()
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

/** A link that follows `html`, which may leave it open. */
function linkOf(html: string): HTMLAnchorElement {
  document.body.innerHTML = html
  const link = document.querySelector('a')
  if (!link) throw new Error(`${html} has no link.`)
  return link
}

describe('leadsToPage', () => {
  it.each([
    '<a href="/h5/en/about">',
    '<a href="/h5">',
    '<a href="/h5/en/contact?from=/lims">',
    '<a href="/h5/en/demo#lqm-3">',
    '<a href="https://site.example/h5/en/about" target="_self">',
    '<a href="/h5/en/lims">',
    '<a href="/h5/lims" hreflang="zh-CN">',
    '<a href="/h5/en/lims#content">',
  ])('%s leads to a page', (html) => {
    expect(leadsToPage(linkOf(html))).toBe(true)
  })

  it.each([
    '<a>',
    '<a href="#content">',
    '<a href="/h5/en/lims?from=x#content">',
    '<a href="/h5/en/privacy" target="_blank">',
    '<a href="/h5/en/about" download>',
    '<a href="/h5/icon.svg">',
    '<a href="/h5x/about">',
    '<a href="/studio">',
    '<a href="https://other.example/h5/about">',
    '<a href="mailto:mail@example.com">',
    '<a href="tel:+86">',
  ])('%s is the browser’s to follow', (html) => {
    expect(leadsToPage(linkOf(html))).toBe(false)
  })
})

describe('isPage', () => {
  const origin = 'https://site.example'

  it.each(['/h5', '/h5/', '/h5/about', '/h5/en', '/h5/en/limsPages/entrust', '/h5/apiary'])(
    '%s is a page',
    (pathname) => {
      expect(isPage({origin, pathname})).toBe(true)
    },
  )

  it.each([
    '/',
    '/h5x',
    '/h5/api/enquiries',
    '/h5/payloads/about.json',
    '/h5/payloads/articles/zh/lims',
    '/h5/shareImages/about.png',
    '/h5/_next/image',
    '/h5/manifest.WEBMANIFEST',
  ])('%s is none', (pathname) => {
    expect(isPage({origin, pathname})).toBe(false)
  })

  it('pages of other sites are none', () => {
    expect(isPage({origin: 'https://other.example', pathname: '/h5/about'})).toBe(false)
    expect(isPage({origin: 'http://site.example', pathname: '/h5/about'})).toBe(false)
  })
})

describe('isPlainClick', () => {
  it('tells a click from one that asks for a tab, a window or a download', () => {
    expect(isPlainClick(new MouseEvent('click'))).toBe(true)
    for (const init of [{ctrlKey: true}, {metaKey: true}, {shiftKey: true}, {altKey: true}, {button: 1}]) {
      expect(isPlainClick(new MouseEvent('click', init))).toBe(false)
    }
  })
})

describe('rememberLanguage', () => {
  let stored: string[]

  beforeEach(() => {
    stored = []
    vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => stored.push(cookie))
    const listen = vi.spyOn(document, 'addEventListener')
    rememberLanguage()
    const calls = [...listen.mock.calls]
    // jsdom can navigate to fragments only.
    const stay = (event: Event) => event.preventDefault()
    document.addEventListener('click', stay)
    return () => {
      for (const [type, listener] of [...calls, ['click', stay] as const]) document.removeEventListener(type, listener)
      vi.restoreAllMocks()
    }
  })

  it.each([
    ['zh-CN', 'lang=zh; Max-Age=31536000; Path=/; SameSite=Lax'],
    ['en', 'lang=en; Max-Age=31536000; Path=/; SameSite=Lax'],
  ])('keeps the language of a clicked link to %s for a year, wherever in it the click falls', (tag, cookie) => {
    linkOf(`<a href="/h5/about" hreflang="${tag}"><b>Language</b></a>`)
    document.querySelector('b')?.click()
    expect(stored).toEqual([cookie])
  })

  it('leads to the same search, which says where a visitor of the contact page came from', () => {
    history.replaceState(null, '', '?from=/lims')
    const link = linkOf('<a href="/h5/en/contact" hreflang="en">')
    link.click()
    expect(link.pathname + link.search).toBe('/h5/en/contact?from=/lims')
    history.replaceState(null, '', location.pathname)
  })

  it('leads to the same place of the page', () => {
    location.hash = '#lims-3'
    const link = linkOf('<a href="/h5/en/demo" hreflang="en">')
    link.click()
    expect(link.getAttribute('href')).toMatch(/\/h5\/en\/demo#lims-3$/)
    location.hash = ''
    link.click()
    expect(link.hash).toBe('')
  })

  it.each([
    '<a href="/h5/en/about">',
    '<a href="/h5/fr/about" hreflang="fr">',
    '<link hreflang="en"><a href="/h5/en/about">',
  ])('%s changes nothing', (html) => {
    linkOf(html).click()
    expect(stored).toEqual([])
  })
})
