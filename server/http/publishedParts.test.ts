import {afterEach, expect, it, vi} from 'vitest'
import {isPartPath, partsFinder} from './publishedParts.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The site itself with a list of its parts; counts what it is asked. */
function siteWith(paths: string[]) {
  const asked: string[] = []
  const site = {paths, isUp: true, asked}
  vi.stubGlobal('fetch', async (_url: string, {method = 'GET'}: RequestInit) => {
    asked.push(method)
    if (!site.isUp) throw new TypeError('fetch failed')
    const headers = {etag: `"${site.paths.join()}"`}
    return method === 'HEAD' ? new Response(null, {headers}) : Response.json({paths: site.paths}, {headers})
  })
  return site
}

const lims = '/payloads/scenarios/lims.json'
const article = '/payloads/articles/en/lims'

it('knows what is published, and reads the list again only when it has changed', async () => {
  const site = siteWith([lims])
  const isPublished = partsFinder('http://localhost:3000')
  expect([await isPublished(lims), await isPublished(article), await isPublished(lims)]).toEqual([true, false, true])
  expect(site.asked).toEqual(['HEAD', 'GET', 'HEAD', 'HEAD'])
  site.paths = [article]
  expect([await isPublished(lims), await isPublished(article)]).toEqual([false, true])
})

it('asks once for a flood of names', async () => {
  const site = siteWith([lims])
  const isPublished = partsFinder('http://localhost:3000')
  const answers = await Promise.all(
    Array.from({length: 1000}, (_, index) => isPublished(`/payloads/articles/zh/n${index}`)),
  )
  expect(answers.filter(Boolean)).toEqual([])
  // The first asks; all who come meanwhile share the next.
  expect(site.asked).toEqual(['HEAD', 'GET', 'HEAD'])
})

it('goes on with what it knows where the site does not answer itself', async () => {
  const site = siteWith([lims])
  const isPublished = partsFinder('http://localhost:3000')
  site.isUp = false
  expect(await isPublished(lims)).toBe(false)
  site.isUp = true
  expect(await isPublished(lims)).toBe(true)
  site.isUp = false
  expect(await isPublished(lims)).toBe(true)
})

it('goes on with what it knows where a request of the site to itself hangs', async () => {
  siteWith([lims])
  const isPublished = partsFinder('http://localhost:3000')
  expect(await isPublished(lims)).toBe(true)
  const hanging = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(hanging.signal)
  vi.stubGlobal('fetch', (_url: string, {signal}: RequestInit) => {
    const {promise, reject} = Promise.withResolvers<Response>()
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
    return promise
  })
  const answers = Promise.all([isPublished(lims), isPublished(article)])
  hanging.abort()
  expect(await answers).toEqual([true, false])
})

it.each([lims, '/payloads/scenarios/en/merge2.json', '/payloads/articles/zh/a', article])(
  '%s may be a part',
  (path) => {
    expect(isPartPath(path)).toBe(true)
  },
)

it.each([
  '/payloads/scenarios/zh/lims.json',
  '/payloads/scenarios/fr/lims.json',
  '/payloads/scenarios/Lims.json',
  '/payloads/scenarios/lims',
  '/payloads/articles/fr/lims',
  '/payloads/articles/lims',
  `/payloads/articles/en/${'a'.repeat(25)}`,
  `/payloads/scenarios/${'a'.repeat(300)}.json`,
  '/payloads/scenarios/lims.json/x',
  '/payloads/articles/en/lims%00',
])('%s is no part', (path) => {
  expect(isPartPath(path)).toBe(false)
})
