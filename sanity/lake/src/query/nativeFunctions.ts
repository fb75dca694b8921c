import {callNative, type NativeFunction} from './callNative.ts'
import {diffFunction} from './diff.ts'
import {type GroqNode, isNode, mapTree} from './groq.ts'

/** What groq-js evaluates only asynchronously, which no time limit could stop, or not as the specification says. */
const NATIVE_FUNCTIONS: Readonly<Record<string, NativeFunction>> = {
  'diff::changedAny': diffFunction('changedAny'),
  'diff::changedOnly': diffFunction('changedOnly'),
  'array::unique': ([array], evaluate) => uniqueValues(array && evaluate(array).data),
}

/** Lets the lake's own functions answer their calls. The tree can only be evaluated afterwards, not mapped again. */
export const useNativeFunctions = (tree: GroqNode): GroqNode => mapTree(tree, (node) => nativeCall(node) ?? node)

/** The node that takes the place of a call, if the lake answers it itself. */
export function nativeCall(node: GroqNode): GroqNode | undefined {
  const run = node.type === 'FuncCall' ? NATIVE_FUNCTIONS[`${node.namespace}::${node.name}`] : undefined
  return run && Array.isArray(node.args) ? callNative(run, node.args.filter(isNode)) : undefined
}

/** The first of each: groq-js keeps every null. Arrays and objects equal nothing, not even themselves. */
function uniqueValues(array: unknown): unknown {
  if (!Array.isArray(array)) return null
  const seen = new Set<unknown>()
  return array.filter((value: unknown) => {
    if (typeof value === 'object' && value !== null) return true
    if (seen.has(value)) return false
    seen.add(value)
    return true
  })
}
