import type {Evaluate} from '../callNative.ts'
import {type GroqNode, isNode, mapTree} from '../groq.ts'
import type {StepBudget} from './StepBudget.ts'

/** The parameter that holds a counter; no query can name it. */
const COUNTER_PARAMETER = '\0steps'
/** Its attribute that counts a step each time it is read, and is true. */
const COUNTED = 'counted'

/** Counts a step, and is true. */
export const step: GroqNode = {
  type: 'AccessAttribute',
  base: {type: 'Parameter', name: COUNTER_PARAMETER},
  name: COUNTED,
}
const never: GroqNode = {type: 'Not', base: step}

export const isStep = ({type, name, base}: GroqNode): boolean =>
  type === 'AccessAttribute' && name === COUNTED && isNode(base) && base.name === COUNTER_PARAMETER
export const isNever = ({type, base}: GroqNode): boolean => type === 'Not' && isNode(base) && isStep(base)

/** The parameter that an evaluation of a counting tree needs. Without a budget it may take any time. */
export const stepCounter = (budget?: StepBudget): Record<string, unknown> => ({
  [COUNTER_PARAMETER]: {
    get [COUNTED]() {
      budget?.step()
      return true
    },
    take: (size: number) => budget?.take(size),
  },
})

/** Takes room in the budget of an evaluation, if it has one. */
export function takeRoom(evaluate: Evaluate, size: number): void {
  const counter = size === 0 ? undefined : evaluationOf(evaluate)
  if (counter && 'take' in counter && typeof counter.take === 'function') counter.take(size)
}

/** Stands for the evaluation that goes on: what holds throughout it can be kept by it. */
export function evaluationOf(evaluate: Evaluate): object | undefined {
  const counter = evaluate({type: 'Parameter', name: COUNTER_PARAMETER}).data
  return typeof counter === 'object' && counter !== null ? counter : undefined
}

/**
 * Makes whatever an evaluation repeats count its steps: each element that a filter looks at, each object that a
 * projection makes, each element that is sorted. The result stays the same.
 */
export const countSteps = (tree: GroqNode): GroqNode =>
  mapTree(tree, (node) => {
    if (node.type === 'Filter' && isNode(node.expr)) return {...node, expr: {type: 'And', left: step, right: node.expr}}
    if (node.type === 'Object' && Array.isArray(node.attributes) && node.attributes.length > 0)
      return {
        ...node,
        attributes: [{type: 'ObjectConditionalSplat', condition: never, value: step}, ...node.attributes],
      }
    if (node.type === 'PipeFuncCall' && node.name === 'order' && Array.isArray(node.args))
      return {...node, args: node.args.map((argument) => (isNode(argument) ? sortKey(argument) : argument))}
    return node
  })

/** The same for scores. Only after indexes were chosen: they would take the step for a condition of the query. */
export const countScoreSteps = (tree: GroqNode): GroqNode =>
  mapTree(tree, (node) =>
    node.type === 'PipeFuncCall' && node.name === 'score' && Array.isArray(node.args)
      ? {...node, args: [never, ...node.args]}
      : node,
  )

/** A direction stays outside, where `order()` looks for it. */
function sortKey(node: GroqNode): GroqNode {
  if ((node.type === 'Asc' || node.type === 'Desc') && isNode(node.base)) return {...node, base: sortKey(node.base)}
  return {type: 'Select', alternatives: [{type: 'SelectAlternative', condition: step, value: node}]}
}
