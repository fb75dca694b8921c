import {createServer} from 'node:http'
import {afterEach, beforeEach, describe, expect, it, test, vi} from 'vitest'
import {versionHeader} from '@/lib/constants.ts'
import {versionOfAll} from '@/sanity/Snapshot.ts'
import {listen} from '@/tests/support/listen.ts'
import {instanceState} from '../instanceState.ts'
import {type PageStates, type ServedVersion, startRefresh, untilQuiet} from './affectedPages.ts'
import {partTargets, refreshPages, renewInProxy, siteTargets, staleReport, targetsOf, verifyPages} from './refresh.ts'

const target = {route: '/about' as const, url: 'http://site/h5/about'}
const shows = (version: string): PageStates => new Map([['/about', {version, content: version, documents: []}]])
const answer = (version: string, cache: string): ServedVersion => ({version, cache})

/** A site that gives these answers in turn, then the last one for ever; time passes only by waiting. */
function verification(answers: (ServedVersion | Error)[], later: PageStates[] = []) {
  let asked = 0
  let time = 0
  const revalidateAgain = vi.fn(async () => undefined)
  return {
    revalidateAgain,
    asked: () => asked,
    time: () => time,
    options: {
      targets: [target],
      expected: shows('new'),
      fetchVersion: async () => {
        const next = answers[Math.min(asked++, answers.length - 1)]
        if (!next || next instanceof Error) throw next
        return next
      },
      loadExpected: async () => later.shift() ?? shows('new'),
      isSuperseded: () => false,
      revalidateAgain,
      wait: async (milliseconds: number) => {
        time += milliseconds
      },
      now: () => time,
    },
  }
}

describe('verifying pages', () => {
  it('does not report what a later refresh has taken over, also at the limit', async () => {
    const {options, time} = verification([])
    let isTakenOver = false
    const fetchVersion = async () => {
      isTakenOver = time() > 60_000
      return answer('old', 'MISS')
    }
    expect((await verifyPages({...options, fetchVersion, isSuperseded: () => isTakenOver})).failed).toEqual([])
  })

  it('asks once where the page is new already', async () => {
    const {options, asked} = verification([answer('new', 'HIT')])
    expect((await verifyPages(options)).failed).toEqual([])
    expect(asked()).toBe(1)
  })

  it('asks until the rendering that its first request started has arrived', async () => {
    const {options, asked, revalidateAgain} = verification([
      answer('old', 'STALE'),
      answer('old', 'STALE'),
      answer('new', 'HIT'),
    ])
    expect((await verifyPages(options)).failed).toEqual([])
    expect(asked()).toBe(3)
    expect(revalidateAgain).not.toHaveBeenCalled()
  })

  it('leaves a page to the verification of a later publish', async () => {
    const {options, asked} = verification([answer('old', 'STALE')])
    expect((await verifyPages({...options, isSuperseded: () => true})).failed).toEqual([])
    expect(asked()).toBe(1)
  })

  it('marks a page again that is old although the cache takes it for new', async () => {
    const {options, revalidateAgain} = verification([
      answer('old', 'STALE'),
      answer('old', 'HIT'),
      answer('new', 'HIT'),
    ])
    expect((await verifyPages(options)).failed).toEqual([])
    expect(revalidateAgain).toHaveBeenCalledExactlyOnceWith(['/about'])
  })

  it('is content with a page that another publish has made newer still, and says so', async () => {
    const {options, revalidateAgain} = verification([answer('newer', 'HIT')], [shows('newer')])
    const outcome = await verifyPages(options)
    expect(outcome.failed).toEqual([])
    expect(outcome.expected.get('/about')?.version).toBe('newer')
    expect(revalidateAgain).not.toHaveBeenCalled()
  })

  it('goes on when the site does not answer for a while', async () => {
    const {options} = verification([new Error('ECONNRESET'), new Error('ECONNRESET'), answer('new', 'HIT')])
    expect((await verifyPages(options)).failed).toEqual([])
  })

  it('goes on when the content API is away, with what it last heard', async () => {
    const {options} = verification([answer('old', 'HIT'), answer('new', 'HIT')])
    const away = {...options, loadExpected: () => Promise.reject(new Error('away'))}
    expect((await verifyPages(away)).failed).toEqual([])
  })

  it('gives up after a minute and names what is still old, having waited two seconds at most', async () => {
    const {options, asked, time} = verification([answer('old', 'STALE')])
    expect((await verifyPages(options)).failed).toEqual([target])
    expect(time()).toBeGreaterThan(60_000)
    expect(time()).toBeLessThanOrEqual(62_000)
    expect(asked()).toBeLessThan(50)
  })
})

it('what shows all pages is old while it has not the version of all of them', async () => {
  const [shown] = siteTargets(['/about'], 'http://site')
  if (!shown) throw new Error('nothing shows all pages')
  const all = versionOfAll(shows('new'))
  const {options, asked} = verification([answer('new', 'STALE'), answer(all, 'HIT')])
  expect((await verifyPages({...options, targets: [shown]})).failed).toEqual([])
  expect(asked()).toBe(2)
})

it('a change of any page changes the search index and the list of pages; no change leaves them alone', () => {
  expect(siteTargets(['/about', '/ui'], 'http://site').map(({url}) => url)).toEqual([
    'http://site/h5/payloads/search/zh.json',
    'http://site/h5/llms.txt',
    'http://site/h5/payloads/search/en.json',
    'http://site/h5/en/llms.txt',
  ])
  expect(siteTargets([], 'http://site')).toEqual([])
  expect(targetsOf(['markdown'], ['/'], 'http://site').map(({url}) => url)).toEqual([
    'http://site/h5/index.md',
    'http://site/h5/en/index.md',
  ])
})

it('a route is shown by two pages and two payloads, pages first', () => {
  expect(
    targetsOf(['page', 'payload'], ['/', '/about'], 'http://127.0.0.1:3000').map(({url}) =>
      url.slice('http://127.0.0.1:3000'.length),
    ),
  ).toEqual([
    '/h5',
    '/h5/en',
    '/h5/about',
    '/h5/en/about',
    '/h5/payloads/index.json',
    '/h5/payloads/en/index.json',
    '/h5/payloads/about.json',
    '/h5/payloads/en/about.json',
  ])
})

it('a route is shared with one picture a language', () => {
  expect(
    targetsOf(['shareImage'], ['/', '/limsPages/entrust'], 'http://127.0.0.1:3000').map(
      ({url}) => new URL(url).pathname,
    ),
  ).toEqual([
    '/h5/shareImages/index.png',
    '/h5/shareImages/en/index.png',
    '/h5/shareImages/limsPages/entrust.png',
    '/h5/shareImages/en/limsPages/entrust.png',
  ])
})

it('what shows a part of a route is among what has to be new', () => {
  const state = {version: 'v', content: 'v', documents: [], parts: ['/payloads/scenarios/lims.json'] as const}
  const expected = new Map([['/demo' as const, state]])
  expect(partTargets(['/demo', '/about'], 'http://127.0.0.1:3000', expected)).toEqual([
    {route: '/demo', url: 'http://127.0.0.1:3000/h5/payloads/scenarios/lims.json'},
  ])
})

it('of many pages that stay old the log names the first ten, and what to do', () => {
  const urls = (count: number) => Array.from({length: count}, (_, n) => `http://site/h5/${n}`)
  expect(staleReport(urls(2))).toMatch(
    /^Still old after a minute: http:\/\/site\/h5\/0 http:\/\/site\/h5\/1\. They are tried again every five minutes/,
  )
  expect(staleReport(urls(200))).toMatch(/h5\/9 and 190 more\. They are tried again/)
  expect(staleReport(urls(200)).match(/http:/g)).toHaveLength(10)
})

describe('refreshes', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** A site whose addresses give what `answer` says; returns how often each was asked for. */
  function startSite(answer: (path: string, times: number) => ServedVersion) {
    const asked = new Map<string, number>()
    vi.stubGlobal('fetch', async (url: string) => {
      const path = new URL(url).pathname
      const times = (asked.get(path) ?? 0) + 1
      asked.set(path, times)
      const {version = '', cache = ''} = answer(path, times)
      return new Response('', {headers: {[versionHeader]: version, 'x-nextjs-cache': cache}})
    })
    return asked
  }

  /** The page cache stores so many things. */
  function store(count: number): void {
    for (let stored = 0; stored < count; stored++) for (const listener of instanceState().storeListeners) listener()
  }

  function refresh(
    routes: Parameters<typeof startRefresh>[0],
    expected: PageStates,
    {changed = routes, proxy}: {changed?: typeof routes; proxy?: string} = {},
  ): Promise<void> {
    return refreshPages({
      ...startRefresh(routes, expected),
      routes,
      changed,
      expected,
      origin: 'http://site',
      proxy,
      changedAt: undefined,
      secret: 'secret',
      loadExpected: async () => expected,
    })
  }

  it('asks again for a page as soon as the cache has stored something', async () => {
    const expected = shows('new')
    const all = versionOfAll(expected)
    const asked = startSite((path, times) => {
      if (path === '/h5/about' && times === 1) return answer('old', 'STALE')
      return answer(/search|llms/.test(path) ? all : 'new', 'HIT')
    })
    void refresh(['/about'], expected)
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.get('/h5/about')).toBe(1)
    store(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.get('/h5/about')).toBe(2)
    await vi.runAllTimersAsync()
    expect(instanceState().storeListeners.size).toBe(0)
  })

  it('asks again for many pages when a quarter of what is awaited has been stored, or after a while', async () => {
    const state = {version: 'new', content: 'new', documents: []}
    const many = ['/about', '/lims', '/lqm', '/ui'] as const
    const expected: PageStates = new Map(many.map((route) => [route, state]))
    const all = versionOfAll(expected)
    const asked = startSite((path, times) => {
      if (/search|llms/.test(path)) return answer(all, 'HIT')
      return times < 3 ? answer('old', 'STALE') : answer('new', 'HIT')
    })
    void refresh(many, expected)
    await vi.advanceTimersByTimeAsync(0)
    store(3)
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.get('/h5/about')).toBe(1)
    store(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.get('/h5/about')).toBe(2)
    await vi.advanceTimersByTimeAsync(60)
    expect(asked.get('/h5/about')).toBe(3)
    await vi.runAllTimersAsync()
  })

  it('renews what shows all pages once after several publishes, and the Markdown of each page', async () => {
    const state = {version: 'new', content: 'new', documents: []}
    const expected: PageStates = new Map([
      ['/about', state],
      ['/lims', state],
    ])
    const all = versionOfAll(expected)
    const asked = startSite((path) => answer(/search|llms/.test(path) ? all : 'new', 'HIT'))
    const refreshes = [refresh(['/about'], expected), refresh(['/lims'], expected), refresh([], expected)]
    await vi.advanceTimersByTimeAsync(100)
    expect([...asked.keys()].filter((path) => path.includes('search') || path.endsWith('.md'))).toEqual([])
    await vi.runAllTimersAsync()
    await Promise.all(refreshes)
    const copies = ['/h5/payloads/search/zh.json', '/h5/en/llms.txt', '/h5/about.md', '/h5/en/lims.md']
    expect(copies.map((path) => asked.get(path))).toEqual([1, 1, 1, 1])
    // Marks the sitemap, whose rendering nobody verifies.
    await vi.waitFor(() => expect(asked.get('/h5/api/revalidate')).toBe(1), 50_000)
  })

  it('brings what is old of an unchanged page up to date, and leaves the proxy alone, which has its new page', async () => {
    const expected = shows('new')
    const all = versionOfAll(expected)
    const asked = startSite((path, times) => {
      if (path === '/h5/shareImages/about.png' && times === 1) return answer('old', 'HIT')
      return answer(/search|llms/.test(path) ? all : 'new', 'HIT')
    })
    void refresh(['/about'], expected, {changed: [], proxy: 'http://proxy'})
    // Marking it stale is signed, which takes real time.
    await vi.waitFor(async () => {
      await vi.runAllTimersAsync()
      expect(asked.get('/h5/shareImages/about.png')).toBe(2)
    })
    expect(['/h5/about', '/h5/about.md'].map((path) => asked.get(path))).toEqual([1, 1])
  })

  it('a route belongs to the refresh that began last', () => {
    const first = startRefresh(['/about', '/lims'], shows('new'))
    const second = startRefresh(['/about'], shows('new'))
    expect([first.isSuperseded('/about'), first.isSuperseded('/lims'), second.isSuperseded('/about')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('it is quiet when nothing has begun for the whole pause', async () => {
    startRefresh(['/about'], shows('new'))
    const quiet = vi.fn()
    void untilQuiet(1000).then(quiet)
    await vi.advanceTimersByTimeAsync(900)
    startRefresh(['/about'], shows('new'))
    await vi.advanceTimersByTimeAsync(900)
    expect(quiet).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(quiet).toHaveBeenCalled()
  })
})

describe('a proxy in front of the site', () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers['accept-encoding']}`)
    response.statusCode = request.url === '/h5/lims' ? 500 : 200
    response.end('page')
  })

  afterEach(() => new Promise((resolve) => server.close(resolve)))

  test('asks for the copies of a page, whatever becomes of the first; a proxy that is away is left alone', async () => {
    const proxy = `http://127.0.0.1:${await listen(server)}`
    await renewInProxy(['/lims'], proxy)
    expect(asked.sort()).toEqual(['/h5/en/lims br', '/h5/en/lims gzip', '/h5/lims br', '/h5/lims gzip'])
    await renewInProxy(['/lims'], 'http://127.0.0.1:1')
  })
})
