import type {Identity, QueryRequest, QueryResponse} from '../types.ts'
import type {QueryableDocuments} from './DocumentView.ts'
import {type Evaluation, evaluate, limitTime} from './evaluate.ts'
import {planQuery} from './parseQuery.ts'
import {sourceMap} from './sourceMap.ts'
import {tagsOfQuery} from './syncTags.ts'

interface Place {
  projectId: string
  dataset: string
}

/** Answers a query from the documents that the request may see. */
export function runQuery(request: QueryRequest, documents: QueryableDocuments, place: Place): QueryResponse {
  const start = performance.now()
  const {query, params = {}, identity} = request
  const plan = planQuery(query, params)
  const dereferenced = new Set<string>()
  const evaluation: Evaluation = {
    plan,
    params,
    documents,
    context: contextFor(identity, place),
    onDereference: (id) => dereferenced.add(id),
  }
  const result = evaluate(evaluation)
  return {
    result,
    syncTags: tagsOfQuery(plan, params, dereferenced),
    ...(request.resultSourceMap ? {resultSourceMap: limitTime(evaluation, () => sourceMap(evaluation, result))} : {}),
    ms: Math.round(performance.now() - start),
  }
}

const contextFor = (identity: Identity, {projectId, dataset}: Place): Evaluation['context'] => ({
  projectId,
  dataset,
  identityId: identity.id,
})
