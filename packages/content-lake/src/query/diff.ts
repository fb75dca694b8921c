import {isDeepStrictEqual} from 'node:util'
import {isRecord} from '../json.ts'
import {type Evaluate, type GroqNode, holds, isNode, type NativeFunction} from './groq.ts'

/** `diff::changedAny(before, after, selector)` and `diff::changedOnly(…)`. */
export const diffFunction =
  (name: 'changedAny' | 'changedOnly'): NativeFunction =>
  ([left, right, selector], evaluate) => {
    if (!left || !right || !selector) return null
    const before = evaluate(left).data
    const after = evaluate(right).data
    const paths = [before, after].flatMap((value) => selectPaths(selector, value, evaluate))
    if (name === 'changedAny') return paths.some((path) => differsAt(before, after, path))
    return changedPaths(before, after).every((changed) => paths.some((path) => startsWith(changed, path)))
  }

/** Arrays of different lengths differ as a whole: which item is new is unknown. */
function differsAt(before: unknown, after: unknown, path: KeyPath): boolean {
  const arrays = path.flatMap((part, index) => (typeof part === 'number' ? [path.slice(0, index)] : []))
  const isMoved = arrays.some((array) => lengthOf(valueAt(before, array)) !== lengthOf(valueAt(after, array)))
  return isMoved || !isDeepStrictEqual(valueAt(before, path), valueAt(after, path))
}

/** The outermost differing paths. */
function changedPaths(before: unknown, after: unknown, path: KeyPath = []): KeyPath[] {
  if (isDeepStrictEqual(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return [path]
    return before.flatMap((item: unknown, index) => changedPaths(item, after[index], [...path, index]))
  }
  if (!isRecord(before) || !isRecord(after)) return [path]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return Array.from(keys).flatMap((key) => changedPaths(before[key], after[key], [...path, key]))
}

const startsWith = (path: KeyPath, start: KeyPath): boolean => start.every((part, index) => part === path[index])

const lengthOf = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined)

type KeyPath = readonly (string | number)[]

/** The paths that a selector such as `(title, items[].text)` selects. */
function selectPaths(selector: GroqNode, value: unknown, evaluate: Evaluate): KeyPath[] {
  switch (selector.type) {
    case 'Group':
      return isNode(selector.base) ? selectPaths(selector.base, value, evaluate) : []
    case 'Tuple':
      return listOf(selector.members).flatMap((member) => selectPaths(member, value, evaluate))
    case 'AccessAttribute':
      return below((found) => attributeOf(found, String(selector.name)))
    case 'ArrayCoerce':
      return below((found) => indexes(found).map((index) => [index]))
    case 'Filter':
      return below((found) => itemsWhere(selector.expr, found))
    case 'SelectorNested':
      return below((found) => (isNode(selector.nested) ? selectPaths(selector.nested, found, evaluate) : []))
    case 'SelectorFuncCall':
      return isNode(selector.arg) ? anywhere(selector.arg, value) : []
    default:
      return []
  }

  /** Appends paths to those of the selector's base. */
  function below(next: (found: unknown) => KeyPath[]): KeyPath[] {
    const bases = isNode(selector.base) ? selectPaths(selector.base, value, evaluate) : [[]]
    return bases.flatMap((base) => next(valueAt(value, base)).map((path) => [...base, ...path]))
  }

  function itemsWhere(condition: unknown, found: unknown): KeyPath[] {
    if (!Array.isArray(found) || !isNode(condition)) return []
    return indexes(found).flatMap((index) => (holds(condition, found[index], evaluate) ? [[index]] : []))
  }

  function anywhere(condition: GroqNode, found: unknown, path: KeyPath = []): KeyPath[] {
    if (typeof found !== 'object' || found === null) return []
    const inner = Array.isArray(found) ? [...found.entries()] : Object.entries(found)
    const here = !Array.isArray(found) && holds(condition, found, evaluate) ? [path] : []
    return [...here, ...inner.flatMap(([key, item]) => anywhere(condition, item, [...path, key]))]
  }
}

function valueAt(value: unknown, path: KeyPath): unknown {
  const [part, ...rest] = path
  if (part === undefined) return value
  if (Array.isArray(value)) return typeof part === 'number' ? valueAt(value[part], rest) : undefined
  return hasAttribute(value, part) ? valueAt(value[part], rest) : undefined
}

const hasAttribute = (value: unknown, name: string | number): value is Record<string | number, unknown> =>
  isRecord(value) && Object.hasOwn(value, name)

const attributeOf = (value: unknown, name: string): KeyPath[] => (hasAttribute(value, name) ? [[name]] : [])

const indexes = (value: unknown): number[] => (Array.isArray(value) ? [...value.keys()] : [])

const listOf = (nodes: unknown): GroqNode[] => (Array.isArray(nodes) ? nodes.filter(isNode) : [])

const CALLS = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\/[^\n]*|\bdelta::(changedAny|changedOnly)\s*\(/g

/**
 * Rewrites `delta::changedAny(selector)` to `diff::changedAny(before(), after(), selector)`, its definition in the
 * specification. groq-js parses selectors such as `items[].text` only in the latter.
 */
export const deltaAsDiff = (source: string): string =>
  source.replace(CALLS, (token, name: string | undefined) => (name ? `diff::${name}(before(), after(), ` : token))
