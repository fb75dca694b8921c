import type {GroqNode} from './groq.ts'

/** Evaluates a node in the scope of the call. */
export type Evaluate = (node: GroqNode) => {readonly data: unknown}

/** A function of GROQ that the lake evaluates itself. It gets its arguments as nodes, like those of the specification. */
export type NativeFunction = (args: readonly GroqNode[], evaluate: Evaluate) => unknown

/**
 * groq-js cannot be given functions. But it evaluates the arguments of most by `args.map(evaluate)`, whatever `args`
 * is, so the first argument of this `coalesce()` runs the function and yields null; the second is its result.
 */
export function callNative(run: NativeFunction, nodes: GroqNode[]): GroqNode {
  const nothing = {type: 'null', data: null}
  let result: unknown
  const args = {
    nodes,
    map(evaluate: Evaluate) {
      result = run(nodes, evaluate)
      return [nothing, nothing]
    },
  }
  const capture = {type: 'FuncCall', namespace: 'array', name: 'intersects', args}
  const answer = {
    type: 'Value',
    get value() {
      return result
    },
  }
  return {type: 'FuncCall', namespace: 'global', name: 'coalesce', args: [capture, answer]}
}
