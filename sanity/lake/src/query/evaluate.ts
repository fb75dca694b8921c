import {LakeError} from '../http/errors.ts'
import type {JsonValue} from '../types.ts'
import type {QueryableDocuments} from './DocumentView.ts'
import {evaluateGroq, type GroqNode, toJson} from './groq.ts'
import type {QueryPlan} from './parseQuery.ts'
import {operandValues} from './sources.ts'
import {withTimeLimit} from './withTimeLimit.ts'

/** Where and for whom queries run. */
export interface QueryContext {
  projectId: string
  dataset: string
  identityId: string
}

export interface Evaluation {
  plan: QueryPlan
  params: Record<string, JsonValue>
  documents: QueryableDocuments
  context: QueryContext
  /** Hears of every document that a reference leads to, found or not. */
  onDereference?: (id: string) => void
}

const TIME_LIMIT_MS = 10_000
/** Below this many documents no query without a subquery can take long, and a watchdog would only cost time. */
const SMALL_DATASET = 500

/** Evaluates a parsed query. Throws LakeError for what groq-js does not know, and when it takes too long. */
export const evaluate = (evaluation: Evaluation): JsonValue =>
  limitTime(evaluation, () => evaluateTree(evaluation.plan.tree, evaluation))

/** Runs what works on an evaluation, under a time limit where it may be needed. */
export function limitTime<Result>({plan, documents}: Evaluation, run: () => Result): Result {
  const reads = plan.sources.length + (plan.readsEverything ? 1 : 0)
  return reads <= 1 && documents.all.length <= SMALL_DATASET ? run() : withTimeLimit(TIME_LIMIT_MS, run)
}

/** Evaluates one tree of a plan, which may differ from the plan's own. */
export function evaluateTree(tree: GroqNode, evaluation: Evaluation): JsonValue {
  const {plan, params, documents, context, onDereference} = evaluation
  const sources = plan.sources.map((source) => {
    const values = operandValues(source, params)
    return [source.parameter, source.field === '_type' ? documents.ofTypes(values) : documents.ofIds(values)]
  })
  try {
    const value = evaluateGroq(tree, {
      dataset: documents.all,
      params: {...params, ...Object.fromEntries(sources)},
      identity: context.identityId,
      timestamp: new Date(),
      sanity: {projectId: context.projectId, dataset: context.dataset},
      dereference: ({_ref}) => {
        onDereference?.(_ref)
        return documents.get(_ref)
      },
    })
    return toJson(value) ?? null
  } catch (error) {
    throw evaluationError(error)
  }
}

function evaluationError(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error || error instanceof RangeError || error instanceof LakeError)
    return error
  const description = `The query cannot be evaluated: ${error.message}`
  return new LakeError(400, {error: {type: 'queryEvaluationError', description}}, description)
}
