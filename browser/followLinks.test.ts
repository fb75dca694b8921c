// @vitest-environment jsdom
// @vitest-environment-options {"url": "https://site.example/h5/en/about"}
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {chunkTimeout, connectionCheck, connectionRetry, freshnessInterval, idleTimeout} from '../lib/constants.ts'
import {lightMarkOf} from '../lib/pageMode.ts'

const origin = 'https://site.example'
const light = lightMarkOf('build-1')

/** A page's HTML: its path is its title and heading. */
const pageAt = (path: string, mark = light) =>
  `<!DOCTYPE html><html lang="en"><head>${mark}<title>${path}</title></head><body><div id="page">
    <h1>${path}</h1><details><summary>More</summary></details><input><p id="part"></p>
    <a href="${path}/next">Next</a></div></body></html>`

interface Answer {
  html?: string
  status?: number
  redirected?: boolean
}
/** Responses by path, other than the light page; a rejection is a lost connection. */
const answers = new Map<string, () => Answer | Promise<Answer>>()
const fetched = vi.fn<typeof fetch>(async (input, init) => {
  const path = String(input)
  const aborted = new Promise<never>((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })
  const answer = answers.get(path)?.() ?? {}
  const {html = pageAt(path), status = 200, redirected = false} = await Promise.race([answer, aborted])
  const response = new Response(html, {status, headers: {'content-type': 'text/html; charset=utf-8'}})
  return Object.defineProperty(response, 'redirected', {value: redirected})
})
const pathsFetched = () => fetched.mock.calls.map(([input]) => String(input))
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
/** A server that answers when the test says so. */
function hold(path: string): () => Promise<unknown> {
  const held = Promise.withResolvers<Answer>()
  answers.set(path, () => held.promise)
  return () => {
    held.resolve({})
    return settle()
  }
}

interface NavigateInit {
  navigationType?: string
  sameDocument?: boolean
  id?: string
  isCancelable?: boolean
  [member: string]: unknown
}

/** A browser with history and the Navigation API, as far as `followLinks.ts` sees them (WHATWG HTML, 7.2.7). */
class Browser {
  /** URLs that it loads itself. */
  readonly loads: string[] = []
  readonly location = Object.assign(new URL('/h5/en/about', origin), {
    assign: (url: string) => void this.navigate(url),
    reload: () => this.loads.push(`reload ${this.location.href}`),
  })
  readonly scrolled = vi.fn()
  readonly navigation = Object.assign(new EventTarget(), {
    currentEntry: {id: 'entry-0', url: this.location.href},
    navigate: (url: string) => void this.navigate(url),
  })
  private entries = [this.navigation.currentEntry]
  private ongoing = new AbortController()

  /** Follows a link, or does what `init` says. Resolves when it is done, or in the hands of the page. */
  async navigate(
    url: string,
    {navigationType = 'push', sameDocument = false, id = '', isCancelable = true, ...init}: NavigateInit = {},
  ) {
    const {href} = new URL(url, this.location.href)
    const ongoing = new AbortController()
    const handlers: (() => Promise<void>)[] = []
    const event = Object.assign(new Event('navigate', {cancelable: isCancelable}), {
      destination: {url: href, id, sameDocument},
      navigationType,
      hashChange: false,
      downloadRequest: null,
      formData: null,
      canIntercept: true,
      signal: ongoing.signal,
      scroll: this.scrolled,
      intercept: ({handler}: {handler: () => Promise<void>}) => handlers.push(handler),
      ...init,
    })
    this.navigation.dispatchEvent(event)
    if (event.defaultPrevented) {
      this.navigation.dispatchEvent(new Event('navigateerror'))
      return event
    }
    this.ongoing.abort()
    this.ongoing = ongoing
    if (handlers.length > 0 || sameDocument) this.commit(href, id)
    else this.loads.push(href)
    for (const handler of handlers) await handler()
    return event
  }

  /** Goes to an entry of the history, by its place in it. */
  traverse(place: number) {
    const entry = this.entries[place]
    return this.navigate(entry?.url ?? '', {navigationType: 'traverse', sameDocument: true, id: entry?.id ?? ''})
  }

  private commit(url: string, id: string): void {
    this.location.href = url
    const known = this.entries.find((entry) => entry.id === id)
    const entry = known ?? {id: `entry-${this.entries.length}`, url}
    if (!known) this.entries.push(entry)
    this.navigation.currentEntry = entry
  }
}

/** Lets everything happen that waits for no time to pass. */
const settle = () => vi.advanceTimersByTimeAsync(0)
/** The page that a visitor sees. */
const heading = () => document.querySelector('h1')?.textContent

let browser: Browser
/** Paths of links that are prefetched once they are in view. */
const observed: string[] = []
let added: (() => void)[]

/** The modules, started on the page about us. */
async function open({mark = light, hasNavigationApi = true} = {}) {
  const {head, body} = new DOMParser().parseFromString(pageAt('/h5/en/about', mark), 'text/html')
  document.head.innerHTML = head.innerHTML
  document.body.innerHTML = `${body.innerHTML}<p id="announcement"></p>`
  browser = new Browser()
  vi.stubGlobal('location', browser.location)
  if (hasNavigationApi) vi.stubGlobal('navigation', browser.navigation)
  vi.resetModules()
  const navigation = await import('./followLinks.ts')
  const {bar} = await import('./progressBar.ts')
  const {fetchDocument} = await import('./fetchedPages.ts')
  navigation.handleNavigations()
  return {...navigation, bar, fetchDocument}
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('scheduler', {yield: () => Promise.resolve()})
  vi.stubGlobal('scrollTo', vi.fn())
  observed.length = 0
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe(link: HTMLAnchorElement) {
        observed.push(link.pathname)
      }
      disconnect() {}
    },
  )
  fetched.mockClear()
  answers.clear()
  added = [window, document].map((target) => {
    const {calls} = vi.spyOn(target, 'addEventListener').mock
    return () => {
      for (const [type, listener] of calls) target.removeEventListener(type, listener)
    }
  })
})
afterEach(() => {
  for (const remove of added) remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a link to a page at hand', () => {
  it('shows it at once, from its top, without a request', async () => {
    const {fetchDocument, bar} = await open()
    await fetchDocument('/h5/en/lims')
    await browser.navigate('/h5/en/lims')
    expect([heading(), document.title, browser.location.pathname]).toEqual([
      '/h5/en/lims',
      '/h5/en/lims',
      '/h5/en/lims',
    ])
    expect(scrollTo).toHaveBeenCalledWith({top: 0, behavior: 'instant'})
    expect(pathsFetched()).toEqual(['/h5/en/lims'])
    expect(browser.loads).toEqual([])
    expect(bar.current().shown).toBe(false)
  })

  it('tells those who listen, and screen readers after the paint', async () => {
    const {fetchDocument, onPage} = await open()
    const told = vi.fn(() => expect(heading()).toBe('/h5/en/lims'))
    onPage(told)
    await fetchDocument('/h5/en/lims')
    await browser.navigate('/h5/en/lims')
    expect(told).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(document.body)
    await vi.advanceTimersByTimeAsync(100)
    expect(document.querySelector('#announcement')?.textContent).toBe('/h5/en/lims')
    expect(document.activeElement).toBe(document.querySelector('h1'))
  })

  it('tells those who listen before the page is left', async () => {
    const {fetchDocument, onLeave} = await open()
    const told = vi.fn(() => expect(heading()).toBe('/h5/en/about'))
    onLeave(told)
    await fetchDocument('/h5/en/lims')
    await browser.navigate('/h5/en/lims')
    expect(told).toHaveBeenCalledOnce()
    expect(heading()).toBe('/h5/en/lims')
  })

  it('prefetches the links of the new page once the browser is idle', async () => {
    const {fetchDocument} = await open()
    await vi.advanceTimersByTimeAsync(idleTimeout)
    expect(observed).toEqual(['/h5/en/about/next'])
    await fetchDocument('/h5/en/lims')
    await browser.navigate('/h5/en/lims')
    expect(observed).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(idleTimeout)
    expect(observed).toEqual(['/h5/en/about/next', '/h5/en/lims/next'])
  })

  it('scrolls to the place that the link names', async () => {
    const {fetchDocument} = await open()
    await fetchDocument('/h5/en/lims')
    await browser.navigate('/h5/en/lims#part')
    expect(browser.scrolled).toHaveBeenCalledOnce()
    // First to the top, where it stays if the place is not shown.
    expect(browser.scrolled).toHaveBeenCalledAfter(vi.mocked(scrollTo))
  })

  it('waits for the stylesheet of its own that the page has', async () => {
    const {fetchDocument} = await open()
    answers.set('/h5/en/lims', () => ({
      html: pageAt('/h5/en/lims', `${light}<link rel="stylesheet" href="/lims.css">`),
    }))
    await fetchDocument('/h5/en/lims')
    const done = browser.navigate('/h5/en/lims')
    await settle()
    expect(heading()).toBe('/h5/en/about')
    document.querySelector('link[href="/lims.css"]')?.dispatchEvent(new Event('load'))
    await done
    expect(heading()).toBe('/h5/en/lims')
  })

  it('lets the browser load it where its stylesheet cannot be loaded', async () => {
    const {fetchDocument} = await open()
    answers.set('/h5/en/lims', () => ({
      html: pageAt('/h5/en/lims', `${light}<link rel="stylesheet" href="/lims.css">`),
    }))
    await fetchDocument('/h5/en/lims')
    const done = browser.navigate('/h5/en/lims')
    await settle()
    document.querySelector('link[href="/lims.css"]')?.dispatchEvent(new Event('error'))
    await done
    expect(browser.loads).toEqual([`reload ${origin}/h5/en/lims`])
  })

  it('answers the click first where the browser cannot yield', async () => {
    vi.stubGlobal('scheduler', {})
    const {fetchDocument} = await open()
    await fetchDocument('/h5/en/lims')
    const done = browser.navigate('/h5/en/lims')
    expect(heading()).toBe('/h5/en/about')
    await settle()
    await done
    expect(heading()).toBe('/h5/en/lims')
  })

  it('shows the last of two pages whose links are followed in one breath', async () => {
    const {fetchDocument, onLeave, onPage} = await open()
    const seen: unknown[] = []
    onLeave(() => seen.push(`leave ${heading()}`))
    onPage(() => seen.push(heading()))
    await Promise.all([fetchDocument('/h5/en/lims'), fetchDocument('/h5/en/advp')])
    await Promise.all([browser.navigate('/h5/en/lims'), browser.navigate('/h5/en/advp')])
    expect([heading(), browser.location.pathname]).toEqual(['/h5/en/advp', '/h5/en/advp'])
    expect(seen).toEqual(['leave /h5/en/about', '/h5/en/advp'])
    await browser.traverse(1)
    expect(heading()).toBe('/h5/en/lims')
  })

  it('fetches it again once it is no longer fresh', async () => {
    const {fetchDocument} = await open()
    await fetchDocument('/h5/en/lims')
    await vi.advanceTimersByTimeAsync(freshnessInterval)
    await browser.navigate('/h5/en/lims')
    await settle()
    expect(heading()).toBe('/h5/en/lims')
    expect(pathsFetched()).toEqual(['/h5/en/lims', '/h5/en/lims'])
  })
})

describe('a link to a page that is not at hand', () => {
  it('changes neither page nor address before it has come, then shows it', async () => {
    const {bar} = await open()
    const arrive = hold('/h5/en/lims')
    const {defaultPrevented} = await browser.navigate('/h5/en/lims')
    await vi.advanceTimersByTimeAsync(1000)
    expect([defaultPrevented, heading(), browser.location.pathname]).toEqual([true, '/h5/en/about', '/h5/en/about'])
    expect(bar.current().shown).toBe(true)
    await arrive()
    expect([heading(), browser.location.pathname]).toEqual(['/h5/en/lims', '/h5/en/lims'])
    expect(bar.current().percent).toBe(100)
    expect(browser.loads).toEqual([])
  })

  it.each([
    ['is whole', {html: pageAt('/h5/en/demo', '')}],
    ['is of another build', {html: pageAt('/h5/en/demo', lightMarkOf('build-2'))}],
    ['is redirected', {redirected: true}],
  ])('is the browser’s to follow if the page %s', async (_, answer) => {
    const {bar} = await open()
    answers.set('/h5/en/demo', () => answer)
    await browser.navigate('/h5/en/demo')
    await settle()
    expect(browser.loads).toEqual([`${origin}/h5/en/demo`])
    expect([heading(), bar.current().failed]).toEqual(['/h5/en/about', false])
  })

  it.each([404, 500])('lets the browser show an error page with status %i', async (status) => {
    const {bar} = await open()
    const failures = vi.fn()
    bar.subscribe(() => bar.current().failed && failures())
    answers.set('/h5/en/demo', () => ({status}))
    await browser.navigate('/h5/en/demo')
    await settle()
    expect(browser.loads).toEqual([`${origin}/h5/en/demo`])
    expect(failures).toHaveBeenCalled()
  })

  it('is the browser’s to follow once the page takes longer than a chunk may', async () => {
    await open()
    hold('/h5/en/lims')
    await browser.navigate('/h5/en/lims')
    await vi.advanceTimersByTimeAsync(chunkTimeout - 1)
    expect(browser.loads).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(browser.loads).toEqual([`${origin}/h5/en/lims`])
  })

  it('is the browser’s to follow on a whole page, which cannot be replaced', async () => {
    await open({mark: ''})
    await browser.navigate('/h5/en/lims')
    await settle()
    expect(browser.loads).toEqual([`${origin}/h5/en/lims`])
    expect(heading()).toBe('/h5/en/about')
  })

  it('is the browser’s to follow where it cannot be held back', async () => {
    const {bar} = await open()
    await browser.navigate('/h5/en/lims', {isCancelable: false})
    expect(browser.loads).toEqual([`${origin}/h5/en/lims`])
    await vi.advanceTimersByTimeAsync(1000)
    expect(bar.current().shown).toBe(true)
  })

  it('is fetched again after the browser has loaded its page and Back shows this one', async () => {
    await open()
    answers.set('/h5/en/lims', () => ({status: 500}))
    await browser.navigate('/h5/en/lims')
    await settle()
    for (const type of ['pagehide', 'pageshow']) window.dispatchEvent(new Event(type))
    answers.clear()
    browser.loads.length = 0
    await browser.navigate('/h5/en/lims')
    await settle()
    expect([heading(), browser.loads]).toEqual(['/h5/en/lims', []])
  })

  it('is not followed any more once the browser has left the page', async () => {
    await open()
    const arrive = hold('/h5/en/lims')
    await browser.navigate('/h5/en/lims')
    window.dispatchEvent(new Event('pagehide'))
    await arrive()
    await vi.advanceTimersByTimeAsync(chunkTimeout)
    expect([heading(), browser.loads]).toEqual(['/h5/en/about', []])
  })

  it('shows no bar any more when the visitor goes back instead', async () => {
    const {bar} = await open()
    await browser.navigate('/h5/en/about', {sameDocument: true})
    hold('/h5/en/lims')
    await browser.navigate('/h5/en/lims')
    await vi.advanceTimersByTimeAsync(1000)
    expect(bar.current().shown).toBe(true)
    await browser.traverse(0)
    await vi.advanceTimersByTimeAsync(1000)
    expect([heading(), bar.current().shown]).toEqual(['/h5/en/about', false])
  })

  it('shows no bar any more when the visitor stops the browser that follows it', async () => {
    const {bar, fetchDocument} = await open()
    answers.set('/h5/en/demo', () => ({html: pageAt('/h5/en/demo', '')}))
    await fetchDocument('/h5/en/demo')
    await browser.navigate('/h5/en/demo')
    await vi.advanceTimersByTimeAsync(1000)
    expect(bar.current().shown).toBe(true)
    browser.navigation.dispatchEvent(new Event('navigateerror'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(bar.current().shown).toBe(false)
  })

  it('gives way to another link', async () => {
    await open()
    const arrive = hold('/h5/en/lims')
    await browser.navigate('/h5/en/lims')
    await browser.navigate('/h5/en/advp')
    await settle()
    expect(heading()).toBe('/h5/en/advp')
    await arrive()
    await vi.advanceTimersByTimeAsync(chunkTimeout)
    expect([heading(), browser.loads]).toEqual(['/h5/en/advp', []])
  })

  it('gives way to a link to a page at hand', async () => {
    const {fetchDocument} = await open()
    await fetchDocument('/h5/en/advp')
    const arrive = hold('/h5/en/lims')
    await browser.navigate('/h5/en/lims')
    await browser.navigate('/h5/en/advp')
    await arrive()
    await vi.advanceTimersByTimeAsync(chunkTimeout)
    expect([heading(), browser.loads]).toEqual(['/h5/en/advp', []])
  })

  it('gives way to a link that the browser follows', async () => {
    const {fetchDocument} = await open()
    answers.set('/h5/en/demo', () => ({html: pageAt('/h5/en/demo', '')}))
    await fetchDocument('/h5/en/demo')
    const arrive = hold('/h5/en/lims')
    await browser.navigate('/h5/en/lims')
    await browser.navigate('/h5/en/demo')
    await arrive()
    expect([heading(), browser.location.pathname]).toEqual(['/h5/en/about', '/h5/en/about'])
    expect(browser.loads).toEqual([`${origin}/h5/en/demo`])
  })

  it('shows the page when it is followed twice', async () => {
    const {isStalled} = await open()
    const arrive = hold('/h5/en/lims')
    await browser.navigate('/h5/en/lims')
    await browser.navigate('/h5/en/lims')
    await vi.advanceTimersByTimeAsync(connectionCheck)
    expect(isStalled()).toBe(false)
    await arrive()
    expect(heading()).toBe('/h5/en/lims')
  })
})

describe('a link that is followed without a connection', () => {
  it('leaves the visitor on the page, tells those who listen, and the bar looks failed', async () => {
    const {bar, isStalled, onStall} = await open()
    const told = vi.fn()
    onStall(told)
    answers.set('/h5/en/lims', lost)
    await browser.navigate('/h5/en/lims')
    await vi.advanceTimersByTimeAsync(connectionCheck - 1)
    expect([isStalled(), bar.current().failed]).toEqual([false, false])
    await vi.advanceTimersByTimeAsync(1)
    expect([isStalled(), bar.current().failed]).toEqual([true, true])
    expect(told).toHaveBeenCalledOnce()
    expect([heading(), browser.location.pathname, browser.loads]).toEqual(['/h5/en/about', '/h5/en/about', []])
  })

  it('goes on by itself when the connection is back', async () => {
    const {isStalled, onStall} = await open()
    answers.set('/h5/en/lims', lost)
    await browser.navigate('/h5/en/lims')
    await vi.advanceTimersByTimeAsync(connectionCheck)
    const told = vi.fn()
    onStall(told)
    answers.clear()
    window.dispatchEvent(new Event('online'))
    await settle()
    expect([heading(), isStalled()]).toEqual(['/h5/en/lims', false])
    expect(told).toHaveBeenCalledOnce()
  })

  it('goes on at the visitor’s request, or waits again', async () => {
    const {bar, isStalled, retryNavigation} = await open()
    answers.set('/h5/en/lims', lost)
    await browser.navigate('/h5/en/lims')
    await vi.advanceTimersByTimeAsync(connectionCheck)
    retryNavigation()
    // The notice stays, and with it the focus on its button.
    expect([isStalled(), bar.current().failed]).toEqual([true, false])
    await vi.advanceTimersByTimeAsync(connectionCheck)
    expect([isStalled(), bar.current().failed]).toEqual([true, true])
    answers.clear()
    retryNavigation()
    await settle()
    expect([heading(), isStalled()]).toEqual(['/h5/en/lims', false])
  })

  it('does not wait any more once another link is followed', async () => {
    const {isStalled, retryNavigation} = await open()
    answers.set('/h5/en/lims', lost)
    await browser.navigate('/h5/en/lims')
    await vi.advanceTimersByTimeAsync(connectionCheck)
    await browser.navigate('/h5/en/advp')
    expect(isStalled()).toBe(false)
    await settle()
    window.dispatchEvent(new Event('online'))
    retryNavigation()
    await settle()
    expect(heading()).toBe('/h5/en/advp')
  })

  it('shows a page at hand all the same', async () => {
    const {fetchDocument, isStalled} = await open()
    await fetchDocument('/h5/en/lims')
    answers.set('/h5/en/lims', lost)
    await browser.navigate('/h5/en/lims')
    await vi.advanceTimersByTimeAsync(connectionCheck)
    expect([heading(), isStalled()]).toEqual(['/h5/en/lims', false])
  })

  it('goes on by itself where no event tells that the connection is back', async () => {
    const {isStalled} = await open()
    answers.set('/h5/en/lims', lost)
    await browser.navigate('/h5/en/lims')
    await vi.advanceTimersByTimeAsync(connectionCheck + connectionRetry)
    expect([heading(), isStalled()]).toEqual(['/h5/en/about', true])
    answers.clear()
    await vi.advanceTimersByTimeAsync(connectionCheck + connectionRetry)
    expect([heading(), isStalled()]).toEqual(['/h5/en/lims', false])
  })

  it('tries again after an attempt that never ends, and stays on the page meanwhile', async () => {
    const {isStalled} = await open()
    answers.set('/h5/en/lims', lost)
    await browser.navigate('/h5/en/lims')
    await vi.advanceTimersByTimeAsync(connectionCheck)
    // A half-open connection: the request is sent, and nothing ever comes.
    hold('/h5/en/lims')
    await vi.advanceTimersByTimeAsync(connectionRetry)
    answers.clear()
    await vi.advanceTimersByTimeAsync(chunkTimeout)
    expect([heading(), isStalled(), browser.loads]).toEqual(['/h5/en/about', true, []])
    await vi.advanceTimersByTimeAsync(connectionCheck + connectionRetry)
    expect([heading(), isStalled()]).toEqual(['/h5/en/lims', false])
  })

  it('is given up when the visitor does something else', async () => {
    const {giveUpNavigation, isStalled} = await open()
    answers.set('/h5/en/lims', lost)
    await browser.navigate('/h5/en/lims')
    await vi.advanceTimersByTimeAsync(connectionCheck)
    giveUpNavigation()
    answers.clear()
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(2 * connectionRetry)
    expect([heading(), isStalled()]).toEqual(['/h5/en/about', false])
  })

  it('a connection that is back does not ask again for a page on its way', async () => {
    await open()
    const arrive = hold('/h5/en/lims')
    await browser.navigate('/h5/en/lims')
    window.dispatchEvent(new Event('online'))
    await arrive()
    expect(pathsFetched()).toEqual(['/h5/en/lims'])
    expect(heading()).toBe('/h5/en/lims')
  })

  it('a connection that is back changes nothing where no link waits', async () => {
    await open()
    window.dispatchEvent(new Event('online'))
    await settle()
    expect(pathsFetched()).toEqual([])
  })

  it('waits for as long as it takes', async () => {
    await open()
    answers.set('/h5/en/lims', lost)
    await browser.navigate('/h5/en/lims')
    await vi.advanceTimersByTimeAsync(2 * chunkTimeout)
    expect([heading(), browser.loads]).toEqual(['/h5/en/about', []])
  })

  it('is done when its page has come', async () => {
    await open()
    answers.set('/h5/en/lims', lost)
    await browser.navigate('/h5/en/lims')
    await vi.advanceTimersByTimeAsync(connectionCheck)
    answers.clear()
    window.dispatchEvent(new Event('online'))
    await settle()
    await browser.navigate('/h5/en/advp')
    await vi.advanceTimersByTimeAsync(2 * chunkTimeout)
    expect([heading(), browser.loads]).toEqual(['/h5/en/advp', []])
  })

  it('waits, too, if it leads to a whole page that was fetched before', async () => {
    const {fetchDocument, isStalled} = await open()
    answers.set('/h5/en/demo', () => ({html: pageAt('/h5/en/demo', '')}))
    await fetchDocument('/h5/en/demo')
    answers.set('/h5/en/demo', lost)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await browser.navigate('/h5/en/demo')
    await vi.advanceTimersByTimeAsync(connectionCheck)
    expect([isStalled(), browser.loads]).toEqual([true, []])
  })
})

describe('what is not a link to another page', () => {
  it.each([
    ['a place on the page', '#part', {hashChange: true, sameDocument: true}],
    ['the history entry of the menu', '/h5/en/about', {sameDocument: true}],
    ['an address that a script replaces', '/h5/en/about?x', {navigationType: 'replace', sameDocument: true}],
    ['Back from the menu', '/h5/en/about', {navigationType: 'traverse', sameDocument: true}],
    ['Back to a place on the page', '/h5/en/about#part', {navigationType: 'traverse', sameDocument: true}],
    ['Back to another document', '/h5/en/demo', {navigationType: 'traverse'}],
    ['a reload', '/h5/en/about', {navigationType: 'reload'}],
    ['a download', '/h5/en/about', {downloadRequest: ''}],
    ['a form', '/h5/en/contact', {formData: new FormData()}],
    ['another site', 'https://other.example/h5/en/lims', {canIntercept: false}],
    ['a file', '/h5/icon.svg', {}],
    ['an API', '/h5/api/enquiries', {}],
  ])('is the browser’s: %s', async (_, url, init) => {
    const {bar} = await open()
    const page = document.querySelector('#page')?.innerHTML
    const event = await browser.navigate(url, init)
    await vi.advanceTimersByTimeAsync(1000)
    expect(event.defaultPrevented).toBe(false)
    expect(document.querySelector('#page')?.innerHTML).toBe(page)
    expect(pathsFetched()).toEqual([])
    expect(bar.current().shown).toBe(false)
  })

  it('nothing is followed in a preview, where Next’s router does', async () => {
    await open({mark: '<meta name="page-mode" content="draft">'})
    const event = await browser.navigate('/h5/en/lims')
    expect(event.defaultPrevented).toBe(false)
    expect(pathsFetched()).toEqual([])
  })
})

describe('Back', () => {
  /** Follows links, one after the other. */
  async function visit(...paths: string[]) {
    for (const path of paths) {
      await browser.navigate(path)
      await settle()
    }
  }

  it('shows the very elements of the page that was left, with what is open in them and the focus', async () => {
    const {bar} = await open()
    const details = document.querySelector('details')
    const input = document.querySelector('input')
    if (details) details.open = true
    input?.focus()
    await visit('/h5/en/lims', '/h5/en/advp')
    const requests = pathsFetched().length
    await browser.traverse(0)
    await vi.advanceTimersByTimeAsync(100)
    expect([heading(), document.title]).toEqual(['/h5/en/about', '/h5/en/about'])
    expect(document.querySelector('details')).toBe(details)
    expect(details?.open).toBe(true)
    expect(document.activeElement).toBe(input)
    expect(browser.scrolled).toHaveBeenCalledOnce()
    expect(pathsFetched()).toHaveLength(requests)
    expect(bar.current().shown).toBe(false)
  })

  it('scrolls in WebKit, too, which does so only once the handler has been left', async () => {
    await open()
    await visit('/h5/en/lims')
    vi.stubGlobal('scheduler', {})
    let isLeft = false
    const scrolled: boolean[] = []
    browser.scrolled.mockImplementation(() => scrolled.push(isLeft))
    setTimeout(() => {
      isLeft = true
    })
    const back = browser.traverse(0)
    await settle()
    await back
    expect(scrolled).toEqual([true])
  })

  it('and Forward show each page’s own elements, however often', async () => {
    await open()
    const about = document.querySelector('h1')
    await visit('/h5/en/lims')
    const lims = document.querySelector('h1')
    for (const [place, shown] of [
      [0, about],
      [1, lims],
      [0, about],
    ] as const) {
      await browser.traverse(place)
      expect(document.querySelector('h1')).toBe(shown)
    }
    expect(browser.loads).toEqual([])
  })

  it('knows two visits of a page from each other', async () => {
    await open()
    const input = document.querySelector('input')
    if (input) input.value = 'first visit'
    await visit('/h5/en/lims', '/h5/en/about')
    expect(document.querySelector('input')?.value).toBe('')
    await browser.traverse(1)
    await browser.traverse(0)
    expect(document.querySelector('input')?.value).toBe('first visit')
  })

  it('tells those who listen that a page is shown again', async () => {
    const {onPage} = await open()
    const told = vi.fn()
    onPage(told)
    await visit('/h5/en/lims')
    await browser.traverse(0)
    expect(told.mock.calls).toEqual([[false], [true]])
  })

  it('fetches a page that is shown no more', async () => {
    await open()
    const about = document.querySelector('h1')
    await visit(...Array.from({length: 11}, (_, index) => `/h5/en/page${index}`))
    await browser.traverse(0)
    expect(heading()).toBe('/h5/en/about')
    expect(document.querySelector('h1')).not.toBe(about)
    expect(pathsFetched().at(-1)).toBe('/h5/en/about')
  })

  it.each([
    ['cannot be fetched', lost],
    ['is an error', () => ({status: 404})],
    ['is of another build by now', () => ({html: pageAt('/h5/en/about', lightMarkOf('build-2'))})],
  ])('lets the browser load a page that is shown no more and %s', async (_, answer) => {
    await open()
    await visit(...Array.from({length: 11}, (_, index) => `/h5/en/page${index}`))
    answers.set('/h5/en/about', answer)
    await browser.traverse(0)
    expect(browser.loads).toEqual([`reload ${origin}/h5/en/about`])
  })

  it('takes the place of a link whose page has not come yet', async () => {
    await open()
    await visit('/h5/en/lims')
    const arrive = hold('/h5/en/advp')
    await browser.navigate('/h5/en/advp')
    await browser.traverse(0)
    await arrive()
    expect([heading(), browser.location.pathname]).toEqual(['/h5/en/about', '/h5/en/about'])
  })

  it('shows the page that is gone to last, where the one before still had to be fetched', async () => {
    const {bar} = await open()
    await visit(...Array.from({length: 11}, (_, index) => `/h5/en/page${index}`))
    const arrive = hold('/h5/en/about')
    const slow = browser.traverse(0)
    await vi.advanceTimersByTimeAsync(1000)
    expect(bar.current().shown).toBe(true)
    await browser.traverse(10)
    await arrive()
    await slow
    expect([heading(), browser.location.pathname]).toEqual(['/h5/en/page9', '/h5/en/page9'])
  })

  it('shows a left page with its styles', async () => {
    await open({mark: `${light}<link rel="stylesheet" href="/about.css">`})
    const sheet = document.querySelector('link[href="/about.css"]')
    await visit('/h5/en/lims')
    await browser.traverse(0)
    expect(document.querySelector('link[href="/about.css"]')).toBe(sheet)
  })

  it('shows a page with all of it laid out, although the one before was still entering', async () => {
    await open()
    await visit('/h5/en/lims')
    expect(document.body.dataset.entering).toBe('')
    await browser.traverse(0)
    expect(document.body.dataset.entering).toBeUndefined()
  })

  it('to another document is not animated, and a link to one is', async () => {
    await open()
    const skipTransition = vi.fn()
    for (const navigationType of ['push', 'traverse']) {
      const viewTransition = {skipTransition, ready: Promise.reject(new DOMException('Skipped', 'AbortError'))}
      viewTransition.ready.catch(() => undefined)
      window.dispatchEvent(Object.assign(new Event('pageswap'), {activation: {navigationType}, viewTransition}))
      expect(skipTransition).toHaveBeenCalledTimes(navigationType === 'traverse' ? 1 : 0)
    }
  })
})

it('a page in another language has what was typed and chosen in this one, and no other page has', async () => {
  const {refreshPage} = await open()
  const formIn = (path: string, name: string) =>
    pageAt(path).replace(
      '<input>',
      `<a hreflang="zh" href="/h5/about">中文</a><form><textarea name="message"></textarea>
      <select name="interest"><option value="">-<option value="lims ${name}">${name}</select></form>`,
    )
  answers.set('/h5/en/about', () => ({html: formIn('/h5/en/about', 'Orders')}))
  answers.set('/h5/about', () => ({html: formIn('/h5/about', '委托')}))
  answers.set('/h5/en/lims', () => ({html: formIn('/h5/en/lims', 'Orders')}))
  await refreshPage()
  const fields = () => [...document.querySelectorAll<HTMLTextAreaElement | HTMLSelectElement>('form > *')]
  const [message, interest] = fields()
  if (message) message.value = 'Half a sentence'
  if (interest) interest.value = 'lims Orders'
  await browser.navigate('/h5/about')
  await settle()
  expect([heading(), ...fields().map(({value}) => value)]).toEqual(['/h5/about', 'Half a sentence', 'lims 委托'])
  await browser.navigate('/h5/en/lims')
  await settle()
  expect([heading(), ...fields().map(({value}) => value)]).toEqual(['/h5/en/lims', '', ''])
})

describe('the current version of the page', () => {
  it('takes its place, although it was fetched before, and is told of', async () => {
    const {onPage, refreshPage} = await open()
    const told = vi.fn()
    onPage(told)
    answers.set('/h5/en/about', () => ({html: pageAt('new words')}))
    await refreshPage()
    answers.set('/h5/en/about', () => ({html: pageAt('newer words')}))
    await refreshPage()
    expect([heading(), browser.location.pathname]).toEqual(['newer words', '/h5/en/about'])
    expect(told).toHaveBeenCalledTimes(2)
    expect(browser.loads).toEqual([])
  })

  it('keeps what the visitor has typed and chosen, here and on pages to which Back leads', async () => {
    const {refreshPage} = await open()
    const form = `<input name="name" value="given"><textarea name="message"></textarea>
      <select name="interest"><option>LIMS<option>EVMS</select><input type="hidden" name="key" value="of the page">
      <input type="checkbox" name="agree" value="yes"><input type="radio" name="way" value="mail" checked>
      <input type="radio" name="way" value="phone">`
    const formAt = (words: string) => pageAt(words).replace('</details>', `</details><form>${form}</form>`)
    const controls = () => [...document.querySelectorAll<HTMLInputElement>('form :is(input, textarea, select)')]
    const state = () =>
      controls().map(({type, checked, value}) => (['checkbox', 'radio'].includes(type) ? checked : value))
    answers.set('/h5/en/about', () => ({html: formAt('new words')}))
    await refreshPage()
    expect(state()).toEqual(['given', '', 'LIMS', 'of the page', false, true, false])
    for (const control of controls()) {
      if (['agree', 'way'].includes(control.name)) control.checked = true
      else control.value = 'EVMS'
    }

    answers.set('/h5/en/about', () => ({html: formAt('newer words')}))
    await refreshPage()
    expect(heading()).toBe('newer words')
    const kept = ['EVMS', 'EVMS', 'EVMS', 'of the page', true, false, true]
    expect(state()).toEqual(kept)

    await browser.navigate('/h5/en/lims')
    await settle()
    await refreshPage()
    answers.set('/h5/en/about', () => ({html: formAt('newest words')}))
    await browser.traverse(0)
    expect(heading()).toBe('newest words')
    expect(state()).toEqual(kept)
  })

  it('leaves Back something to show without a connection', async () => {
    const {refreshPage} = await open()
    await browser.navigate('/h5/en/lims')
    await settle()
    await refreshPage()
    answers.set('/h5/en/about', lost)
    await browser.traverse(0)
    expect([heading(), browser.loads]).toEqual(['/h5/en/about', []])
  })

  it('cannot come without a connection: the page stays and the caller knows', async () => {
    const {refreshPage} = await open()
    answers.set('/h5/en/about', lost)
    await expect(refreshPage()).rejects.toThrow('Failed to fetch')
    expect([heading(), browser.loads]).toEqual(['/h5/en/about', []])
  })

  it('is the browser’s to load if it is of another build', async () => {
    const {refreshPage} = await open()
    answers.set('/h5/en/about', () => ({html: pageAt('new words', lightMarkOf('build-2'))}))
    await refreshPage()
    expect(browser.loads).toEqual([`reload ${origin}/h5/en/about`])
  })

  it('does not take the place of another page that a link led to meanwhile', async () => {
    const {fetchDocument, refreshPage} = await open()
    await fetchDocument('/h5/en/lims')
    const arrive = hold('/h5/en/about')
    const refreshed = refreshPage()
    await browser.navigate('/h5/en/lims')
    await arrive()
    await refreshed
    expect([heading(), browser.loads]).toEqual(['/h5/en/lims', []])
  })

  it('lets every other page be fetched again, which the change may concern, too', async () => {
    const {fetchDocument, refreshPage} = await open()
    await fetchDocument('/h5/en/lims')
    await browser.navigate('/h5/en/lims')
    await refreshPage()
    answers.set('/h5/en/about', () => ({html: pageAt('new words')}))
    await browser.traverse(0)
    expect(heading()).toBe('new words')
    answers.set('/h5/en/lims', () => ({html: pageAt('other new words')}))
    await browser.navigate('/h5/en/lims')
    await settle()
    expect(heading()).toBe('other new words')
  })

  it('leaves the page as it is while the server has errors', async () => {
    const {refreshPage} = await open()
    answers.set('/h5/en/about', () => ({status: 503}))
    await expect(refreshPage()).rejects.toThrow()
    expect(browser.loads).toEqual([])
  })
})

describe('in browsers without the Navigation API, a link', () => {
  /** Clicks a link. Returns whether the browser follows it. */
  function click(html: string, init: MouseEventInit = {}): boolean {
    document.querySelector('#page')?.insertAdjacentHTML('beforeend', html)
    let isFollowed = false
    // jsdom can navigate to fragments only.
    const leave = (event: Event) => {
      isFollowed = !event.defaultPrevented
      event.preventDefault()
    }
    window.addEventListener('click', leave, {once: true})
    const click = new MouseEvent('click', {bubbles: true, cancelable: true, ...init})
    document.querySelector('#page > :last-child')?.dispatchEvent(click)
    return isFollowed
  }
  const toLims = '<a href="/h5/en/lims">LIMS</a>'

  it('is followed by the browser once its page can be fetched', async () => {
    const {bar} = await open({hasNavigationApi: false})
    const arrive = hold('/h5/en/lims')
    expect(click(toLims)).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    expect([browser.loads, bar.current().shown]).toEqual([[], true])
    await arrive()
    expect(browser.loads).toEqual([`${origin}/h5/en/lims`])
    expect(heading()).toBe('/h5/en/about')
  })

  it('waits for the connection, and goes on by itself', async () => {
    const {bar, isStalled} = await open({hasNavigationApi: false})
    answers.set('/h5/en/lims', lost)
    click(toLims)
    await vi.advanceTimersByTimeAsync(connectionCheck)
    expect([isStalled(), bar.current().failed, browser.loads]).toEqual([true, true, []])
    answers.clear()
    window.dispatchEvent(new Event('online'))
    await settle()
    expect(browser.loads).toEqual([`${origin}/h5/en/lims`])
  })

  it('that is clicked twice asks once for its page', async () => {
    await open({hasNavigationApi: false})
    const arrive = hold('/h5/en/lims')
    click(toLims)
    click(toLims)
    await arrive()
    expect([pathsFetched(), browser.loads]).toEqual([['/h5/en/lims'], [`${origin}/h5/en/lims`]])
  })

  it('that is clicked again while it waits for the connection asks again at once', async () => {
    await open({hasNavigationApi: false})
    answers.set('/h5/en/lims', lost)
    click(toLims)
    await vi.advanceTimersByTimeAsync(connectionCheck)
    answers.clear()
    click(toLims)
    await settle()
    expect(browser.loads).toEqual([`${origin}/h5/en/lims`])
  })

  it('is the browser’s in a preview', async () => {
    await open({hasNavigationApi: false, mark: '<meta name="page-mode" content="draft">'})
    expect(click(toLims)).toBe(true)
    expect(pathsFetched()).toEqual([])
  })

  it('waits for the connection, too, if its page was fetched before', async () => {
    const {fetchDocument, isStalled} = await open({hasNavigationApi: false})
    await fetchDocument('/h5/en/lims')
    answers.set('/h5/en/lims', lost)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    click(toLims)
    await vi.advanceTimersByTimeAsync(connectionCheck)
    expect([isStalled(), browser.loads]).toEqual([true, []])
  })

  it('shows on the bar that its page failed, which the browser loads', async () => {
    const {bar} = await open({hasNavigationApi: false})
    answers.set('/h5/en/lims', () => ({status: 500}))
    click(toLims)
    await settle()
    expect([bar.current().failed, browser.loads]).toEqual([true, [`${origin}/h5/en/lims`]])
  })

  it.each([
    ['with a key held', toLims, {ctrlKey: true}],
    ['to a place on the page', '<a href="#part">Part</a>', {}],
    ['to a file', '<a href="/h5/icon.svg">Icon</a>', {}],
    ['for another tab', '<a href="/h5/en/lims" target="_blank">LIMS</a>', {}],
  ])('%s is the browser’s at once', async (_, html, init) => {
    await open({hasNavigationApi: false})
    expect(click(html, init)).toBe(true)
    expect(pathsFetched()).toEqual([])
  })

  it('that somebody else has taken care of is left alone', async () => {
    await open({hasNavigationApi: false})
    document.querySelector('#page')?.addEventListener('click', (event) => event.preventDefault())
    click(toLims)
    await settle()
    expect([pathsFetched(), browser.loads]).toEqual([[], []])
  })
})
