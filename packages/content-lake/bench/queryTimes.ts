import {evaluate, parse} from 'groq-js'
import {SYSTEM} from '../src/access/identities.ts'
import type {StartedLake} from '../src/Lake.ts'
import {evaluateGroq, type GroqNode, normalizeQuery, parseGroq} from '../src/query/groq.ts'
import {useNativeFunctions} from '../src/query/nativeFunctions.ts'
import {Views} from '../src/query/perspective.ts'
import {presentDocument} from '../src/query/presentDocument.ts'
import {runQuery} from '../src/query/runQuery.ts'
import {rewriteMatches} from '../src/query/textSearch.ts'
import {textIndexed} from '../src/testing/textIndexed.ts'
import type {JsonValue, LakeDocument} from '../src/types.ts'
import {createDataset} from './dataset.ts'
import {type Figures, measure, rounded} from './measure.ts'
import {WRITE_TOKEN, withLake} from './openBenchLake.ts'
import {type QueryCase, queryCases} from './queryCases.ts'

export interface QueryTimes {
  documents: number
  query: string
  evaluation: Figures
  http: Figures
  plain: Figures
  /** The processor time of plain groq-js for the evaluation, as a multiple. */
  ratio: number
}

/** Each query at one size of the dataset: through the lake's own `query()`, over HTTP, and by plain groq-js. */
export function queryTimes(size: number, report: (times: QueryTimes) => void): Promise<void> {
  const dataset = createDataset(size)
  return withLake(dataset.documents, async (lake) => {
    await textIndexed(lake.documents.indexes)
    const documents = Array.from(lake.documents.all(), (document) => presentDocument(document, {baseUrl: ''}))
    for (const queryCase of queryCases(dataset)) report(await timesOf(queryCase, lake, documents))
  })
}

async function timesOf(queryCase: QueryCase, lake: StartedLake, documents: LakeDocument[]): Promise<QueryTimes> {
  const {name, query, params} = queryCase
  const view = new Views(lake.documents, lake.users.roles, () => lake.url).get('published', SYSTEM)
  const ask = (run: number) => runQuery({query, params: params(run), identity: SYSTEM}, view, lake.options)
  const results = Array.from({length: 10}, (_, run) => ask(run))
  if (results.every(({result}) => result === null || String(result) === '')) throw new Error(`"${name}" finds nothing`)
  const evaluation = await measure(ask, {runs: 20_000})
  const http = await measure((run) => askOverHttp(lake, query, params(run)), {runs: 300})
  const plain = await measure((run) => plainly(query, params(run), documents), {runs: 100})
  const ratio = rounded(plain.processor / evaluation.processor)
  return {documents: documents.length, query: name, evaluation, http, plain, ratio}
}

async function askOverHttp(lake: StartedLake, query: string, params: Record<string, JsonValue>): Promise<void> {
  const url = new URL('/v2025-02-19/data/query/production', lake.url)
  url.searchParams.set('query', query)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(`$${name}`, JSON.stringify(value))
  const headers = {authorization: `Bearer ${WRITE_TOKEN}`}
  // While plain groq-js runs, nobody sees that the lake has closed idle connections.
  const response = await fetch(url, {headers}).catch(() => fetch(url, {headers}))
  await response.json()
}

const treeOfQuery = (query: string, params: Record<string, JsonValue>): GroqNode =>
  useNativeFunctions(rewriteMatches(parseGroq(normalizeQuery(query), {params})))

/** As anyone would use groq-js; but it has no `text::query()`, for which it gets the lake's own `match` terms. */
async function plainly(query: string, params: Record<string, JsonValue>, dataset: LakeDocument[]): Promise<unknown> {
  if (query.includes('text::query')) return evaluateGroq(treeOfQuery(query, params), {dataset, params}).data
  const value = await evaluate(parse(query, {params}), {dataset, params})
  return value.get()
}
