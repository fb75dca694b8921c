// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {idleTimeout, pageTransition} from '../lib/constants.ts'

const shared = '<link rel="stylesheet" href="/shared.css">'
const about = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">${shared}<title>About us</title>
  <meta name="description" content="Who we are"></head><body>
  <div class="progress-bar"></div><div id="page"><h1>About us</h1><input id="name"></div></body></html>`
const home = `<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8">${shared}<title>首页</title>
  <link rel="canonical" href="https://site.example/h5"></head><body>
  <div class="progress-bar"></div><div id="page"><h1>首页</h1><p>你好</p></div></body></html>`

/** The same with a stylesheet of its own. */
const styled = home.replace('</head>', '<link rel="stylesheet" href="/home.css"></head>')

const find = <Found extends Element = HTMLElement>(selector: string) => {
  const found = document.querySelector<Found>(selector)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}

/** The module on the page about us, which an extension has added to. */
async function open(): Promise<typeof import('./swapPage.ts')> {
  const parsed = new DOMParser().parseFromString(about, 'text/html')
  document.documentElement.lang = parsed.documentElement.lang
  document.head.innerHTML = parsed.head.innerHTML
  document.body.innerHTML = `${parsed.body.innerHTML}<p id="announcement"></p><aside id="extension"></aside>`
  vi.resetModules()
  const page = await import('./swapPage.ts')
  page.trackHead()
  return page
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('replacePage', () => {
  it('shows the page’s content, title and language', async () => {
    const {parsePage, replacePage} = await open()
    replacePage(parsePage(home))
    expect(find('#page').innerHTML).toBe('<h1>首页</h1><p>你好</p>')
    expect([document.title, document.documentElement.lang]).toEqual(['首页', 'zh-CN'])
    expect(document.querySelectorAll('title')).toHaveLength(1)
    expect(find('link[rel="canonical"]').getAttribute('href')).toBe('https://site.example/h5')
    expect(document.querySelector('meta[name="description"]')).toBeNull()
  })

  it('lets stand what both pages have, so that no stylesheet loads again', async () => {
    const {parsePage, replacePage} = await open()
    const stylesheet = find('link[rel="stylesheet"]')
    const removed = vi.spyOn(stylesheet, 'remove')
    replacePage(parsePage(home))
    expect([...document.querySelectorAll('link[rel="stylesheet"]')]).toEqual([stylesheet])
    expect(removed).not.toHaveBeenCalled()
  })

  it('keeps the stylesheets of all pages loaded, and applies those of the page alone', async () => {
    const {loadStyles, parsePage, replacePage} = await open()
    const page = parsePage(styled)
    const loading = loadStyles(page)
    const sheet = find<HTMLLinkElement>('link[href="/home.css"]')
    const applied = {disabled: false}
    Object.defineProperty(sheet, 'sheet', {value: applied})
    sheet.dispatchEvent(new Event('load'))
    await loading
    // The page before is still shown.
    expect(applied.disabled).toBe(true)
    const first = replacePage(page)
    expect(applied.disabled).toBe(false)
    const left = replacePage(first)
    expect(applied.disabled).toBe(true)
    replacePage(left)
    expect(applied.disabled).toBe(false)
    replacePage(parsePage(about))
    expect(applied.disabled).toBe(true)
    expect([...document.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute('href'))).toEqual([
      '/shared.css',
      '/home.css',
    ])
    expect(find('link[href="/home.css"]')).toBe(sheet)
  })

  it('changes the content before all else, and the language only to another one, as either styles a whole page again', async () => {
    const {parsePage, replacePage} = await open()
    const observer = new MutationObserver(() => {})
    const changed = (html: string) => {
      replacePage(parsePage(html))
      return observer.takeRecords().map(({target, attributeName}) => attributeName ?? target.nodeName)
    }
    observer.observe(document, {subtree: true, childList: true, attributes: true})
    const toChinese = changed(home)
    expect(toChinese[0]).toBe('DIV')
    expect(toChinese.filter((name) => name === 'lang')).toHaveLength(1)
    expect(changed(home.replace('你好', '再见'))).not.toContain('lang')
    observer.disconnect()
  })

  it('lets stand what is not of the page, in the head and in the body', async () => {
    const {parsePage, replacePage} = await open()
    document.head.insertAdjacentHTML('beforeend', '<meta name="extension" content="dark"><style></style>')
    const others = ['.progress-bar', '#announcement', '#extension', 'meta[name="extension"]', 'style'].map((other) =>
      find(other),
    )
    replacePage(replacePage(parsePage(home)))
    for (const other of others) expect(other.isConnected).toBe(true)
  })

  it('returns the page that was left, which can be shown again with its very elements', async () => {
    const {parsePage, replacePage} = await open()
    const input = find<HTMLInputElement>('#name')
    input.value = 'half a na'
    input.focus()
    const left = replacePage(parsePage(home))
    expect(left.focused).toBe(input)
    replacePage(left)
    expect(find('#name')).toBe(input)
    expect(input.value).toBe('half a na')
    expect([document.title, document.documentElement.lang]).toEqual(['About us', 'en'])
    expect(find('meta[name="description"]').getAttribute('content')).toBe('Who we are')
    expect(document.querySelector('link[rel="canonical"]')).toBeNull()
  })

  it('remembers no focus that was outside of the page', async () => {
    const {parsePage, replacePage} = await open()
    find('#extension').tabIndex = 0
    find('#extension').focus()
    expect(replacePage(parsePage(home)).focused).toBeUndefined()
  })

  it('runs no script of the page', async () => {
    const {parsePage, replacePage} = await open()
    replacePage(parsePage(home.replace('你好', '<script>document.title = "Run"</script>')))
    expect(document.title).toBe('首页')
  })

  it('shows nothing where the new page has no content, rather than both', async () => {
    const {parsePage, replacePage} = await open()
    replacePage(parsePage('<title>Empty</title>'))
    expect(find('#page').childNodes).toHaveLength(0)
  })
})

describe('parseAhead', () => {
  it('parses when the browser is idle, so that a click need not, and once for each showing', async () => {
    const {parseAhead, parsePage} = await open()
    const parse = vi.spyOn(DOMParser.prototype, 'parseFromString')
    parseAhead(home)
    expect(parse).not.toHaveBeenCalled()
    vi.advanceTimersByTime(idleTimeout)
    expect(parse).toHaveBeenCalledOnce()
    const page = parsePage(home)
    expect(parse).toHaveBeenCalledOnce()
    expect(page.lang).toBe('zh-CN')
    expect(parsePage(home).body[0]).not.toBe(page.body[0])
  })

  it('parses neither a page that another one follows, nor one that is shown already', async () => {
    const {parseAhead, parsePage} = await open()
    const parse = vi.spyOn(DOMParser.prototype, 'parseFromString')
    parseAhead(about)
    parseAhead(home)
    parsePage(home)
    vi.advanceTimersByTime(idleTimeout)
    expect(parse).toHaveBeenCalledOnce()
  })
})

describe('loadStyles', () => {
  it('waits for each stylesheet that the current page has not, and loads it once', async () => {
    const {loadStyles, parsePage, replacePage} = await open()
    const page = parsePage(styled)
    const loaded = vi.fn()
    const loading = loadStyles(page).then(loaded)
    await vi.advanceTimersByTimeAsync(0)
    const sheet = find('link[href="/home.css"]')
    expect(loaded).not.toHaveBeenCalled()
    sheet.dispatchEvent(new Event('load'))
    await loading
    replacePage(page)
    expect([...document.querySelectorAll('link[rel="stylesheet"]')].at(-1)).toBe(sheet)
    expect(document.querySelectorAll('link[rel="stylesheet"]')).toHaveLength(2)
  })

  it('waits for one that is being loaded beforehand, and for none that has been', async () => {
    const {loadStyles, loadStylesAhead, parsePage} = await open()
    loadStylesAhead(styled)
    const loaded = vi.fn()
    const loading = loadStyles(parsePage(styled)).then(loaded)
    await vi.advanceTimersByTimeAsync(0)
    expect(loaded).not.toHaveBeenCalled()
    find('link[href="/home.css"]').dispatchEvent(new Event('load'))
    await loading
    await loadStyles(parsePage(styled))
    loadStylesAhead(styled)
    expect(document.querySelectorAll('link[href="/home.css"]')).toHaveLength(1)
  })

  it('loads again at the click what could not be loaded beforehand', async () => {
    const {loadStyles, loadStylesAhead, parsePage} = await open()
    loadStylesAhead(styled)
    find('link[href="/home.css"]').dispatchEvent(new Event('error'))
    await vi.advanceTimersByTimeAsync(0)
    const loading = loadStyles(parsePage(styled))
    find('link[href="/home.css"]').dispatchEvent(new Event('load'))
    await loading
  })

  it('rejects if a stylesheet cannot be loaded, and leaves none behind', async () => {
    const {loadStyles, parsePage} = await open()
    const loading = loadStyles(parsePage(styled))
    find('link[href="/home.css"]').dispatchEvent(new Event('error'))
    await expect(loading).rejects.toThrow()
    expect(document.querySelectorAll('link[rel="stylesheet"]')).toHaveLength(1)
  })

  it('tries again, when the page comes again, what could not be loaded', async () => {
    const {loadStyles, parsePage, replacePage} = await open()
    const failing = loadStyles(parsePage(styled))
    find('link[href="/home.css"]').dispatchEvent(new Event('error'))
    await failing.catch(() => undefined)
    // Shown all the same, as without a connection.
    replacePage(parsePage(styled))
    const loaded = vi.fn()
    const again = loadStyles(parsePage(styled)).then(loaded)
    await Promise.resolve()
    expect(loaded).not.toHaveBeenCalled()
    find('link[href="/home.css"]').dispatchEvent(new Event('load'))
    await again
    expect(document.querySelectorAll('link[href="/home.css"]')).toHaveLength(1)
  })

  it('waits for nothing where all are there', async () => {
    const {loadStyles, parsePage} = await open()
    const before = document.head.innerHTML
    await loadStyles(parsePage(home))
    expect(document.head.innerHTML).toBe(before)
  })
})

describe('withTransition', () => {
  const skipTransition = vi.fn()
  const startViewTransition = vi.fn((callback: () => void) => {
    callback()
    const skipped = () => Promise.reject(new DOMException('Skipped', 'AbortError'))
    return {ready: skipped(), finished: skipped(), updateCallbackDone: Promise.resolve(), skipTransition}
  })
  const reduceMotion = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({matches}))

  beforeEach(() => {
    startViewTransition.mockClear()
    skipTransition.mockClear()
    Object.defineProperty(document, 'startViewTransition', {configurable: true, value: startViewTransition})
    reduceMotion(false)
    return () => Reflect.deleteProperty(document, 'startViewTransition')
  })

  it('replaces the page within a transition, although the browser may skip it', async () => {
    const {withTransition} = await open()
    const replace = vi.fn()
    await withTransition(replace)
    expect(replace).toHaveBeenCalledOnce()
    expect(startViewTransition).toHaveBeenCalledOnce()
  })

  it('replaces it at once for visitors who asked for less motion', async () => {
    reduceMotion(true)
    const {withTransition} = await open()
    const replace = vi.fn()
    withTransition(replace)
    expect(replace).toHaveBeenCalledOnce()
    expect(startViewTransition).not.toHaveBeenCalled()
  })

  it('replaces it at once where the browser has no transitions', async () => {
    Object.defineProperty(document, 'startViewTransition', {configurable: true, value: undefined})
    const {withTransition} = await open()
    const replace = vi.fn()
    withTransition(replace)
    expect(replace).toHaveBeenCalledOnce()
  })

  it('stopTransition ends it at once, with all of the page laid out', async () => {
    const {startEntering, stopTransition, withTransition} = await open()
    await withTransition(() => startEntering({fromTop: true}))
    stopTransition()
    expect(skipTransition).toHaveBeenCalledOnce()
    expect(document.body.dataset.entering).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('startEntering', () => {
  it('lasts for the transition and until the browser is idle', async () => {
    const {startEntering} = await open()
    startEntering({fromTop: true})
    vi.advanceTimersByTime(pageTransition.out + pageTransition.in + idleTimeout - 1)
    expect(document.body.dataset.entering).toBe('')
    vi.advanceTimersByTime(1)
    expect(document.body.dataset.entering).toBeUndefined()
  })

  it.each([pageTransition.out, pageTransition.out + pageTransition.in + 1])(
    'begins anew where another page enters after %i ms',
    async (time) => {
      const {startEntering} = await open()
      startEntering({fromTop: true})
      vi.advanceTimersByTime(time)
      startEntering({fromTop: true})
      vi.advanceTimersByTime(pageTransition.out + pageTransition.in + idleTimeout - 1)
      expect(document.body.dataset.entering).toBe('')
      vi.advanceTimersByTime(1)
      expect(document.body.dataset.entering).toBeUndefined()
    },
  )
})

describe('the first frame of an entering page', () => {
  const blocksBelow = (top: number) => {
    const blocks = Array.from({length: 20}, (_, index) => `<section id="block${index}"></section>`).join('')
    find('#page').innerHTML =
      `<article><div data-markup></div><div data-markup>${blocks}</div></article><footer></footer>`
    vi.spyOn(find('#block0'), 'getBoundingClientRect').mockReturnValue({
      ...find('#block0').getBoundingClientRect(),
      top,
    })
  }
  const skipped = () => document.querySelectorAll('[style*="content-visibility: hidden"]').length

  beforeEach(() => {
    // jsdom knows no `content-visibility`.
    Object.defineProperty(CSSStyleDeclaration.prototype, 'contentVisibility', {
      configurable: true,
      set(this: CSSStyleDeclaration, value: string) {
        if (value) this.cssText = `content-visibility: ${value}`
        else this.cssText = ''
      },
    })
    return () => Reflect.deleteProperty(CSSStyleDeclaration.prototype, 'contentVisibility')
  })

  it('lays out no block that is below the window for certain, and the next frame all near it', async () => {
    const {startEntering} = await open()
    blocksBelow(innerHeight - 100)
    startEntering({fromTop: true})
    vi.advanceTimersToNextFrame()
    expect(skipped()).toBe(19)
    vi.advanceTimersByTime(50)
    expect(skipped()).toBe(0)
  })

  it('lays out all of a page that takes its place before it was shown', async () => {
    const {startEntering, stopTransition} = await open()
    blocksBelow(innerHeight - 100)
    startEntering({fromTop: true})
    stopTransition()
    vi.advanceTimersToNextFrame()
    expect(skipped()).toBe(0)
  })
})

describe('announcePage', () => {
  it('names the page to screen readers and moves the focus to its heading', async () => {
    const {announcePage} = await open()
    announcePage(undefined)
    expect(find('#announcement').textContent).toBe('About us')
    expect(document.activeElement).toBe(find('h1'))
    expect(find('h1').tabIndex).toBe(-1)
  })

  it('moves the focus back to where it was when the page was left', async () => {
    const {announcePage} = await open()
    announcePage(find('#name'))
    expect(document.activeElement).toBe(find('#name'))
    expect(find('h1').hasAttribute('tabindex')).toBe(false)
    expect(find('#announcement').textContent).toBe('About us')
  })

  it('moves the focus to the section that the address names', async () => {
    const {announcePage} = await open()
    const section = find('#name').parentElement ?? find('h1')
    section.id = 'section-faq1'
    // jsdom has no `:target` after a change of the hash.
    const query = document.querySelector.bind(document)
    vi.spyOn(document, 'querySelector').mockImplementation((selector) =>
      selector === ':target' ? section : query(selector),
    )
    announcePage(undefined)
    expect(document.activeElement).toBe(section)
    expect(section.tabIndex).toBe(-1)
  })

  it('does not scroll to what has the focus', async () => {
    const {announcePage} = await open()
    const focus = vi.spyOn(find('h1'), 'focus')
    announcePage(undefined)
    expect(focus).toHaveBeenCalledWith({preventScroll: true})
  })

  it('announces a page without a heading, too', async () => {
    const {announcePage} = await open()
    find('h1').remove()
    announcePage(undefined)
    expect(find('#announcement').textContent).toBe('About us')
  })
})
