import {argsOf, calledBy, callNative, type Evaluate, type GroqNode, isNode, isPipe, mapTree} from '../groq.ts'
import {isEverything} from '../operands.ts'
import {StepBudget} from './StepBudget.ts'

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
    budget,
  },
})

/** Reserves memory in the evaluation's budget, if it has one. */
export function reserveMemory(evaluate: Evaluate, size: number): void {
  if (size > 0) budgetOf(evaluate)?.take(size)
}

/** Work up to this size is covered by the step that it belongs to. */
const LITTLE_WORK = 256

/** Counts the work of an operation in the evaluation's budget, if it has one. */
export function countWork(evaluate: Evaluate, size: number): void {
  if (size >= LITTLE_WORK) budgetOf(evaluate)?.work(size)
}

/** The work of comparing each part of a text with each part of another. */
export const workOfComparing = (text: number, pattern: number): number => 2 * (text + pattern) + (text * pattern) / 16

export function budgetOf(evaluate: Evaluate): StepBudget | undefined {
  const counter = evaluationOf(evaluate)
  return counter && 'budget' in counter && counter.budget instanceof StepBudget ? counter.budget : undefined
}

/** Identifies the current evaluation, as a key for what is valid throughout it. */
export function evaluationOf(evaluate: Evaluate): object | undefined {
  const counter = evaluate({type: 'Parameter', name: COUNTER_PARAMETER}).data
  return typeof counter === 'object' && counter !== null ? counter : undefined
}

/** Counts every repeated step of a tree: filtered elements, projected objects, sort keys. The result stays the same. */
export const countSteps = (tree: GroqNode): GroqNode =>
  mapTree(tree, (node) => {
    if (node.type === 'Filter' && isNode(node.expr)) return {...node, expr: {type: 'And', left: step, right: node.expr}}
    if (node.type === 'Object' && Array.isArray(node.attributes) && node.attributes.length > 0)
      return {
        ...node,
        attributes: [{type: 'ObjectConditionalSplat', condition: never, value: step}, ...node.attributes],
      }
    return isPipe(node, 'order') ? {...node, args: argsOf(node).map(sortKey)} : node
  })

/** Instruments `score()`. Only after index selection, which would treat the step as a condition. */
export const countScoreSteps = (tree: GroqNode): GroqNode =>
  mapTree(tree, (node) => (isPipe(node, 'score') ? {...node, args: [never, ...argsOf(node)]} : node))

/** Keeps the direction outermost, where `order()` expects it. */
function sortKey(node: GroqNode): GroqNode {
  if ((node.type === 'Asc' || node.type === 'Desc') && isNode(node.base)) return {...node, base: sortKey(node.base)}
  return {type: 'Select', alternatives: [{type: 'SelectAlternative', condition: step, value: node}]}
}

type Measure = (values: readonly unknown[]) => number

/** Result sizes of functions that build strings or lists. */
const SIZES: Readonly<Record<string, Measure>> = {
  'array::join': ([list, separator]) => sizeOfTexts(list) + lengthOf(list) * lengthOf(separator),
  'array::compact': ([list]) => lengthOf(list),
  'string::split': ([text]) => lengthOf(text),
  'string::lower': ([text]) => lengthOf(text),
  'string::upper': ([text]) => lengthOf(text),
  'global::lower': ([text]) => lengthOf(text),
  'global::upper': ([text]) => lengthOf(text),
  'pt::text': ([blocks]) => sizeOfTexts(blocks),
}

/** The work of functions that look at all of their arguments. */
const WORK: Readonly<Record<string, Measure>> = {
  'global::count': sumOfSizes,
  'global::length': sumOfSizes,
  'global::references': sumOfSizes,
  'math::avg': sumOfSizes,
  'math::max': sumOfSizes,
  'math::min': sumOfSizes,
  'math::sum': sumOfSizes,
  'string::split': ([text, separator]) => workOfComparing(lengthOf(text), lengthOf(separator)),
}

/**
 * Instruments a node that may look at a long value to count that work, and one that may build a large value to reserve
 * memory first: one operation can allocate so much that V8 aborts before any check. Undefined for nodes that do little,
 * or whose steps are counted.
 */
export function countingLength(node: GroqNode): GroqNode | undefined {
  switch (node.type) {
    case 'OpCall':
      return countingOperation(node)
    case 'FuncCall':
      return countingCall(node)
    case 'Slice':
    case 'Map':
    case 'FlatMap':
      return countingList(node)
    case 'ArrayElement':
      return node.isSplat === true ? withCheckedValue(node) : undefined
    case 'ObjectSplat':
      return withCheckedValue(node)
    case 'ObjectConditionalSplat':
      return isCounter(node) ? undefined : withCheckedValue(node)
    default:
      return undefined
  }
}

function countingOperation(node: GroqNode): GroqNode | undefined {
  const {op, left, right} = node
  if (!isNode(left) || !isNode(right)) return undefined
  if (op === 'in') {
    return right.type === 'Array' || right.type === 'Value' ? undefined : {...node, right: withWorkCheck(right)}
  }
  if (op !== '+' || isNumber(left) || isNumber(right)) return undefined
  const add = ([first, second]: GroqNode[]) => ({...node, left: first, right: second})
  return countedCall([left, right], {size: sumOfSizes}, add)
}

function countingCall(node: GroqNode): GroqNode | undefined {
  const name = calledBy(node) ?? ''
  const [size, work] = [SIZES[name], WORK[name]]
  const args = argsOf(node)
  if ((!size && !work) || (name === 'global::count' && args.some(readsDocuments))) return undefined
  return countedCall(args, {size, work}, (values) => ({...node, args: values}))
}

/** Lists of documents are bounded already, but not what a step makes of each document. */
function countingList(node: GroqNode): GroqNode | undefined {
  const {type, base, expr} = node
  const sized = type === 'FlatMap' && isNode(expr) ? {...node, expr: withMemoryCheck(expr)} : node
  const isFree =
    !isNode(base) ||
    readsDocuments(base) ||
    (type === 'Slice' && isShort(node)) ||
    (type === 'Map' && isNode(expr) && expr.type === 'Projection')
  if (isFree) return sized === node ? undefined : sized
  return withMemoryCheck(sized)
}

const withCheckedValue = (node: GroqNode): GroqNode | undefined =>
  isNode(node.value) ? {...node, value: withMemoryCheck(node.value)} : undefined

/** Documents are bounded already; source maps and listeners match on them. */
const readsDocuments = (node: unknown): boolean => isNode(node) && (isEverything(node) || readsDocuments(node.base))

const isCounter = ({condition}: GroqNode): boolean => isNode(condition) && isNever(condition)

const isNumber = ({type, value}: GroqNode): boolean => type === 'Value' && typeof value === 'number'

/** Whether a slice holds few items, whatever it is made of. */
const isShort = ({left, right}: GroqNode): boolean =>
  typeof left === 'number' && typeof right === 'number' && right >= left && left >= 0 && right - left < LITTLE_WORK

const withLength =
  (count: (evaluate: Evaluate, length: number) => void) =>
  (node: GroqNode): GroqNode =>
    callNative(
      ([part], evaluate) => {
        const data = part && evaluate(part).data
        count(evaluate, lengthOf(data))
        return data
      },
      [node],
    )

/** Reserves memory for a node's value. */
const withMemoryCheck = withLength(reserveMemory)
/** Counts the work of looking at all of a node's value. */
const withWorkCheck = withLength(countWork)

/** Evaluates the operands, reserves memory and counts work, then calls. */
const countedCall = (
  operands: GroqNode[],
  {size, work}: {size?: Measure | undefined; work?: Measure | undefined},
  call: (values: GroqNode[]) => GroqNode,
): GroqNode =>
  callNative((nodes, evaluate: Evaluate) => {
    const values = nodes.map((operand) => evaluate(operand).data)
    if (size) reserveMemory(evaluate, size(values))
    if (work) countWork(evaluate, work(values))
    return evaluate(call(values.map((value) => ({type: 'Value', value})))).data
  }, operands)

function sumOfSizes(values: readonly unknown[]): number {
  return values.reduce((sum: number, value) => sum + lengthOf(value), 0)
}

/** Length of a string or an array, number of fields of an object. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null) return 0
  let fields = 0
  for (const name in value) if (Object.hasOwn(value, name)) fields += 1
  return fields
}

/** Length of all texts in a value, and a bound of that of other values as texts. */
function sizeOfTexts(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 20
  return Object.values(value).reduce((sum: number, part) => sum + 1 + sizeOfTexts(part), 0)
}
