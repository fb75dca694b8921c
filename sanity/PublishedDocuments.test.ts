import {mkdtempDisposable} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {createClient, type SanityClient} from '@sanity/client'
import {createLake, type RunningLake} from 'embedded-content-lake'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {z} from 'zod'
import {type Fetch, PublishedDocuments, type StoredDocument} from './PublishedDocuments.ts'

const seed = new URL('./seed/data.ndjson', import.meta.url).pathname
const answer = z.object({result: z.unknown()})

let lake: RunningLake
let writer: SanityClient
let close: () => Promise<void>
/** Bytes of all answers so far. */
let bytes: number
/** Runs before each request, with the number of those before it. */
let beforeRequest: (count: number) => Promise<unknown> | undefined
let requests: number

beforeEach(async () => {
  const {path, remove} = await mkdtempDisposable(join(tmpdir(), 'published-documents-'))
  lake = await createLake({dir: path, port: 0, log: () => {}})
  close = async () => {
    await lake.close()
    await remove()
  }
  await lake.importDataset(seed)
  writer = createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    useCdn: false,
    maxRetries: 0,
    apiHost: lake.url,
    useProjectHostname: false,
    token: lake.tokens.write,
    perspective: 'published',
  })
  bytes = 0
  requests = 0
  beforeRequest = () => undefined
})

afterEach(async () => {
  vi.useRealTimers()
  await close()
})

const ask: Fetch = async (query, params) => {
  await beforeRequest(requests++)
  const search = new URLSearchParams({query, perspective: 'published', returnQuery: 'false'})
  for (const [name, value] of Object.entries(params)) search.set(`$${name}`, JSON.stringify(value))
  const response = await fetch(`${lake.url}/v2025-02-19/data/query/production?${search}`)
  const text = await response.text()
  bytes += Buffer.byteLength(text)
  return answer.parse(JSON.parse(text)).result
}

async function opened(): Promise<PublishedDocuments> {
  const published = new PublishedDocuments(ask)
  await published.update()
  bytes = 0
  requests = 0
  return published
}

const rename = (id: string, title: string) => writer.patch(id).set({'title.zh': title}).commit()
const titleOf = (document: StoredDocument | undefined) => JSON.stringify(document).match(/"zh":"([^"]*)"/)?.[1]

/** Revisions by id, as the content API has them. */
async function revisions(): Promise<Map<string, string>> {
  const rows = await writer.fetch<{_id: string; _rev: string}[]>('*{_id, _rev}')
  return new Map(rows.map(({_id, _rev}) => [_id, _rev]))
}
const kept = ({documents}: PublishedDocuments) =>
  new Map([...(documents?.values() ?? [])].map(({_id, _rev}) => [_id, _rev]))
const sorted = (map: Map<string, string>) => [...map].sort()

it('a publish costs the changed document and a few hundred bytes, whatever else there is', async () => {
  const published = await opened()
  // The lake's clock, too: all that was changed within the last seconds is listed again.
  vi.useFakeTimers({toFake: ['Date'], now: Date.now() + 60_000})
  await rename('page-lims', '早一些')
  await published.update({ids: ['page-lims']})
  bytes = 0
  requests = 0
  await rename('page-about', '新的标题')
  const documents = await published.update({ids: ['page-about']})
  expect(titleOf(documents.get('page-about'))).toBe('新的标题')
  const document = Buffer.byteLength(JSON.stringify(documents.get('page-about')))
  expect(requests).toBe(1)
  expect(bytes).toBeLessThan(document + 1000)
})

it('a publish that was missed comes with the next, and so do several', async () => {
  const published = await opened()
  for (const id of ['page-about', 'navigation', 'siteSettings']) {
    await writer.patch(id).set({marked: id}).commit()
  }
  await published.update({ids: ['page-lims']})
  expect(sorted(kept(published))).toEqual(sorted(await revisions()))
})

it('a deleted document is gone, named by its webhook or not', async () => {
  const published = await opened()
  for (const id of ['unseen', 'named']) await writer.create({_id: id, _type: 'claim'})
  await published.update()
  expect([...kept(published).keys()]).toEqual(expect.arrayContaining(['unseen', 'named']))
  await writer.delete('named')
  await published.update({ids: ['named']})
  expect(kept(published).has('named')).toBe(false)
  await writer.delete('unseen')
  await published.update({ids: ['page-about']})
  expect(sorted(kept(published))).toEqual(sorted(await revisions()))
})

it('one document deleted and another created at once, so that their number stays, are both noticed', async () => {
  await writer.create({_id: 'old', _type: 'claim'})
  const published = await opened()
  await writer.transaction().delete('old').create({_id: 'new', _type: 'claim'}).commit()
  await published.update({ids: ['page-about']})
  expect(sorted(kept(published))).toEqual(sorted(await revisions()))
})

it('what changed with a time long past is found by its webhook, and by comparing all', async () => {
  await writer.create({_id: 'claim-old', _type: 'claim'})
  const published = new PublishedDocuments(async (query, params) => {
    const read = await ask(query, params)
    // As if the clock had been set back for both documents.
    return JSON.parse(JSON.stringify(read), (_, value) =>
      value?._id?.startsWith?.('claim-') && value._updatedAt ? {...value, _updatedAt: '2001-01-01T00:00:00Z'} : value,
    )
  })
  await published.update()
  await rename('claim-old', '一')
  expect(titleOf((await published.update({ids: ['claim-old']})).get('claim-old'))).toBe('一')
  await rename('claim-old', '二')
  expect(titleOf((await published.update({compareAll: true})).get('claim-old'))).toBe('二')
})

it('documents that are published while others are being read are of one moment', async () => {
  const published = await opened()
  await rename('page-lims', '零')
  // Unnamed, so it takes a second request; between the two, one transaction changes both.
  beforeRequest = (count) =>
    count === 1
      ? writer
          .transaction()
          .patch('page-lims', (patch) => patch.set({'title.zh': '一'}))
          .patch('page-about', (patch) => patch.set({'title.zh': '一'}))
          .commit()
      : undefined
  const documents = await published.update({ids: ['navigation']})
  expect([titleOf(documents.get('page-lims')), titleOf(documents.get('page-about'))]).toEqual(['一', '一'])
})

it('an update that was under way does not stand for a publish that came after it began', async () => {
  const published = await opened()
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  beforeRequest = (count) => {
    if (count > 0) return undefined
    asked.resolve()
    return held.promise
  }
  const first = published.update()
  await asked.promise
  await rename('page-about', '后来')
  const later = published.update({ids: ['page-about']})
  held.resolve()
  await first
  expect(titleOf((await later).get('page-about'))).toBe('后来')
})

it('a hundred publishes at once share a few requests', async () => {
  const published = await opened()
  await rename('page-about', '一百')
  await Promise.all(Array.from({length: 100}, () => published.update({ids: ['page-about']})))
  expect(requests).toBeLessThan(4)
})

it('while the content API is away all stays as it was, and afterwards nothing is missing', async () => {
  const published = await opened()
  const before = published.documents
  await rename('page-about', '断线')
  beforeRequest = () => Promise.reject(new Error('away'))
  await expect(published.update({ids: ['page-about']})).rejects.toThrow('away')
  expect(published.documents).toBe(before)
  beforeRequest = () => undefined
  expect(titleOf((await published.update()).get('page-about'))).toBe('断线')
})

it('where nothing has changed the documents are the very same, so that nothing is derived again', async () => {
  const published = await opened()
  expect(await published.update({compareAll: true})).toBe(await published.update())
})
