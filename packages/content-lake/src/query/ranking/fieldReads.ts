import {isRecord} from '../../json.ts'
import {callNative, type Evaluate, type GroqNode, isNode} from '../groq.ts'
import {isStep, reserveMemory, stepsOf} from '../limits/countSteps.ts'
import {isSource} from '../operands.ts'

/**
 * `*[…].author._ref`, read without groq-js, which makes a scope and a value of each document. Undefined for other nodes,
 * and for lists that no index finds.
 */
export function fieldList(node: GroqNode): GroqNode | undefined {
  const {type, base, expr} = node
  if (type !== 'Map' || !isNode(base) || !isNode(expr) || !isFound(base)) return undefined
  const path = fieldPath(expr)
  if (!path) return undefined
  const read = readerOf(path)
  return callNative(
    ([documents], evaluate) => {
      const found = listOf(documents && evaluate(documents).data)
      reserveMemory(evaluate, found?.length ?? 0)
      return found?.map(read) ?? null
    },
    [base],
  )
}

/**
 * `* | order(field)`, equivalent to groq-js, with as many of the first as the next step keeps. Undefined for other nodes,
 * and for orders by anything else than fields of documents.
 */
export function fieldOrder(node: GroqNode, count = Number.POSITIVE_INFINITY): GroqNode | undefined {
  const {type, name, base, args} = node
  if (type !== 'PipeFuncCall' || name !== 'order' || !isNode(base) || !Array.isArray(args)) return undefined
  const keys = args.flatMap((argument) => (isNode(argument) ? (keyOf(argument) ?? []) : []))
  if (keys.length === 0 || keys.length < args.length || !isDocuments(base)) return undefined
  const native = callNative(
    ([documents], evaluate) => {
      const values = listOf(documents && evaluate(documents).data)
      return values ? inOrder(values, keys, {count, evaluate}) : null
    },
    [base],
  )
  return {...native, ordered: node}
}

/** `order(…)[0...20]` and `order(…)[0]`, where the order needs only the first. Undefined for other nodes. */
export function firstInOrder(node: GroqNode): GroqNode | undefined {
  const {type, base} = node
  if (!isNode(base) || !isNode(base.ordered)) return undefined
  const last =
    type === 'Slice' && isPosition(node.left) ? node.right : type === 'AccessElement' ? node.index : undefined
  const cut = isPosition(last) ? fieldOrder(base.ordered, last + 1) : undefined
  return cut && {...node, base: cut}
}

const isPosition = (value: unknown): value is number => typeof value === 'number' && value >= 0

const listOf = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined)

/** Returns whether a node is documents that an index found, filtered or not. */
const isFound = (node: GroqNode): boolean =>
  isSource(node) || (node.type === 'Filter' && isNode(node.base) && isFound(node.base))

/** Returns whether a node is stored documents, so that it holds JSON, and nothing like a date. */
const isDocuments = (node: GroqNode): boolean =>
  node.type === 'Everything' ||
  isSource(node) ||
  (node.type === 'Filter' && isNode(node.base) && isDocuments(node.base))

type Read = (value: unknown) => unknown

interface Key {
  read: Read
  isDescending: boolean
  isCounted: boolean
}

function keyOf(node: GroqNode): Key | undefined {
  if ((node.type === 'Asc' || node.type === 'Desc') && isNode(node.base)) {
    const key = keyOf(node.base)
    return key && {...key, isDescending: node.type === 'Desc'}
  }
  const key = withoutSteps(node)
  const path = fieldPath(key)
  // Scores have a ranking of their own.
  return path && path[0] !== '_score' ? {read: readerOf(path), isDescending: false, isCounted: key !== node} : undefined
}

/** Unwraps the step counter around a sort key. */
export function withoutSteps(key: GroqNode): GroqNode {
  if (key.type !== 'Select' || !Array.isArray(key.alternatives) || key.alternatives.length !== 1) return key
  const [alternative] = key.alternatives
  const isCounter = isNode(alternative) && isNode(alternative.condition) && isStep(alternative.condition)
  return isCounter && isNode(alternative.value) ? alternative.value : key
}

/** `title.zh` → title, zh; with `@.` before it or not. */
export function fieldPath({type, name, base}: GroqNode): string[] | undefined {
  if (type !== 'AccessAttribute' || typeof name !== 'string') return undefined
  if (base === undefined || (isNode(base) && base.type === 'This')) return [name]
  const start = isNode(base) ? fieldPath(base) : undefined
  return start && [...start, name]
}

/** Reads the value on a path; null where there is none. */
export function readerOf(path: readonly string[]): Read {
  return (value) => {
    let found = value
    for (const name of path) {
      if (!isRecord(found) || !Object.hasOwn(found, name)) return null
      found = found[name]
    }
    return found
  }
}

/** Sort buffer: prune at this many extra items. */
const SORTED_AT_ONCE = 500

interface Ordered {
  value: unknown
  keys: unknown[]
}

function inOrder(
  values: readonly unknown[],
  keys: readonly Key[],
  {count, evaluate}: {count: number; evaluate: Evaluate},
): unknown[] {
  const step = keys.some(({isCounted}) => isCounted) ? stepsOf(evaluate) : undefined
  const compareKeys = (left: unknown, right: unknown, {isDescending}: Key): number =>
    isDescending ? compareValues(right, left) : compareValues(left, right)
  const compare = (left: Ordered, right: Ordered): number => {
    for (const [index, key] of keys.entries()) {
      const order = compareKeys(left.keys[index], right.keys[index], key)
      if (order !== 0) return order
    }
    return 0
  }
  const [first] = keys
  const kept: Ordered[] = []
  /** The current last item of the top `count`. */
  let last: Ordered | undefined
  for (const value of values) {
    step?.()
    // Most values end here.
    if (last && first && compareKeys(first.read(value), last.keys[0], first) > 0) continue
    const item = {value, keys: keys.map(({read}) => read(value))}
    if (last && compare(item, last) >= 0) continue
    kept.push(item)
    if (kept.length < count + SORTED_AT_ONCE) continue
    kept.sort(compare)
    kept.length = count
    last = kept[count - 1]
  }
  return kept.sort(compare).map(({value}) => value)
}

const RANKS: Readonly<Record<string, number>> = {number: 1, string: 2, boolean: 3}
const LAST = 4

/** Numbers, then texts, then booleans, then the rest, which are equal to each other. */
function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0
  const ranks = (RANKS[typeof left] ?? LAST) - (RANKS[typeof right] ?? LAST)
  return ranks === 0 && RANKS[typeof left] !== undefined ? Number(left) - Number(right) : ranks
}
