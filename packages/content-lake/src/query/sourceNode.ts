import {callNative} from './callNative.ts'
import type {GroqNode} from './groq.ts'
import {useNativeFunctions} from './nativeFunctions.ts'
import {FIND_PARAMETER} from './operands.ts'

/** An object whose fields are evaluated in a scope like that of a filter's condition, where `^` means the same. */
const inFilterScope = (attributes: GroqNode[]): GroqNode => ({
  type: 'Projection',
  base: {type: 'Object', attributes: []},
  expr: {type: 'Object', attributes},
})

/** What takes the place of `*`: a parameter with the documents, or, with operands, a call that finds them. */
export function sourceNode(name: string, operands: readonly GroqNode[]): GroqNode {
  if (operands.length === 0) return {type: 'Parameter', name}
  const attributes = operands.map((operand, position) => ({
    type: 'ObjectAttributeValue',
    name: String(position),
    value: useNativeFunctions(operand),
  }))
  const call = callNative(
    ([values], evaluate) => {
      const find = evaluate({type: 'Parameter', name: FIND_PARAMETER}).data
      const found = values ? evaluate(values).data : undefined
      return typeof find === 'function' ? find(name, Object.values(found ?? {})) : null
    },
    [inFilterScope(attributes)],
  )
  return {...call, source: name}
}
