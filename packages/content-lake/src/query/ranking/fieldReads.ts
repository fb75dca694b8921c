import {argsOf, callNative, type GroqNode, isNode, isPipe} from '../groq.ts'
import {budgetOf, isStep, reserveMemory} from '../limits/countSteps.ts'
import {isEverything} from '../operands.ts'
import {SortedDocuments} from '../SortedDocuments.ts'
import {FieldOrder, type OrderKey, readerOf} from './fieldOrder.ts'

/** `*[…].author._ref` without a scope and a value per document, as in groq-js. `isSet`: each value once, in any order. */
export function fieldList(node: GroqNode, {isSet = false} = {}): GroqNode | undefined {
  const {type, base, expr} = node
  if (type !== 'Map' || !isNode(base) || !isNode(expr) || !isDocuments(base)) return undefined
  const path = fieldPath(expr)
  if (!path) return undefined
  const read = readerOf(path)
  return callNative(
    ([documents], evaluate) => {
      const found = listOf(documents && evaluate(documents).data)
      if (!found) return null
      reserveMemory(evaluate, found.length)
      const list = isSet ? SortedDocuments.of(found) : undefined
      return list?.valuesOf(path) ?? found.map(read)
    },
    [base],
  )
}

/**
 * ` | order(field)`, equivalent to groq-js, but with only as many of the first documents as the next step keeps.
 * Undefined for other nodes, and for orders by anything else than fields of documents.
 */
export function fieldOrder(node: GroqNode, count = Number.POSITIVE_INFINITY): GroqNode | undefined {
  const {base} = node
  if (!isPipe(node, 'order') || !isNode(base)) return undefined
  const args = argsOf(node)
  const keys = args.flatMap((argument) => keyOf(argument) ?? [])
  if (keys.length === 0 || keys.length < args.length || !isDocuments(base)) return undefined
  const order = new FieldOrder(keys.map(({path, isDescending}) => ({path, isDescending})))
  const isCounted = keys.some((key) => key.isCounted)
  const native = callNative(
    ([documents], evaluate) => {
      const values = listOf(documents && evaluate(documents).data)
      const budget = isCounted ? budgetOf(evaluate) : undefined
      const step = budget && (() => budget.step())
      return values ? (SortedDocuments.of(values)?.first(order, count, step) ?? order.first(values, count, step)) : null
    },
    [base],
  )
  return {...native, ordered: node}
}

/** `order(…)[0...20]` and `*[…][0]`: orders and filters only as far as needed. Undefined for other nodes. */
export function firstOf(node: GroqNode): GroqNode | undefined {
  const {type, base} = node
  if (!isNode(base)) return undefined
  const last =
    type === 'Slice' && isPosition(node.left) ? node.right : type === 'AccessElement' ? node.index : undefined
  if (!isPosition(last)) return undefined
  const cut = isNode(base.ordered) ? fieldOrder(base.ordered, last + 1) : firstFound(base, last + 1)
  return cut && {...node, base: cut}
}

/** Documents that a filter looks at before it is known whether they are enough. */
const LOOKED_AT_ONCE = 32

function firstFound(filter: GroqNode, count: number): GroqNode | undefined {
  if (filter.type !== 'Filter' || !isDocuments(filter) || !isNode(filter.base)) return undefined
  return callNative(
    ([documents], evaluate) => {
      const values = listOf(documents && evaluate(documents).data)
      if (!values) return null
      let found: readonly unknown[] = []
      let next = 0
      while (next < values.length && found.length < count) {
        // Doubles each time, so that a filter that finds little is not slowed down.
        const end = Math.max(LOOKED_AT_ONCE, 2 * next)
        const base = {type: 'Value', value: values.slice(next, end)}
        found = found.concat(listOf(evaluate({...filter, base}).data) ?? [])
        next = end
      }
      return found
    },
    [filter.base],
  )
}

const isPosition = (value: unknown): value is number => typeof value === 'number' && value >= 0

const listOf = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined)

/** Returns whether a node is stored documents, so that it holds JSON, and nothing like a date. */
const isDocuments = (node: GroqNode): boolean =>
  isEverything(node) || (node.type === 'Filter' && isNode(node.base) && isDocuments(node.base))

function keyOf(node: GroqNode): (OrderKey & {isCounted: boolean}) | undefined {
  if ((node.type === 'Asc' || node.type === 'Desc') && isNode(node.base)) {
    const key = keyOf(node.base)
    return key && {...key, isDescending: node.type === 'Desc'}
  }
  const key = withoutSteps(node)
  const path = fieldPath(key)
  // Scores have a ranking of their own.
  return path && path[0] !== '_score' ? {path, isDescending: false, isCounted: key !== node} : undefined
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
