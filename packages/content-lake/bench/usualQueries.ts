import {fork} from 'node:child_process'
import {once} from 'node:events'
import {fileURLToPath} from 'node:url'
import {evaluate, parse} from 'groq-js'
import {SYSTEM} from '../src/access/identities.ts'
import type {StartedLake} from '../src/Lake.ts'
import {presentDocument} from '../src/query/presentDocument.ts'
import {textIndexed} from '../src/testing/textIndexed.ts'
import type {JsonValue, LakeDocument} from '../src/types.ts'
import {createDataset, type Dataset} from './dataset.ts'
import {type Figures, measure} from './measure.ts'
import {WRITE_TOKEN, withLake} from './openBenchLake.ts'
import type {ClientTask, ClientTimes, FirstSearch} from './usualClient.ts'

export interface UsualTimes {
  query: string
  http: ClientTimes
  /** In the lake's process, without HTTP. */
  evaluation: Figures
  /** Undefined where plain groq-js takes too long to be measured. */
  plain: Figures | undefined
}

export interface UsualResult {
  documents: number
  /** The first search after a start, and what it held up. */
  first: FirstSearch
  queries: UsualTimes[]
}

interface UsualCase {
  name: string
  query: string
  params: (run: number) => Record<string, JsonValue>
  /** Plain groq-js makes the inner list anew for each document. */
  isQuadratic?: boolean
}

const FIELDS = '{_id, _type, path, title}'
const RUNS = 300
/** Beyond, it takes seconds a query. */
const PLAIN_UP_TO = 20_000
const client = fileURLToPath(new URL('usualClient.ts', import.meta.url))

/** The ten queries that sites and the Studio ask most. */
function usualCases({words, pages}: Dataset): UsualCase[] {
  const page = (run: number) => (run * 7919) % pages
  /** Words that a few documents in a hundred hold. */
  const rank = (run: number) => 1500 + (run % 50)
  return [
    {name: 'by id', query: '*[_id == $id][0]', params: (run) => ({id: `page-${page(run)}`})},
    {
      name: 'slug, eight dereferences',
      query: `*[_type == "page" && slug.current == $slug][0]{
        _id, path, title, description, body,
        "author": author->{name}, "image": image.asset->{alt, width}, "modules": modules[]->{_id, title, text}
      }`,
      params: (run) => ({slug: `page-${page(run)}`}),
    },
    {name: 'type, order, slice', query: `*[_type == "page"] | order(path asc) [0...20] ${FIELDS}`, params: () => ({})},
    {
      name: '`match`, English',
      query: `*[_type == "page" && [title.en, description.en] match $words] [0...20] ${FIELDS}`,
      params: (run) => ({words: `${words.enWord(rank(run))}*`}),
    },
    {
      name: '`match`, Chinese',
      query: `*[_type == "page" && [title.zh, description.zh] match $words] [0...20] ${FIELDS}`,
      params: (run) => ({words: words.zhWord(rank(run))}),
    },
    {
      name: '`references()`',
      query: '*[references($id)]._id',
      params: (run) => ({id: `person-${page(run) % (pages / 5)}`}),
    },
    {name: 'count by type', query: 'count(*[_type == "page"])', params: () => ({})},
    {
      name: 'semi-join',
      query: '*[_type == "person" && _id in *[_type == "page"].author._ref] [0...20] {_id, name}',
      params: () => ({}),
      isQuadratic: true,
    },
    {
      name: 'a page, and what links to its author',
      query: `*[_type == "page" && path == $path][0]{_id, title, "links": *[references(^.author._ref)] ${FIELDS}}`,
      params: (run) => ({path: `/section-${page(run) % 50}/page-${page(run)}`}),
    },
    {name: '`order(path)[0...20]`, no filter', query: `* | order(path asc) [0...20] ${FIELDS}`, params: () => ({})},
  ]
}

/**
 * Each usual query over HTTP, by a client in a process of its own, and by plain groq-js on an array; then the first
 * search after a start, with lookups meanwhile.
 */
export function usualTimes(size: number, report: (times: UsualTimes) => void): Promise<UsualResult> {
  const dataset = createDataset(size)
  return withLake(dataset.documents, async (lake) => {
    const cases = usualCases(dataset)
    const [lookup, , , search] = cases.map(({query, params}) => ({query, params: params(0)}))
    const first = await inClient<FirstSearch>(lake, 'firstSearch', search && lookup ? [search, lookup] : [])
    await textIndexed(lake.documents.indexes)
    const queries: UsualTimes[] = []
    const documents = Array.from(lake.documents.all(), (document) => presentDocument(document, {baseUrl: ''}))
    for (const {name, query, params, isQuadratic} of cases) {
      const ask = (run: number) => lake.query({query, params: params(run), perspective: 'published', identity: SYSTEM})
      let isFound = false
      // One after the other: the lake refuses many long queries at once.
      for (let run = 0; run < 50; run++) {
        const {result} = await ask(run)
        isFound ||= result !== null && String(result) !== ''
      }
      if (!isFound) throw new Error(`"${name}" finds nothing`)
      const requests = Array.from({length: RUNS}, (_, run) => ({query, params: params(run)}))
      const http = await inClient<ClientTimes>(lake, 'times', requests)
      const plain =
        isQuadratic || size > PLAIN_UP_TO
          ? undefined
          : await measure((run) => plainly(query, params(run), documents), {runs: 20, milliseconds: 500})
      const evaluation = await measure(ask, {runs: 300, milliseconds: 1000})
      queries.push({query: name, http, evaluation, plain})
      report({query: name, http, evaluation, plain})
    }
    return {documents: size, first, queries}
  })
}

async function inClient<Answer>(
  {url}: StartedLake,
  kind: ClientTask['kind'],
  requests: ClientTask['requests'],
): Promise<Answer> {
  const child = fork(client)
  const task: ClientTask = {kind, url, token: WRITE_TOKEN, requests}
  child.send(task)
  const [answer]: Answer[] = await once(child, 'message')
  child.disconnect()
  if (answer === undefined) throw new Error('The client has no answer')
  return answer
}

async function plainly(query: string, params: Record<string, JsonValue>, dataset: LakeDocument[]): Promise<unknown> {
  const value = await evaluate(parse(query, {params}), {dataset, params})
  return value.get()
}
