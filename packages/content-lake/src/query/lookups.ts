import {termsOf} from '../indexes/matchTerms.ts'
import {argsOf, calledBy, type GroqNode, isNode} from './groq.ts'
import {type AddOperand, constantOperand, type Operand, operandOf, pathsOf} from './operands.ts'
import {textPatterns, textScope} from './textSearch.ts'

/** A way to find the documents that may match a condition, by index. */
export type Lookup =
  | {kind: 'id' | 'reference'; operand: Operand}
  /** `isExact`: finds nothing else, so that no filter has to follow. */
  | {kind: 'type'; operand: Operand; isExact?: boolean}
  | {kind: 'value'; path: string[]; operand: Operand}
  | {kind: 'present'; path: string[]}
  | {kind: 'range'; path: string[]; comparison: Comparison; limit: GroqNode}
  | {kind: 'text'; terms: string[]; mode: 'every' | 'some'; isWholeText: boolean}
  | {kind: 'every' | 'some'; of: Lookup[]}

const COMPARISONS = ['<', '<=', '>', '>='] as const
export type Comparison = (typeof COMPARISONS)[number]

/** `a < b` is `b > a`. */
const MIRRORED = {'<': '>', '<=': '>=', '>': '<', '>=': '<='} as const satisfies Record<Comparison, Comparison>

/** A term may look at every word of the index. The filter looks at all of them. */
const MAX_TERMS = 16

/** Fields whose presented value differs from the stored one. */
const PRESENTED_FIELDS = new Set(['_id', '_originalId', '_score', 'url'])

const isStored = ([name]: string[]): boolean => name !== undefined && !PRESENTED_FIELDS.has(name)

export function lookupOf(condition: GroqNode, add: AddOperand): Lookup | undefined {
  const {type, base, left, right} = condition
  if (type === 'Group' && isNode(base)) return lookupOf(base, add)
  if (type === 'FuncCall') return referencesLookup(condition, add)
  if (!isNode(left) || !isNode(right)) return undefined
  if (type === 'And') return everyOf([lookupOf(left, add), lookupOf(right, add)])
  if (type === 'Or') return someOf([lookupOf(left, add), lookupOf(right, add)])
  if (type !== 'OpCall') return undefined
  if (condition.op === 'match') return matchLookup(left, right, 'every')
  if (condition.op === 'in' || condition.op === '==') {
    return fieldLookup(left, right, add) ?? fieldLookup(right, left, add)
  }
  const comparison = COMPARISONS.find((candidate) => candidate === condition.op)
  return comparison && (rangeLookup(left, comparison, right) ?? rangeLookup(right, MIRRORED[comparison], left))
}

/** The lookup for a score above 0: one term of a pattern is enough. Callers add documents with a `_score`. */
export function scoreLookup(condition: GroqNode, add: AddOperand): Lookup | undefined {
  const {type, left, right} = condition
  if (calledBy(condition) === 'global::boost') {
    const [boosted] = argsOf(condition)
    return boosted && scoreLookup(boosted, add)
  }
  if (isNode(left) && isNode(right)) {
    if (type === 'And') return everyOf([scoreLookup(left, add), scoreLookup(right, add)])
    if (type === 'Or') return someOf([scoreLookup(left, add), scoreLookup(right, add)])
    if (type === 'OpCall' && condition.op === 'match') return matchLookup(left, right, 'some')
  }
  return lookupOf(condition, add)
}

export function everyOf(lookups: (Lookup | undefined)[]): Lookup | undefined {
  const of = lookups.filter((lookup) => lookup !== undefined)
  return of.length > 1 ? {kind: 'every', of} : of[0]
}

export function someOf(lookups: (Lookup | undefined)[]): Lookup | undefined {
  const of = lookups.filter((lookup) => lookup !== undefined)
  if (of.length < lookups.length) return undefined
  return of.length > 1 ? {kind: 'some', of} : of[0]
}

function referencesLookup(call: GroqNode, add: AddOperand): Lookup | undefined {
  if (calledBy(call) !== 'global::references') return undefined
  return someOf(
    argsOf(call).map((argument) => {
      const operand = operandOf(argument, add)
      return operand && {kind: 'reference', operand}
    }),
  )
}

function fieldLookup(field: GroqNode, value: GroqNode, add: AddOperand): Lookup | undefined {
  const paths = pathsOf(field)
  const operand = paths && operandOf(value, add)
  if (!operand) return undefined
  return someOf(paths.map((path) => pathLookup(path, operand)))
}

function pathLookup(path: string[], operand: Operand): Lookup | undefined {
  const [name, ...rest] = path
  if (rest.length === 0 && name === '_id') return {kind: 'id', operand}
  if (rest.length === 0 && name === '_type') return {kind: 'type', operand}
  return isStored(path) ? {kind: 'value', path, operand} : undefined
}

function rangeLookup(field: GroqNode, comparison: Comparison, value: GroqNode): Lookup | undefined {
  const limit = constantOperand(value)
  const paths = limit && pathsOf(field)
  if (!paths) return undefined
  return someOf(paths.map((path) => (isStored(path) ? {kind: 'range', path, comparison, limit} : undefined)))
}

function matchLookup(left: GroqNode, right: GroqNode, mode: 'every' | 'some'): Lookup | undefined {
  const scope = textScope(left)
  const terms = textPatterns(right)?.flatMap(termsOf)
  if (!scope || !terms || terms.length === 0 || (mode === 'some' && terms.length > MAX_TERMS)) return undefined
  return {kind: 'text', terms: terms.slice(0, MAX_TERMS), mode, isWholeText: scope === 'whole'}
}
