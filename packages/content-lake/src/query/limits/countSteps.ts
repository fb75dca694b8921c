import {callNative, type Evaluate, type GroqNode, isNode, mapTree} from '../groq.ts'
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
function takeRoom(evaluate: Evaluate, size: number): void {
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

/** Functions that make a text or a list, and how large it can be. */
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
 * The same node, which takes room in the budget before it makes something large. One operation can make so much that
 * V8 ends the process, before any clock or counter is looked at: each of them is small enough when all that it is made
 * of was. Undefined for a node that makes nothing, or whose steps are counted.
 */
export function takingRoom(node: GroqNode): GroqNode | undefined {
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

/** A node whose value takes room each time it is evaluated. */
const sized = (node: GroqNode): GroqNode =>
  callNative(
    ([part], evaluate) => {
      const data = part && evaluate(part).data
      takeRoom(evaluate, lengthOf(data))
      return data
    },
    [node],
  )

/** Evaluates the operands, takes the room, and then does what is to be done with them. */
const sizedCall = (
  operands: GroqNode[],
  size: (values: readonly unknown[]) => number,
  call: (values: GroqNode[]) => GroqNode,
): GroqNode =>
  callNative((nodes, evaluate: Evaluate) => {
    const values = nodes.map((operand) => evaluate(operand).data)
    takeRoom(evaluate, size(values))
    return evaluate(call(values.map((value) => ({type: 'Value', value})))).data
  }, operands)

const sumOfSizes = (values: readonly unknown[]): number =>
  values.reduce((sum: number, value) => sum + lengthOf(value), 0)

/** Characters of a text, places of an array, fields of an object. */
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

/** Of the texts in blocks, however the blocks are nested in arrays. */
function sizeOfBlocks(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, block: unknown) => sum + sizeOfBlocks(block), 0)
  if (typeof value !== 'object' || value === null || !('children' in value) || !Array.isArray(value.children)) return 0
  return value.children.reduce((sum: number, span: unknown) => sum + sizeOfSpan(span), 0)
}

const sizeOfSpan = (span: unknown): number =>
  typeof span === 'object' && span !== null && 'text' in span ? 1 + lengthOf(span.text) : 1
