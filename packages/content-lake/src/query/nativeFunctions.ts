import {diffFunction} from './diff.ts'
import {
  argsOf,
  calledBy,
  callNative,
  type Evaluate,
  type GroqNode,
  isNode,
  isPipe,
  mapTree,
  type NativeFunction,
  patternOfPath,
} from './groq.ts'
import {countingLength, countWork, evaluationOf, workOfComparing} from './limits/countSteps.ts'
import {compilePath, matchText} from './matchText.ts'
import {fieldList} from './ranking/fieldReads.ts'

/** Functions that groq-js evaluates asynchronously, beyond the reach of a timeout, or not as specified. */
const NATIVE_FUNCTIONS: Readonly<Record<string, NativeFunction>> = {
  'diff::changedAny': diffFunction('changedAny'),
  'diff::changedOnly': diffFunction('changedOnly'),
  'array::unique': ([array], evaluate) => uniqueValues(array && evaluate(array).data, evaluate),
}

/** Replaces calls of native functions. The result can be evaluated, but not mapped again. */
export const useNativeFunctions = (tree: GroqNode): GroqNode =>
  mapTree(tree, (node) => withScoredMatches(node) ?? nativeCall(node) ?? node)

/** `score()` counts matches, so its arguments have to remain match nodes. */
export function withScoredMatches(node: GroqNode): GroqNode | undefined {
  return isPipe(node, 'score') ? {...node, args: argsOf(node).map(withMatches)} : undefined
}

function withMatches(node: GroqNode): GroqNode {
  if (isNode(node.operation)) return node.operation
  const {type, left, right} = node
  if (calledBy(node) === 'global::boost') return {...node, args: argsOf(node).map(withMatches)}
  const isLogical = (type === 'And' || type === 'Or') && isNode(left) && isNode(right)
  return isLogical ? {...node, left: withMatches(left), right: withMatches(right)} : node
}

/** The native replacement of a call or an operation, if there is one. */
export function nativeCall(node: GroqNode): GroqNode | undefined {
  const {left, right} = node
  if (node.list !== undefined) return memoizedList(node)
  if (node.type === 'OpCall' && isNode(left) && isNode(right)) {
    // `score()` has to recognise matches.
    if (node.op === 'match') return {...callNative(matchText, [left, right]), operation: node}
    const pattern = node.op === 'in' ? pathPattern(right) : undefined
    if (pattern) return callNative(isInPath(pattern), [left, pattern])
    if (node.op === 'in' && right.isMadeOnce === true) return callNative(isInOwnList, [left, right])
  }
  if (makesTime(node)) return {...callNative(validTime, [countingLength(node) ?? node]), isTime: true}
  const run = NATIVE_FUNCTIONS[calledBy(node) ?? '']
  return run ? callNative(run, argsOf(node)) : countingLength(node)
}

/** `dateTime(…)`, and what is added to a time or taken from one. */
function makesTime(node: GroqNode): boolean {
  const {type, op, left, right} = node
  if (type === 'OpCall') return (op === '+' || op === '-') && [left, right].some(isTime)
  return calledBy(node) === 'global::dateTime'
}

function isTime(node: unknown): boolean {
  if (!isNode(node)) return false
  return node.type === 'Group' ? isTime(node.base) : node.isTime === true || calledBy(node) === 'dateTime::now'
}

/** The first and the last time that RFC 3339 has a text for. */
const FIRST_TIME = Date.parse('0000-01-01T00:00:00Z')
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z')

/** Null for a time of groq-js that none is, such as that of a 13th month, or of a year of five digits. */
const validTime: NativeFunction = ([node], evaluate) => {
  const data = node && evaluate(node).data
  if (typeof data !== 'object' || data === null || !('date' in data) || !(data.date instanceof Date)) return data
  const time = data.date.getTime()
  return time >= FIRST_TIME && time <= LAST_TIME ? data : null
}

/** Removes duplicates. groq-js keeps every null. Arrays and objects equal nothing, not even themselves. */
function uniqueValues(array: unknown, evaluate: Evaluate): unknown {
  if (!Array.isArray(array)) return null
  countWork(evaluate, 16 * array.length)
  const seen = new Set<unknown>()
  return array.filter((value: unknown) => {
    if (typeof value === 'object' && value !== null) return true
    if (seen.has(value)) return false
    seen.add(value)
    return true
  })
}

/** The `path()` argument on the right of `in`. */
export function pathPattern(node: GroqNode): GroqNode | undefined {
  if (node.type === 'Group' && isNode(node.base)) return pathPattern(node.base)
  return calledBy(node) === 'global::path' ? argsOf(node)[0] : undefined
}

/** `_id in path("drafts.**")`, and `path("a.b") in path("a.*")`, which groq-js lacks. */
function isInPath(node: GroqNode): NativeFunction {
  const constant = node.type === 'Value' && typeof node.value === 'string' ? compilePath(node.value) : undefined
  return ([left, right], evaluate) => {
    const value = left && evaluate(left).data
    const pattern = right && evaluate(right).data
    const text = patternOfPath(value) ?? value
    if (typeof text !== 'string' || typeof pattern !== 'string') return null
    countWork(evaluate, workOfComparing(text.length, pattern.length))
    return (constant ?? compilePath(pattern))(text)
  }
}

/** Evaluated lists by their number, per evaluation. */
const ownLists = new WeakMap<object, Map<unknown, unknown>>()

/**
 * Memoizes `*[…]._id` on the right of `in` or as an operand of an index: a list that reads nothing outside itself is
 * the same for every document. Without this, nested lists take exponential time.
 */
const memoizedList = (node: GroqNode): GroqNode => ({
  ...callNative(
    ([list], evaluate) => {
      const evaluation = evaluationOf(evaluate)
      const known = evaluation && (ownLists.get(evaluation) ?? new Map<unknown, unknown>())
      if (known?.has(node.list)) return known.get(node.list)
      const data = list && evaluate(list).data
      if (evaluation && known) ownLists.set(evaluation, known.set(node.list, data))
      return data
    },
    [fieldList(node, {isSet: true}) ?? {...node, list: undefined}],
  ),
  isMadeOnce: true,
})

/** `_id in *[…]._id` */
const isInOwnList: NativeFunction = ([left, right], evaluate) => {
  const list = right && evaluate(right).data
  if (!Array.isArray(list)) return null
  const items = itemsOf.get(list) ?? new Set<unknown>(list.map((item: unknown) => item ?? null))
  itemsOf.set(list, items)
  const value = (left && evaluate(left).data) ?? null
  // Arrays and objects equal nothing, not even themselves.
  return (typeof value !== 'object' || value === null) && items.has(value)
}

const itemsOf = new WeakMap<object, ReadonlySet<unknown>>()
