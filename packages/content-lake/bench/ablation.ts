import {Hono} from 'hono'
import {SYSTEM} from '../src/access/identities.ts'
import {releasedVersions} from '../src/history/readHistory.ts'
import {connectionOf, type LakeEnv} from '../src/http/request.ts'
import {DocumentIndexes} from '../src/indexes/DocumentIndexes.ts'
import type {StartedLake} from '../src/Lake.ts'
import {parseListenRequest} from '../src/listen/listenRequest.ts'
import {ListenerGroups} from '../src/listen/listenRoutes.ts'
import {liveRoutes} from '../src/listen/liveRoutes.ts'
import {createFeed} from '../src/listen/TransactionFeed.ts'
import {createListeners} from '../src/listeners.ts'
import {DocumentView} from '../src/query/DocumentView.ts'
import {type Evaluation, evaluate, evaluateTree} from '../src/query/evaluate.ts'
import {planQuery} from '../src/query/parseQuery.ts'
import {Views} from '../src/query/perspective.ts'
import {runQuery} from '../src/query/runQuery.ts'
import {SortedDocuments} from '../src/query/SortedDocuments.ts'
import {documentText, TEXT_PROPERTY} from '../src/query/textSearch.ts'
import {Roles} from '../src/roles/Roles.ts'
import {ChangeStates} from '../src/store/ChangeStates.ts'
import {DocumentStore} from '../src/store/DocumentStore.ts'
import {textIndexed} from '../src/testing/textIndexed.ts'
import type {JsonValue, LakeDocument, Transaction} from '../src/types.ts'
import {createDataset} from './dataset.ts'
import {type Ablation, measure} from './measure.ts'
import {withLake} from './openBenchLake.ts'
import {serviceAblations} from './serviceAblations.ts'

type Params = Record<string, JsonValue>

interface Part {
  part: string
  query: string
  params?: (run: number) => Params
  /** The measured work; by default the evaluation of the query. */
  work?: (run: number) => unknown
  /** Leaves the part out of what follows. Returns what puts it back. */
  remove?: () => () => void
  /** Or evaluates without it. */
  without?: (run: number, query: string, params: Params) => unknown
}

/** Replaces a method; returns what puts it back. */
function replace<Owner extends object>(owner: Owner, name: keyof Owner & string, method: unknown): () => void {
  const kept = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, {value: method, configurable: true, writable: true})
  return () => {
    if (kept) Object.defineProperty(owner, name, kept)
  }
}

/** Lets WeakMaps find nothing for such keys; returns what puts it back. */
function forget(isForgotten: (key: object) => boolean): () => void {
  const {get} = WeakMap.prototype
  return replace(WeakMap.prototype, 'get', function forgetful(this: WeakMap<object, unknown>, key: object) {
    return isForgotten(key) ? undefined : get.call(this, key)
  })
}

const LIMITS = {runs: 500, milliseconds: 1000}

/** Each index, cache and rewriter with a query that it is for, with it and without it. */
export async function ablations(size: number, report: (ablation: Ablation) => void): Promise<void> {
  await queryAblations(size, report)
  await otherAblations(report)
  await serviceAblations(size, report)
}

async function queryAblations(size: number, report: (ablation: Ablation) => void): Promise<void> {
  const {documents, pages, words} = createDataset(size)
  const times = {_rev: 'r', _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z'}
  const stored = documents.map((document): LakeDocument => JSON.parse(JSON.stringify({...document, ...times})))
  const store = new DocumentStore(stored)
  const newViews = () => new Views(store, new Roles(), () => 'http://localhost')
  await textIndexed(store.indexes)
  const views = newViews()
  const evaluation = (query: string, params: Params): Evaluation => ({
    plan: planQuery(query, params),
    params,
    documents: views.get('published', SYSTEM),
    context: {projectId: 'local', dataset: 'production', identityId: 'bench'},
  })
  const inGroq = (_: number, query: string, params: Params) => {
    const given = evaluation(query, params)
    return evaluateTree(given.plan.tree, given)
  }
  const instead = (other: string) => (_run: number, _query: string, params: Params) =>
    evaluate(evaluation(other, params))
  const page = (run: number) => (run * 7919) % pages
  const search = `* | score([@, _id] match text::query($words)) [_score > 0] | order(_score desc) [0...20] {_id}`
  const searched = (run: number) => ({words: `${words.enWord(1500 + (run % 50))}*`})
  const byPath = '*[_type == "page" && path == $path][0] {_id, title, "author": author->name}'
  const pathed = (run: number) => ({path: `/section-${page(run) % 50}/page-${page(run)}`})
  const withoutTexts = new DocumentView(
    Array.from(views.get('published', SYSTEM).all, (document) =>
      Object.defineProperty({...document}, TEXT_PROPERTY, {get: () => documentText(document)}),
    ),
    store,
  )
  const listed = '*[_type == "page"] | order(path) [0...20] {_id, title, "author": author->name}'
  const mapped = () =>
    runQuery({query: listed, identity: SYSTEM, resultSourceMap: true}, views.get('published', SYSTEM), {
      projectId: 'local',
      dataset: 'production',
    })
  const parts: Part[] = [
    {
      part: 'the documents of a perspective, kept',
      query: byPath,
      params: pathed,
      without: (_, query, params) =>
        evaluate({...evaluation(query, params), documents: newViews().get('published', SYSTEM)}),
    },
    {
      part: 'parsed and planned queries, kept',
      query: byPath,
      params: pathed,
      without: (run, query, params) => evaluate(evaluation(`${query} // ${run} ${performance.now()}`, params)),
    },
    {
      part: 'index of a field',
      query: byPath,
      params: pathed,
      remove: () => replace(DocumentIndexes.prototype, 'withValue', () => undefined),
    },
    {
      part: 'ranges by the index of a field',
      query: '*[path >= "/section-9/page-4"] {_id, _rev}',
      remove: () => replace(DocumentIndexes.prototype, 'withValueLike', () => undefined),
    },
    {
      part: 'index of references',
      query: '*[references($id)]._id',
      params: (run) => ({id: `person-${page(run) % (pages / 5)}`}),
      remove: () => replace(DocumentView.prototype, 'referencing', () => undefined),
    },
    {
      part: 'lists by type',
      query: 'count(*[_type == "page"])',
      remove: () =>
        replace(DocumentView.prototype, 'ofTypes', function ofTypes(this: DocumentView, types: readonly string[]) {
          return this.all.filter(({_type}) => types.includes(_type))
        }),
    },
    {
      part: 'index of texts',
      query: search,
      params: searched,
      remove: () => replace(DocumentIndexes.prototype, 'withText', () => undefined),
    },
    {part: 'scores outside groq-js', query: search, params: searched, without: inGroq},
    {
      part: 'orders by fields outside groq-js',
      query: '*[_type == "page"] | order(path asc) [0...20] {_id, path}',
      without: inGroq,
    },
    {
      part: 'the first documents of an order, kept',
      query: '* | order(path asc) [0...20] {_id, path}',
      remove: () => replace(SortedDocuments.prototype, 'first', () => undefined),
    },
    {
      part: 'filters that look no further',
      query: '*[_type == "module" && defined(title)] [0...20] {_id, title}',
      without: inGroq,
    },
    {
      part: 'the values of a field, kept',
      query: '*[_type == "person" && _id in *[_type == "page"].author._ref] [0...20] {_id, name}',
      remove: () => replace(SortedDocuments.prototype, 'valuesOf', () => undefined),
    },
    {part: 'lists of fields outside groq-js', query: '*[_type == "page"].author._ref', without: inGroq},
    {
      part: 'lists that a filter makes once',
      query: `*[_type == "picture" && _id in $ids && !(_id in *[_type == "page" && defined(title)].image.asset._ref)]._id`,
      params: (run) => ({ids: [0, 1, 2, 3].map((step) => `picture-${(run + step) % 100}`)}),
      remove: () => forget((key) => 'budget' in key),
    },
    {
      part: 'sets of lists on the right of in',
      query: '*[_type == "picture" && !(_id in *[_type == "page"].image.asset._ref)]._id',
      remove: () => forget((key) => Array.isArray(key) && typeof key[0] === 'string'),
    },
    {
      part: 'long lists of ids not looked up',
      query: '*[_type == "person" && _id in *[_type == "page"].author._ref] [0...20] {_id, name}',
      without: instead('*[!(_type != "person") && _id in *[_type == "page"].author._ref] [0...20] {_id, name}'),
    },
    {
      part: 'filters by type left out',
      query: 'count(*[_type == "page"])',
      without: instead('count(*[_type == "page" && true])'),
    },
    {
      part: 'copies of the best alone',
      query: search,
      params: (run) => ({words: words.enWord(run % 20)}),
      without: instead(search.replace('_score > 0', '_score > 0 && true')),
    },
    {
      part: 'texts of documents, kept',
      query: search,
      params: searched,
      without: (_, query, params) => evaluate({...evaluation(query, params), documents: withoutTexts}),
    },
    {
      part: 'copies with tokens for source maps, kept',
      query: listed,
      work: mapped,
      remove: () => forget((key) => key instanceof DocumentView),
    },
  ]
  for (const {part, query, params = () => ({}), work, remove, without} of parts) {
    const plainly = work ?? ((run: number) => evaluate(evaluation(query, params(run))))
    const complete = await measure(plainly, LIMITS)
    const putBack = remove?.()
    const reduced = await measure(without ? (run) => without(run, query, params(run)) : plainly, LIMITS)
    putBack?.()
    report({part, query, with: complete.processor, without: reduced.processor})
  }
}

const EDITS = 200
const LISTENERS = 100
const RELEASED = 100

/** Cases that do not depend on the number of documents: history and listeners. */
function otherAblations(report: (ablation: Ablation) => void): Promise<void> {
  return withLake(createDataset(200).documents, async (lake) => {
    const id = 'page-1'
    const edit = (n: number) => lake.commit({mutations: [{patch: {id, set: {n}}}], author: SYSTEM})
    for (let n = 0; n < EDITS; n += 1) edit(n)
    const last = Number(lake.database.prepare('SELECT max(seq) AS last FROM transactions').get()?.last)
    const readAll = (statesFor: () => ChangeStates): void => {
      for (let seq = last - EDITS; seq <= last; seq += 1) statesFor().text(id, seq)
    }
    const one = new ChangeStates(lake.database)
    const [kept, anew] = [() => readAll(() => one), () => readAll(() => new ChangeStates(lake.database))]
    const history = {part: 'the state read last, kept', query: `${EDITS} revisions of a document in turn`}
    report({...history, with: await processorOf(kept), without: await processorOf(anew)})

    const url = new URL(
      `${lake.url}/v2025-02-19/data/listen/production?${new URLSearchParams({query: '*[_type == "page"]'})}`,
    )
    const request = parseListenRequest(url, 'v2025-02-19', SYSTEM, lake)
    const stream = {response: new Response(), send: () => {}, write: () => {}, end: () => {}, onEnd: () => {}}
    const [together, apart] = [new ListenerGroups(), new ListenerGroups()]
    for (let n = 0; n < LISTENERS; n += 1) {
      together.add('same', request, {...stream})
      apart.add(String(n), request, {...stream})
    }
    const document = lake.documents.get(id) ?? null
    const change = {documentId: id, before: document, after: document, mutations: [], effects: {apply: [], revert: []}}
    const transaction = {seq: 1, id: 't', timestamp: '2026-01-01T00:00:00Z', author: 'bench', changes: [change]}
    const publish = (groups: ListenerGroups) => () => groups.publish(transaction, '1')
    const listeners = {part: 'equal listeners together', query: `an edit for ${LISTENERS} listeners`}
    report({...listeners, with: await processorOf(publish(together)), without: await processorOf(publish(apart))})

    const live = {part: 'events of equal live streams together', query: `an edit for ${LISTENERS} streams`}
    const publishLive = openLiveStreams(lake)
    const shared = await processorOf(() => publishLive({...transaction}))
    const putBack = forget((key) => 'changes' in key)
    report({...live, with: shared, without: await processorOf(() => publishLive({...transaction}))})
    putBack()

    const versions = Array.from({length: RELEASED}, (_, n) => `versions.release.page-${n}`)
    lake.commit({mutations: versions.map((_id) => ({create: {_id, _type: 'page'}})), author: SYSTEM})
    lake.commit({mutations: versions.map((released) => ({delete: {id: released}})), author: SYSTEM})
    const seq = Number(lake.database.prepare('SELECT max(seq) AS last FROM transactions').get()?.last)
    const lookUp = (statesFor: () => ReturnType<typeof releasedVersions>) => () => {
      for (let n = 0; n < RELEASED; n += 1) statesFor()(`page-${n}`, seq)
    }
    const same = releasedVersions(lake.database)
    const release = {part: 'the versions of a release, kept', query: `what published each of ${RELEASED} documents`}
    const readOnce = await processorOf(lookUp(() => same))
    report({...release, with: readOnce, without: await processorOf(lookUp(() => releasedVersions(lake.database)))})
  })
}

/** Opens streams of live events that nobody reads. Returns a function that publishes a transaction to them. */
function openLiveStreams(lake: StartedLake): (transaction: Transaction) => void {
  const transactions = createListeners<Transaction>()
  const feed = createFeed({onTransaction: transactions.add})
  const app = new Hono<LakeEnv>()
    .use(async (c, next) => {
      c.set('identity', SYSTEM)
      c.set('connection', connectionOf(c.req.url, undefined, []))
      await next()
    })
    .route('/', liveRoutes(lake, feed))
  for (let n = 0; n < LISTENERS; n += 1) app.request('/data/live/events/production')
  return transactions.call
}

const processorOf = async (run: () => unknown): Promise<number> => (await measure(run, LIMITS)).processor
