import {SYSTEM} from '../src/access/identities.ts'
import type {StartedLake} from '../src/Lake.ts'
import {textIndexed} from '../src/testing/textIndexed.ts'
import {createDataset} from './dataset.ts'
import {type Figures, measure} from './measure.ts'
import {WRITE_TOKEN, withLake} from './openBenchLake.ts'

export interface WriteTimes {
  documents: number
  /** One patch a transaction, each on the disk before the next. */
  commit: Figures
  perSecond: number
  /** The same over HTTP, sixteen at a time. */
  httpPerSecond: number
}

const AT_ONCE = 16
const REQUESTS = 1000

/** Durable patches, with the indexes that queries have had made to keep up to date. */
export function writeTimes(size: number): Promise<WriteTimes> {
  const {documents, pages, words} = createDataset(size)
  return withLake(documents, async (lake) => {
    await textIndexed(lake.documents.indexes)
    const indexed =
      '*[_type == "page" && (path == "a" || slug.current == "a" || references("a") || @ match text::query("a"))]'
    for (const perspective of ['published', 'drafts', 'raw'] as const)
      await lake.query({query: indexed, perspective, identity: SYSTEM})
    const patch = (run: number) => ({
      patch: {id: `page-${run % pages}`, set: {title: {zh: words.zh(), en: words.en()}}},
    })
    const commit = await measure((run) => lake.commit({mutations: [patch(run)], author: SYSTEM}), {runs: 2000})
    const start = performance.now()
    let next = 0
    const worker = async () => {
      while (next < REQUESTS) await mutate(lake, patch(next++))
    }
    await Promise.all(Array.from({length: AT_ONCE}, worker))
    const httpPerSecond = Math.round((REQUESTS / (performance.now() - start)) * 1000)
    return {documents: size, commit, perSecond: Math.round(1000 / commit.p50), httpPerSecond}
  })
}

async function mutate(lake: StartedLake, mutation: unknown): Promise<void> {
  const response = await fetch(`${lake.url}/v2025-02-19/data/mutate/production`, {
    method: 'POST',
    headers: {authorization: `Bearer ${WRITE_TOKEN}`, 'content-type': 'application/json'},
    body: JSON.stringify({mutations: [mutation]}),
  })
  if (!response.ok) throw new Error(await response.text())
  await response.arrayBuffer()
}
