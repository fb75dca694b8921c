import {LakeError, TypedError} from '../errors.ts'
import type {JsonValue, LakeDocument} from '../types.ts'
import type {QueryableDocuments} from './DocumentView.ts'
import {evaluateGroq, type GroqNode, toJson} from './groq.ts'
import {stepCounter} from './limits/countSteps.ts'
import {checkSize} from './limits/queryLimits.ts'
import {OutOfBudget, type StepBudget, withinBudget} from './limits/StepBudget.ts'
import {FIND_PARAMETER} from './operands.ts'
import type {QueryPlan} from './parseQuery.ts'

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
  /** Called for every dereferenced id, found or not. */
  onDereference?: (id: string) => void
  /** Limits the evaluation; none without one. */
  budget?: StepBudget
}

/** Evaluates a parsed query. Throws LakeError for unsupported features, and OutOfBudget. */
export const evaluate = (evaluation: Evaluation): JsonValue => evaluateTree(evaluation.plan.rankedTree, evaluation)

export function evaluateTree(tree: GroqNode, evaluation: Evaluation): JsonValue {
  const {plan, params, documents, context, onDereference, budget} = evaluation
  try {
    const work = {nodes: plan.size, largest: documents.largest}
    const value = withinBudget(budget, work, () => {
      const found = plan.sources.flatMap(({name, isDynamic}) => (isDynamic ? [] : [[name, find(name, [], evaluation)]]))
      return evaluateGroq(tree, {
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
      })
    })
    checkSize(value.data, budget)
    return toJson(value) ?? null
  } catch (error) {
    if (!(error instanceof Error) || error instanceof LakeError || error instanceof OutOfBudget) throw error
    throw new TypedError(400, 'queryEvaluationError', `The query cannot be evaluated: ${error.message}`)
  }
}

function find(name: string, evaluated: readonly unknown[], evaluation: Evaluation): readonly LakeDocument[] {
  const {plan, params, documents, budget} = evaluation
  const source = plan.sources.find((candidate) => candidate.name === name)
  if (!source) return documents.all
  const found = documents.find(source.lookup, {params, evaluated, check: () => budget?.check()})
  // A range or a pattern looks at every value or word of its index.
  budget?.check()
  return found
}
