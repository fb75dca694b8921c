import {callNative, type Evaluate, type GroqNode, isNode, mapTree} from '../groq.ts'
import type {StepBudget} from './StepBudget.ts'

/** The parameter that holds the counter; queries cannot name it. */
const COUNTER_PARAMETER = '\0steps'
/** The attribute whose getter counts a step and returns true. */
const COUNTED = 'counted'

/** A condition that counts a step and is true. */
export const step: GroqNode = {
  type: 'AccessAttribute',
  base: {type: 'Parameter', name: COUNTER_PARAMETER},
  name: COUNTED,
}
const never: GroqNode = {type: 'Not', base: step}

export const isStep = ({type, name, base}: GroqNode): boolean =>
  type === 'AccessAttribute' && name === COUNTED && isNode(base) && base.name === COUNTER_PARAMETER
export const isNever = ({type, base}: GroqNode): boolean => type === 'Not' && isNode(base) && isStep(base)

/** The parameters for an instrumented tree. Unlimited without a budget. */
export const stepCounter = (budget?: StepBudget): Record<string, unknown> => ({
  [COUNTER_PARAMETER]: {
    get [COUNTED]() {
      budget?.step()
      return true
    },
    step: () => budget?.step(),
    take: (size: number) => budget?.take(size),
  },
})

/** Reserves memory in the evaluation's budget, if it has one. */
function reserveMemory(evaluate: Evaluate, size: number): void {
  const counter = size === 0 ? undefined : evaluationOf(evaluate)
  if (counter && 'take' in counter && typeof counter.take === 'function') counter.take(size)
}

/** Counts a step of the current evaluation, without groq-js. */
export function stepsOf(evaluate: Evaluate): (() => void) | undefined {
  const counter = evaluationOf(evaluate)
  const count = counter && 'step' in counter ? counter.step : undefined
  return typeof count === 'function' ? () => count() : undefined
}

/** Identifies the current evaluation, as a key for what is valid throughout it. */
export function evaluationOf(evaluate: Evaluate): object | undefined {
  const counter = evaluate({type: 'Parameter', name: COUNTER_PARAMETER}).data
  return typeof counter === 'object' && counter !== null ? counter : undefined
}

/**
 * Instruments a tree to count every repeated step: filtered elements, projected objects, sort keys. Does not change the
 * result.
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

/** Instruments `score()`. Only after index selection, which would treat the step as a condition. */
export const countScoreSteps = (tree: GroqNode): GroqNode =>
  mapTree(tree, (node) =>
    node.type === 'PipeFuncCall' && node.name === 'score' && Array.isArray(node.args)
      ? {...node, args: [never, ...node.args]}
      : node,
  )

/** Keeps the direction outermost, where `order()` expects it. */
function sortKey(node: GroqNode): GroqNode {
  if ((node.type === 'Asc' || node.type === 'Desc') && isNode(node.base)) return {...node, base: sortKey(node.base)}
  return {type: 'Select', alternatives: [{type: 'SelectAlternative', condition: step, value: node}]}
}

/** Result sizes of functions that build strings or lists. */
const SIZES: Readonly<Record<string, (values: readonly unknown[]) => number>> = {
  'array::join': ([list, separator]) => sizeOfTexts(list) + lengthOf(list) * lengthOf(separator),
  'array::compact': ([list]) => lengthOf(list),
  'string::split': ([text]) => lengthOf(text),
  'string::lower': ([text]) => lengthOf(text),
  'string::upper': ([text]) => lengthOf(text),
  'global::lower': ([text]) => lengthOf(text),
  'global::upper': ([text]) => lengthOf(text),
  'pt::text': ([blocks]) => sizeOfBlocks(blocks),
}

/**
 * Instruments a node that may build a large value to reserve memory first: one operation can allocate so much that V8
 * aborts before any check. Undefined for nodes that allocate little, or whose steps are counted.
 */
export function reservingMemory(node: GroqNode): GroqNode | undefined {
  const {type, left, right, args} = node
  if (type === 'OpCall' && node.op === '+' && isNode(left) && isNode(right)) {
    const sized = sizedCall([left, right], sumOfSizes, ([first, second]) => ({...node, left: first, right: second}))
    return isNumber(left) || isNumber(right) ? undefined : sized
  }
  if (type === 'FuncCall' && Array.isArray(args)) {
    const size = SIZES[`${node.namespace}::${node.name}`]
    return size && sizedCall(args.filter(isNode), size, (values) => ({...node, args: values}))
  }
  if (type === 'FlatMap' && isNode(node.expr)) return {...node, expr: sized(node.expr)}
  if (type === 'ArrayElement' && node.isSplat === true && isNode(node.value)) {
    return {...node, value: sized(node.value)}
  }
  const isSplat = type === 'ObjectSplat' || (type === 'ObjectConditionalSplat' && !isCounter(node))
  return isSplat && isNode(node.value) ? {...node, value: sized(node.value)} : undefined
}

const isCounter = ({condition}: GroqNode): boolean => isNode(condition) && isNever(condition)

const isNumber = ({type, value}: GroqNode): boolean => type === 'Value' && typeof value === 'number'

/** Reserves memory for a node's value. */
const sized = (node: GroqNode): GroqNode =>
  callNative(
    ([part], evaluate) => {
      const data = part && evaluate(part).data
      reserveMemory(evaluate, lengthOf(data))
      return data
    },
    [node],
  )

/** Evaluates the operands, reserves memory, then calls. */
const sizedCall = (
  operands: GroqNode[],
  size: (values: readonly unknown[]) => number,
  call: (values: GroqNode[]) => GroqNode,
): GroqNode =>
  callNative((nodes, evaluate: Evaluate) => {
    const values = nodes.map((operand) => evaluate(operand).data)
    reserveMemory(evaluate, size(values))
    return evaluate(call(values.map((value) => ({type: 'Value', value})))).data
  }, operands)

const sumOfSizes = (values: readonly unknown[]): number =>
  values.reduce((sum: number, value) => sum + lengthOf(value), 0)

/** Length of a string or an array, number of fields of an object. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null) return 0
  let fields = 0
  for (const name in value) if (Object.hasOwn(value, name)) fields += 1
  return fields
}

const sizeOfTexts = (list: unknown): number =>
  Array.isArray(list)
    ? list.reduce((sum: number, text: unknown) => sum + (typeof text === 'string' ? text.length : 20), 0)
    : 0

/** Length of all texts in nested blocks. */
function sizeOfBlocks(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, block: unknown) => sum + sizeOfBlocks(block), 0)
  if (typeof value !== 'object' || value === null || !('children' in value) || !Array.isArray(value.children)) return 0
  return value.children.reduce((sum: number, span: unknown) => sum + sizeOfSpan(span), 0)
}

const sizeOfSpan = (span: unknown): number =>
  typeof span === 'object' && span !== null && 'text' in span ? 1 + lengthOf(span.text) : 1
