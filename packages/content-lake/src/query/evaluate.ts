import {LakeError} from '../errors.ts'
import type {JsonValue, LakeDocument} from '../types.ts'
import type {QueryableDocuments} from './DocumentView.ts'
import {evaluateGroq, type GroqNode, toJson} from './groq.ts'
import {stepCounter} from './limits/countSteps.ts'
import {checkSize} from './limits/queryLimits.ts'
import {OutOfBudget, type StepBudget, withinBudget} from './limits/StepBudget.ts'
import {FIND_PARAMETER} from './operands.ts'
import type {QueryPlan} from './parseQuery.ts'

/** Where and for whom queries run. */
interface QueryContext {
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
  /** Stops it when it takes too long; without one it may take any time. */
  budget?: StepBudget
}

/** Evaluates a parsed query. Throws LakeError for what groq-js does not know, and OutOfBudget. */
export const evaluate = (evaluation: Evaluation): JsonValue => evaluateTree(evaluation.plan.rankedTree, evaluation)

/** Evaluates one tree of a plan, which may differ from the plan's own. */
export function evaluateTree(tree: GroqNode, evaluation: Evaluation): JsonValue {
  const {plan, params, documents, context, onDereference, budget} = evaluation
  const found = plan.sources.flatMap(({name, isDynamic}) => (isDynamic ? [] : [[name, find(name, [], evaluation)]]))
  try {
    const options = {
      dataset: plan.readsEverything ? documents.all : [],
      params: {
        ...params,
        ...Object.fromEntries(found),
        [FIND_PARAMETER]: (name: string, operands: unknown[]) => find(name, operands, evaluation),
        ...stepCounter(budget),
      },
      identity: context.identityId,
      timestamp: new Date(),
      sanity: {projectId: context.projectId, dataset: context.dataset},
      dereference: ({_ref}: {_ref: string}) => {
        budget?.step()
        onDereference?.(_ref)
        return documents.get(_ref)
      },
    }
    const work = {nodes: plan.size, largest: documents.largest}
    const value = withinBudget(budget, work, () => evaluateGroq(tree, options))
    checkSize(value.data)
    return toJson(value) ?? null
  } catch (error) {
    throw evaluationError(error)
  }
}

function find(name: string, evaluated: readonly unknown[], evaluation: Evaluation): readonly LakeDocument[] {
  const {plan, params, documents} = evaluation
  const source = plan.sources.find((candidate) => candidate.name === name)
  return source ? documents.find(source.lookup, {params, evaluated}) : documents.all
}

function evaluationError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof LakeError || error instanceof OutOfBudget) return error
  const description = `The query cannot be evaluated: ${error.message}`
  return new LakeError(400, {error: {type: 'queryEvaluationError', description}}, description)
}
