import {afterEach, expect, it, vi} from 'vitest'
import {locales} from '../lib/locales.ts'
import {articlePath, scenarioPath} from '../lib/urls.ts'
import {readSeedDocuments} from './querySeed.ts'

vi.mock('server-only', () => ({}))
vi.mock('next/cache', () => ({unstable_cache: (fill: () => unknown) => fill}))
vi.mock('next/dist/server/app-render/work-async-storage.external.js', () => ({
  workAsyncStorage: {exit: (run: () => unknown) => run()},
}))
vi.mock('./client.ts', async () => {
  const {readContentSource} = await import('./env.ts')
  return {source: readContentSource({}), fetchPublished, fetchDrafts: async () => undefined}
})

/** Fields that differ from the seed, by document id. */
let changes: Record<string, object> = {}

/** The content API with the seed and its changes. */
async function fetchPublished(query: string, {ids = []}: {ids?: readonly string[]}): Promise<unknown> {
  const all = [...readSeedDocuments().values()].map((document) => ({...document, ...changes[document._id]}))
  const documents = all.filter(({_id}) => ids.includes(_id))
  const revisions = all.map(({_id, _rev}) => ({_id, _rev}))
  return query.startsWith('{') ? {count: all.length, revisions, documents} : documents
}

/** Loads the page as a server that has just evaluated the code, and returns its first block of points. */
async function pointsOf(route: '/java') {
  vi.resetModules()
  const {loadPage} = await import('./content.ts')
  const {page} = await loadPage(route)
  return page.blocks?.find(({_type}) => _type === 'points')
}

/** Changes a query: points are selected without their items. */
function dropItems(): void {
  vi.doMock('./blocks/points/projection.ts', async (actual) => ({
    ...(await actual<typeof import('./blocks/points/projection.ts')>()),
    pointsProjection: 'heading',
  }))
}

afterEach(() => {
  vi.doUnmock('./blocks/points/projection.ts')
  vi.unstubAllEnvs()
  globalThis.sitePublished = undefined
  changes = {}
})

it('in development a query that has changed shows at once, though the content is the same', async () => {
  vi.stubEnv('NODE_ENV', 'development')
  expect(await pointsOf('/java')).toHaveProperty('items')
  dropItems()
  expect(await pointsOf('/java')).not.toHaveProperty('items')
})

it('in production pages and route handlers, which are bundled apart, share what is published', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  await pointsOf('/java')
  const {sitePublished} = globalThis
  await pointsOf('/java')
  expect(globalThis.sitePublished).toBe(sitePublished)
})

it('a scenario that is complete in English alone has its data there alone, like its tab', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  changes = {'scenario-lqm': {subject: {_type: 'localeString', en: 'Order EX-001'}}}
  vi.resetModules()
  const {loadParts} = await import('./content.ts')
  const parts = await loadParts()
  const paths = locales.flatMap((locale) => [scenarioPath(locale, 'lqm'), articlePath(locale, 'lqm')])
  expect(paths.filter((path) => parts.includes(path))).toEqual([scenarioPath('en', 'lqm'), articlePath('en', 'lqm')])
  expect(parts).toContain(scenarioPath('zh', 'lims'))
  vi.restoreAllMocks()
})
