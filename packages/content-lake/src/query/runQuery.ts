import type {QueryRequest, QueryResponse} from '../types.ts'
import type {QueryableDocuments} from './DocumentView.ts'
import {type Evaluation, evaluate, type QueryContext} from './evaluate.ts'
import {CostlyQuery, checkSize} from './limits/queryLimits.ts'
import type {StepBudget} from './limits/StepBudget.ts'
import {type PlanOptions, planQuery} from './parseQuery.ts'
import {sourceMap} from './sourceMap.ts'
import {tagsOfQuery} from './syncTags.ts'

/** Answers a query from the documents that the request may see. Throws CostlyQuery and OutOfBudget. */
export function runQuery(
  request: QueryRequest,
  documents: QueryableDocuments,
  {projectId, dataset}: Omit<QueryContext, 'identityId'>,
  {budget, ...options}: PlanOptions & {budget?: StepBudget} = {},
): QueryResponse {
  const start = performance.now()
  const {query, params = {}, identity} = request
  const plan = planQuery(query, params, options)
  const dereferenced = new Set<string>()
  const evaluation: Evaluation = {
    plan,
    params,
    documents,
    context: {projectId, dataset, identityId: identity.id},
    onDereference: (id) => dereferenced.add(id),
    ...(budget && {budget}),
  }
  // A source map is made by groq-js's own score(), which takes every text apart.
  if (request.resultSourceMap && plan.isScoring && !options.anyCost) throw new CostlyQuery()
  const result = evaluate(evaluation)
  const resultSourceMap = request.resultSourceMap ? sourceMap(evaluation, result) : undefined
  checkSize(resultSourceMap, budget)
  return {
    result,
    syncTags: tagsOfQuery(plan, params, dereferenced),
    ...(resultSourceMap && {resultSourceMap}),
    ms: Math.round(performance.now() - start),
  }
}
