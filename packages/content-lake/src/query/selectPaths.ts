import {type GroqNode, isNode} from './groq.ts'

/** Where a value is: names of attributes and positions in arrays. */
export type KeyPath = readonly (string | number)[]

type Holds = (condition: GroqNode, value: unknown) => boolean

/** The places in a value that a selector such as `(title, items[].text)` means. */
export function selectPaths(selector: GroqNode, value: unknown, holds: Holds): KeyPath[] {
  switch (selector.type) {
    case 'Group':
      return isNode(selector.base) ? selectPaths(selector.base, value, holds) : []
    case 'Tuple':
      return listOf(selector.members).flatMap((member) => selectPaths(member, value, holds))
    case 'AccessAttribute':
      return below((found) => attributeOf(found, String(selector.name)))
    case 'ArrayCoerce':
      return below((found) => indexes(found).map((index) => [index]))
    case 'Filter':
      return below((found) => itemsWhere(selector.expr, found))
    case 'SelectorNested':
      return below((found) => (isNode(selector.nested) ? selectPaths(selector.nested, found, holds) : []))
    case 'SelectorFuncCall':
      return isNode(selector.arg) ? anywhere(selector.arg, value) : []
    default:
      return []
  }

  /** Continues from each place that the selector's base means, or from the value itself. */
  function below(next: (found: unknown) => KeyPath[]): KeyPath[] {
    const bases = isNode(selector.base) ? selectPaths(selector.base, value, holds) : [[]]
    return bases.flatMap((base) => next(valueAt(value, base)).map((path) => [...base, ...path]))
  }

  function itemsWhere(condition: unknown, found: unknown): KeyPath[] {
    if (!Array.isArray(found) || !isNode(condition)) return []
    return indexes(found).flatMap((index) => (holds(condition, found[index]) ? [[index]] : []))
  }

  /** Every object, however deep, that meets a condition. */
  function anywhere(condition: GroqNode, found: unknown, path: KeyPath = []): KeyPath[] {
    if (typeof found !== 'object' || found === null) return []
    const inner = Array.isArray(found) ? [...found.entries()] : Object.entries(found)
    const here = !Array.isArray(found) && holds(condition, found) ? [path] : []
    return [...here, ...inner.flatMap(([key, item]) => anywhere(condition, item, [...path, key]))]
  }
}

/** Undefined where there is nothing. */
export function valueAt(value: unknown, path: KeyPath): unknown {
  const [part, ...rest] = path
  if (part === undefined) return value
  if (Array.isArray(value)) return typeof part === 'number' ? valueAt(value[part], rest) : undefined
  return hasAttribute(value, part) ? valueAt(value[part], rest) : undefined
}

const hasAttribute = (value: unknown, name: string | number): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)

const attributeOf = (value: unknown, name: string): KeyPath[] => (hasAttribute(value, name) ? [[name]] : [])

const indexes = (value: unknown): number[] => (Array.isArray(value) ? [...value.keys()] : [])

const listOf = (nodes: unknown): GroqNode[] => (Array.isArray(nodes) ? nodes.filter(isNode) : [])
