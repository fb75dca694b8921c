import {isDeepStrictEqual} from 'node:util'
import type {Evaluate, NativeFunction} from './callNative.ts'
import type {GroqNode} from './groq.ts'
import {type KeyPath, selectPaths, valueAt} from './selectPaths.ts'

/** `diff::changedAny(before, after, selector)` and `diff::changedOnly(…)`. */
export const diffFunction =
  (name: 'changedAny' | 'changedOnly'): NativeFunction =>
  ([left, right, selector], evaluate) => {
    if (!left || !right || !selector) return null
    const before = evaluate(left).data
    const after = evaluate(right).data
    const paths = [before, after].flatMap((value) => selectPaths(selector, value, evaluateIn(evaluate)))
    if (name === 'changedAny') return paths.some((path) => differsAt(before, after, path))
    return changedPaths(before, after).every((changed) => paths.some((path) => startsWith(changed, path)))
  }

/** Whether a condition holds for a value, which becomes the `@` of the condition. */
const evaluateIn =
  (evaluate: Evaluate) =>
  (condition: GroqNode, value: unknown): boolean => {
    const base = {type: 'Value', value: [value]}
    const {data} = evaluate({type: 'Filter', base, expr: condition})
    return Array.isArray(data) && data.length > 0
  }

/** Items of arrays of different lengths are not compared: which of them is new or gone cannot be told. */
function differsAt(before: unknown, after: unknown, path: KeyPath): boolean {
  const arrays = path.flatMap((part, index) => (typeof part === 'number' ? [path.slice(0, index)] : []))
  const isMoved = arrays.some((array) => lengthOf(valueAt(before, array)) !== lengthOf(valueAt(after, array)))
  return isMoved || !isDeepStrictEqual(valueAt(before, path), valueAt(after, path))
}

/** The outermost places that cannot be told apart any further. */
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
