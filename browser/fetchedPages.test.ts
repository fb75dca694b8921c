// @vitest-environment jsdom
// @vitest-environment-options {"url": "https://site.example/h5/en/lims"}
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {freshnessInterval, keptDocuments} from '../lib/constants.ts'
import {lightMarkOf} from '../lib/pageMode.ts'

const fetched = vi.fn<typeof fetch>()
const pathsFetched = () => fetched.mock.calls.map(([url]) => url)

/** A page's HTML, with a mark in its head. */
const pageWith = (mark: string) => `<!DOCTYPE html><html lang="en"><head>${mark}<title>Page</title></head></html>`
const light = pageWith(lightMarkOf('build-1'))

function answer(body: BodyInit = light, {type = 'text/html; charset=utf-8', status = 200, redirected = false} = {}) {
  const response = new Response(body, {status, headers: {'content-type': type}})
  return Object.defineProperty(response, 'redirected', {value: redirected})
}

/** The module on a page with this mark in its head. */
function on(mark: string): Promise<typeof import('./fetchedPages.ts')> {
  document.head.innerHTML = mark
  vi.resetModules()
  return import('./fetchedPages.ts')
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset().mockImplementation(async () => answer())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the mode of the page', () => {
  it.each([
    ['light', lightMarkOf('build-1'), false, true],
    ['a preview', '<meta name="page-mode" content="draft">', true, false],
    ['whole', '', false, false],
    ['of another time', '<meta name="page-mode" content="dark">', false, false],
    ['light, but of no build', '<meta name="page-mode" content="light">', false, false],
  ])('%s', async (_, mark, isDraft, canSwap) => {
    const documents = await on(mark)
    expect(documents.isDraft()).toBe(isDraft)
    expect(documents.canSwap()).toBe(canSwap)
  })
})

describe('a page that is fetched', () => {
  it('may take the current page’s place if it is light and of the same build', async () => {
    const {fetchDocument} = await on(lightMarkOf('build-1'))
    expect(await fetchDocument('https://site.example/h5/en/about')).toEqual({html: light, failed: false})
  })

  it.each([
    ['of another build', () => answer(pageWith(lightMarkOf('build-2'))), false],
    ['of a build whose id begins alike', () => answer(pageWith(lightMarkOf('build-10'))), false],
    ['whole', () => answer(pageWith('')), false],
    ['a preview', () => answer(pageWith('<meta name="page-mode" content="draft"/>')), false],
    ['redirected', () => answer(light, {redirected: true}), false],
    ['no page', () => answer(light, {type: 'image/svg+xml'}), false],
    ['hidden', () => answer(light, {status: 404}), true],
    ['failing', () => answer(light, {status: 500}), true],
  ])('is the browser’s to load if it is %s', async (_, response, failed) => {
    fetched.mockImplementation(async () => response())
    const {fetchDocument} = await on(lightMarkOf('build-1'))
    expect(await fetchDocument('/h5/en/about')).toEqual({html: undefined, failed})
  })

  it('is the browser’s to load if the current page is whole', async () => {
    const {fetchDocument} = await on('')
    expect(await fetchDocument('/h5/en/about')).toEqual({html: undefined, failed: false})
  })

  it('has those of its stylesheets loaded that the current page has not', async () => {
    const sheets = ['common', 'table'].map((name) => `<link rel="stylesheet" href="/h5/${name}.css"/>`).join('')
    const mark = lightMarkOf('build-1')
    const {fetchDocument} = await on(`${mark}<link rel="stylesheet" href="/h5/common.css"/>`)
    const {trackHead} = await import('./swapPage')
    trackHead()
    fetched.mockImplementation(async () => answer(pageWith(mark + sheets)))
    await fetchDocument('/h5/en/about')
    expect(pathsFetched()).toEqual(['/h5/en/about'])
    const loaded = [...document.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute('href'))
    expect(loaded).toEqual(['/h5/common.css', '/h5/table.css'])
  })

  it.each([{status: 500}, {redirected: true}, {type: 'application/pdf'}])(
    'is not read to the end if %j',
    async (init) => {
      const cancel = vi.fn()
      fetched.mockImplementation(async () => answer(new ReadableStream({cancel}), init))
      const {fetchDocument} = await on(lightMarkOf('build-1'))
      await fetchDocument('/h5/en/about')
      expect(cancel).toHaveBeenCalledOnce()
    },
  )

  it('is revalidated, with what else the caller asks for', async () => {
    const {fetchDocument} = await on(lightMarkOf('build-1'))
    await fetchDocument('/h5/en/about', {priority: 'low'})
    expect(fetched).toHaveBeenCalledExactlyOnceWith('/h5/en/about', {cache: 'no-cache', priority: 'low'})
  })
})

describe('a page that was fetched', () => {
  it('is at hand until the freshness interval is over', async () => {
    const {fetchDocument, keptDocument} = await on(lightMarkOf('build-1'))
    const page = await fetchDocument('/h5/en/about')
    vi.advanceTimersByTime(freshnessInterval - 1)
    expect(keptDocument('/h5/en/about')).toBe(page)
    expect(await fetchDocument('/h5/en/about')).toBe(page)
    expect(fetched).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(1)
    expect(keptDocument('/h5/en/about')).toBeUndefined()
    await fetchDocument('/h5/en/about')
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('is fetched again where the clock was set back', async () => {
    const {fetchDocument, keptDocument} = await on(lightMarkOf('build-1'))
    await fetchDocument('/h5/en/about')
    vi.setSystemTime(Date.now() - 60 * freshnessInterval)
    expect(keptDocument('/h5/en/about')).toBeUndefined()
  })

  it('is the same for every search and place on it', async () => {
    const {fetchDocument, keptDocument} = await on(lightMarkOf('build-1'))
    await fetchDocument('https://site.example/h5/en/contact?from=/lims#form')
    expect(pathsFetched()).toEqual(['/h5/en/contact'])
    expect(keptDocument('/h5/en/contact?from=demo-lims')?.html).toBe(light)
    expect(keptDocument('/h5/contact')).toBeUndefined()
  })

  it('is not at hand before it has come, and is fetched once meanwhile', async () => {
    const {fetchDocument, keptDocument} = await on(lightMarkOf('build-1'))
    const pages = [fetchDocument('/h5/en/about'), fetchDocument('/h5/en/about')]
    expect(keptDocument('/h5/en/about')).toBeUndefined()
    await Promise.all(pages)
    expect(fetched).toHaveBeenCalledOnce()
  })

  it('is fetched again where a fresh one is asked for, which is then at hand', async () => {
    const {fetchDocument, keptDocument} = await on(lightMarkOf('build-1'))
    await fetchDocument('/h5/en/about')
    const changed = light.replace('Page', 'Changed page')
    fetched.mockImplementation(async () => answer(changed))
    expect((await fetchDocument('/h5/en/about', {fresh: true})).html).toBe(changed)
    expect(keptDocument('/h5/en/about')?.html).toBe(changed)
  })

  it('is not kept if it failed', async () => {
    const {fetchDocument, keptDocument} = await on(lightMarkOf('build-1'))
    fetched.mockImplementationOnce(async () => answer(light, {status: 503}))
    expect(await fetchDocument('/h5/en/about')).toEqual({html: undefined, failed: true})
    expect(keptDocument('/h5/en/about')).toBeUndefined()
    expect((await fetchDocument('/h5/en/about')).html).toBe(light)
  })

  it('is not kept if there was no connection', async () => {
    const {fetchDocument} = await on(lightMarkOf('build-1'))
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await expect(fetchDocument('/h5/en/about')).rejects.toThrow('Failed to fetch')
    expect((await fetchDocument('/h5/en/about')).html).toBe(light)
  })

  it('is kept although an older request for it failed later', async () => {
    const {fetchDocument, keptDocument} = await on(lightMarkOf('build-1'))
    const older = Promise.withResolvers<Response>()
    fetched.mockReturnValueOnce(older.promise)
    const first = fetchDocument('/h5/en/about')
    await fetchDocument('/h5/en/about', {fresh: true})
    older.reject(new TypeError('Failed to fetch'))
    await expect(first).rejects.toThrow()
    expect(keptDocument('/h5/en/about')?.html).toBe(light)
  })

  it('is fetched anew right after a request for it was aborted', async () => {
    const {fetchDocument} = await on(lightMarkOf('build-1'))
    fetched.mockImplementationOnce(
      (_, init) =>
        new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    )
    const abort = new AbortController()
    const aborted = fetchDocument('/h5/en/about', {signal: abort.signal})
    abort.abort()
    const again = fetchDocument('/h5/en/about')
    await expect(aborted).rejects.toThrow()
    expect((await again).html).toBe(light)
  })

  it('stays at hand although its caller aborts later', async () => {
    const {fetchDocument, keptDocument} = await on(lightMarkOf('build-1'))
    const abort = new AbortController()
    await fetchDocument('/h5/en/about', {signal: abort.signal})
    abort.abort()
    expect(keptDocument('/h5/en/about')?.html).toBe(light)
  })

  it('is forgotten with all others when it is told to', async () => {
    const {fetchDocument, forgetDocuments, keptDocument} = await on(lightMarkOf('build-1'))
    await fetchDocument('/h5/en/about')
    forgetDocuments()
    expect(keptDocument('/h5/en/about')).toBeUndefined()
  })

  it('counts as new when it was fetched afresh', async () => {
    const {fetchDocument, keptDocument} = await on(lightMarkOf('build-1'))
    for (let index = 0; index < keptDocuments; index += 1) await fetchDocument(`/h5/en/page${index}`)
    await fetchDocument('/h5/en/page0', {fresh: true})
    await fetchDocument('/h5/en/about')
    expect(keptDocument('/h5/en/page0')).toBeDefined()
    expect(keptDocument('/h5/en/page1')).toBeUndefined()
  })

  it('gives way to newer ones once there are many', async () => {
    const {fetchDocument, keptDocument} = await on(lightMarkOf('build-1'))
    for (let index = 0; index <= keptDocuments; index += 1) await fetchDocument(`/h5/en/page${index}`)
    expect(keptDocument('/h5/en/page0')).toBeUndefined()
    for (let index = 1; index <= keptDocuments; index += 1) expect(keptDocument(`/h5/en/page${index}`)).toBeDefined()
  })
})
