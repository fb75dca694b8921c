import {SYSTEM} from '../src/access/identities.ts'
import {DocumentIndexes} from '../src/indexes/DocumentIndexes.ts'
import type {StartedLake} from '../src/Lake.ts'
import {DocumentView} from '../src/query/DocumentView.ts'
import {type Evaluation, evaluate, evaluateTree} from '../src/query/evaluate.ts'
import {planQuery} from '../src/query/parseQuery.ts'
import {Views} from '../src/query/perspective.ts'
import {SortedDocuments} from '../src/query/SortedDocuments.ts'
import type {JsonValue} from '../src/types.ts'
import {createDataset} from './dataset.ts'
import {measure} from './measure.ts'
import {withLake} from './openBenchLake.ts'

export interface Ablation {
  /** The part that is left out. */
  part: string
  query: string
  /** Milliseconds of processor time for one query, with the part and without it. */
  with: number
  without: number
}

type Params = Record<string, JsonValue>

interface Part {
  part: string
  query: string
  params?: (run: number) => Params
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

/** Each index, cache and rewriter with a query that it is for, with it and without it. */
export function ablations(size: number, report: (ablation: Ablation) => void): Promise<void> {
  const {documents, pages, words} = createDataset(size)
  return withLake(documents, async (lake) => {
    await lake.documents.indexes.textReady()
    const views = viewsOf(lake)
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
    const page = (run: number) => (run * 7919) % pages
    const search = `* | score([@, _id] match text::query($words)) [_score > 0] | order(_score desc) [0...20] {_id}`
    const searched = (run: number) => ({words: `${words.enWord(1500 + (run % 50))}*`})
    const byPath = '*[_type == "page" && path == $path][0] {_id, title, "author": author->name}'
    const pathed = (run: number) => ({path: `/section-${page(run) % 50}/page-${page(run)}`})
    const parts: Part[] = [
      {
        part: 'the documents of a perspective, kept',
        query: byPath,
        params: pathed,
        without: (_, query, params) =>
          evaluate({...evaluation(query, params), documents: viewsOf(lake).get('published', SYSTEM)}),
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
    ]
    for (const {part, query, params = () => ({}), remove, without} of parts) {
      const plainly = (run: number) => evaluate(evaluation(query, params(run)))
      const limits = {runs: 500, milliseconds: 1000}
      const complete = await measure(plainly, limits)
      const putBack = remove?.()
      const reduced = await measure(without ? (run) => without(run, query, params(run)) : plainly, limits)
      putBack?.()
      report({part, query, with: complete.processor, without: reduced.processor})
    }
  })
}

const viewsOf = (lake: StartedLake): Views => new Views(lake.documents, lake.users.roles, () => lake.url)
