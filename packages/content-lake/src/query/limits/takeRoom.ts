import {callNative, type Evaluate} from '../callNative.ts'
import {type GroqNode, isNode} from '../groq.ts'
import {isNever, takeRoom} from './steps.ts'

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
