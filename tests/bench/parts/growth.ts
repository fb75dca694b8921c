import {mkdtempDisposableSync, readFileSync} from 'node:fs'
import {get, type IncomingMessage} from 'node:http'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {buffer} from 'node:stream/consumers'
import {setTimeout} from 'node:timers/promises'
import {gunzipSync, gzipSync} from 'node:zlib'
import {createLake} from 'embedded-content-lake'
import {z} from 'zod'
import {type Fetch, PublishedDocuments} from '../../../sanity/PublishedDocuments.ts'
import {root} from '../../../scripts/product/paths.ts'
import {allPagesQuery} from '../../support/allPagesQuery.ts'
import type {Part} from '../bench.ts'
import {median} from '../figures.ts'
import type {Row} from '../rows.ts'

const times = [1, 3, 10, 100]
const publishes = 5
/** The site's processes that hear of a publish. */
const instances = 10
const batch = 500
const writeToken = 'write-token-of-the-bench'

/** Milliseconds after which an update does not list the imported documents again. */
const importAge = 6000

const answer = z.object({result: z.unknown()})
const document = z.looseObject({_id: z.string(), _type: z.string()})

/** The lake's cost of each publish, as pages and the documents on them grow tenfold and a hundredfold. */
export const growth: Part = async () => {
  const seed = readFileSync(join(root, 'sanity/seed/data.ndjson'), 'utf8')
    .split('\n')
    .flatMap((line) => (line ? [document.parse(JSON.parse(line))] : []))
  const rows: Row[] = []
  for (const factor of times) rows.push(...(await costsAt(factor, seed)))
  return rows
}

type Document = z.output<typeof document>

async function costsAt(factor: number, seed: readonly Document[]): Promise<Row[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'bench-growth-'))
  const lake = await createLake({
    dir: folder.path,
    port: 0,
    writeToken,
    readToken: 'read-token-of-the-bench',
    log: () => {},
  })
  try {
    const documents = Array.from({length: factor}, (_, copy) => seed.map((one) => copyOf(one, copy))).flat()
    for (let start = 0; start < documents.length; start += batch) {
      await mutate(
        lake.url,
        documents.slice(start, start + batch).map((one) => ({createOrReplace: one})),
      )
    }
    const pages = documents.filter(({_type}) => _type === 'page').length
    const row = (what: string, value: number, unit: string, aim?: Row['aim']): Row => ({
      part: 'growth',
      what: `${pages} pages: ${what}`,
      value,
      unit,
      ...(aim && {aim}),
    })
    const asked = {bytes: 0, time: 0}
    let sent: Parameters<Fetch>[] = []
    const ask: Fetch = async (query, params) => {
      const search = new URLSearchParams({query, perspective: 'published', returnQuery: 'false'})
      for (const [name, value] of Object.entries(params)) search.set(`$${name}`, JSON.stringify(value))
      const begun = performance.now()
      const body = await bytesOf(`${lake.url}/v2025-02-19/data/query/production?${search}`)
      asked.time += performance.now() - begun
      asked.bytes += body.byteLength
      sent.push([query, params])
      return answer.parse(JSON.parse(gunzipSync(body).toString())).result
    }
    const site = new PublishedDocuments(ask)
    await site.update()
    const first = {...asked}
    const costs: (typeof asked)[] = []
    await setTimeout(importAge)
    // The first follows the import, whose documents are all of the last seconds.
    for (let publish = 0; publish <= publishes; publish++) {
      await mutate(lake.url, [{patch: {id: 'page-about', set: {'title.zh': `第 ${publish} 次`}}}])
      Object.assign(asked, {bytes: 0, time: 0})
      sent = []
      await site.update({ids: ['page-about']})
      // The other instances ask the same. One after another, so that the times are the lake's and not those of waiting.
      const requests = [...sent]
      for (let other = 1; other < instances; other++) for (const request of requests) await ask(...request)
      if (publish > 0) costs.push({...asked})
    }
    return [
      row('a publish asks the lake for, by ten instances', median(costs.map(({bytes}) => bytes)) / 1e3, 'kB', {
        atMost: 80,
      }),
      row('a publish costs the lake, by ten instances', median(costs.map(({time}) => time)), 'ms', {atMost: 50}),
      row('an instance that starts asks for', first.bytes / 1e6, 'MB'),
      row('an instance that starts waits for', first.time, 'ms'),
      ...(await costOfAllPages(lake.url, row)),
    ]
  } finally {
    await lake.close()
  }
}

/** The body as it is sent, compressed; short answers, which are sent as they are, count hardly less. */
async function bytesOf(url: string): Promise<Buffer> {
  const {promise, resolve, reject} = Promise.withResolvers<IncomingMessage>()
  get(url, {headers: {'Accept-Encoding': 'gzip'}}, resolve).on('error', reject)
  const response = await promise
  const body = await buffer(response)
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${body}`)
  return response.headers['content-encoding'] === 'gzip' ? body : gzipSync(body)
}

async function mutate(lakeUrl: string, mutations: readonly object[]): Promise<void> {
  const headers = {authorization: `Bearer ${writeToken}`, 'content-type': 'application/json'}
  const body = JSON.stringify({mutations})
  const response = await fetch(`${lakeUrl}/v2025-02-19/data/mutate/production`, {method: 'POST', headers, body})
  if (!response.ok) throw new Error(await response.text())
}

/** For comparison: all pages as a query, which each instance asked at each publish before it kept the documents. */
async function costOfAllPages(
  lakeUrl: string,
  row: (what: string, value: number, unit: string) => Row,
): Promise<Row[]> {
  const begun = performance.now()
  const response = await fetch(`${lakeUrl}/v2025-02-19/data/query/production`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({query: allPagesQuery}),
  })
  const {byteLength} = await response.arrayBuffer()
  const time = row('all pages by one query', performance.now() - begun, 'ms')
  // The lake refuses what takes it longer than 5 s.
  if (!response.ok) return [{...time, note: `refused with ${response.status}`}]
  return [time, row('answer to that query', byteLength / 1e6, 'MB')]
}

/** A copy with an id of its own that refers to the copies of what the original refers to. */
function copyOf(original: Document, copy: number): Document {
  if (copy === 0 || /^(siteSettings|navigation)$/.test(original._id)) return original
  const renamed = JSON.stringify(original).replace(/("_id"|"_ref"):"([^"]+)"/g, `$1:"$2-${copy}"`)
  return document.parse(JSON.parse(renamed))
}
