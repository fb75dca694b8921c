import type {Identity, QueryRequest, QueryResponse} from '../types.ts'
import type {QueryableDocuments} from './DocumentView.ts'
import {type Evaluation, evaluate} from './evaluate.ts'
import type {StepBudget} from './limits/StepBudget.ts'
import {type PlanOptions, planQuery} from './parseQuery.ts'
import {sourceMap} from './sourceMap.ts'
import {tagsOfQuery} from './syncTags.ts'

interface Place {
  projectId: string
  dataset: string
}

export interface RunOptions extends PlanOptions {
  budget?: StepBudget
}

/** Answers a query from the documents that the request may see. Throws CostlyQuery and OutOfTime. */
export function runQuery(
  request: QueryRequest,
  documents: QueryableDocuments,
  place: Place,
  {budget, ...options}: RunOptions = {},
): QueryResponse {
  const start = performance.now()
  const {query, params = {}, identity} = request
  const plan = planQuery(query, params, options)
  const dereferenced = new Set<string>()
  const evaluation: Evaluation = {
    plan,
    params,
    documents,
    context: contextFor(identity, place),
    onDereference: (id) => dereferenced.add(id),
    ...(budget && {budget}),
  }
  const result = evaluate(evaluation)
  return {
    result,
    syncTags: tagsOfQuery(plan, params, dereferenced),
    ...(request.resultSourceMap ? {resultSourceMap: sourceMap(evaluation, result)} : {}),
    ms: Math.round(performance.now() - start),
  }
}

const contextFor = (identity: Identity, {projectId, dataset}: Place): Evaluation['context'] => ({
  projectId,
  dataset,
  identityId: identity.id,
})
