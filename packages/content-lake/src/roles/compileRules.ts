import {isDeepStrictEqual} from 'node:util'
import {deltaAsDiff} from '../query/diff.ts'
import {
  argsOf,
  calledBy,
  evaluateGroq,
  type GroqNode,
  isNode,
  nodesOf,
  normalizeQuery,
  parseGroq,
  rejectUnsupported,
} from '../query/groq.ts'
import {countSteps, stepCounter} from '../query/limits/countSteps.ts'
import {isBounded} from '../query/limits/isBounded.ts'
import {QUERY_LIMITS} from '../query/limits/queryLimits.ts'
import {StepBudget} from '../query/limits/StepBudget.ts'
import {useNativeFunctions} from '../query/nativeFunctions.ts'
import {rewriteMatches} from '../query/textSearch.ts'
import type {LakeDocument} from '../types.ts'
import type {Grant, RefusalRule} from './definitions.ts'
import {limitGrant} from './limitRules.ts'

/** Returns whether a grant applies to a document. `identity` is the user's id. Throws SlowRules. */
export type MatchesGrant = (document: LakeDocument, identity: string) => boolean

const ALWAYS = new Set(['true', 'defined(_id)', '_id in path("**")', "_id in path('**')"])

export const isForEverything = ({filter}: Pick<Grant, 'filter'>): boolean => ALWAYS.has(filter.trim())

/**
 * Compiles a grant's filter. Like the Studio, which evaluates the same filters, it sees one document and the identity,
 * and no referenced documents. Unlimited in the query process, which has a time limit of its own. Throws for an
 * unsupported filter.
 */
export function compileGrant(grant: Grant, {isLimited = true} = {}): MatchesGrant {
  const tree = parseRule(`*[${grant.filter}\n]`, 'normal')
  if (isForEverything(grant)) return () => true
  const counted = useNativeFunctions(countSteps(tree))
  const matches = (document: LakeDocument, identity: string, budget?: StepBudget): boolean => {
    const {data} = evaluateGroq(counted, {dataset: [document], ...contextOf(identity, budget)})
    return Array.isArray(data) && data.length === 1
  }
  if (!isLimited) return matches
  const limited = limitGrant(grant.filter, isBounded(tree))
  return (document, identity) => limited((budget) => matches(document, identity, budget))
}

/** The context of a rule: who asks. Rules see neither the dataset nor referenced documents. */
const contextOf = (identity: string, budget?: StepBudget) => ({
  params: {identity, ...stepCounter(budget)},
  identity,
})

export interface StateChange {
  before: LakeDocument | null
  after: LakeDocument | null
}

export interface CompiledRefusal extends RefusalRule {
  refuses(change: StateChange, identity: string): boolean
  fieldsOf(change: StateChange): string[]
}

/**
 * Compiles a refusal. Its delta filter, as in webhooks, has the document after the change as root, or the deleted one.
 * A change cannot evade a rule: it is also evaluated on the document before, unless it matched that without any change.
 * Its time is limited by `TransactionLimiter`. Throws for an unsupported filter.
 */
export function compileRefusal(rule: RefusalRule): CompiledRefusal {
  const source = deltaAsDiff(rule.filter)
  const tree = useNativeFunctions(parseRule(source, 'delta'))
  const words = rule.texts?.map((text) => text.toLowerCase())
  const fieldsInFilter = fieldsInDelta(parseGroq(normalizeQuery(source), {mode: 'delta'}))
  const holds = (root: LakeDocument | null, {before, after}: StateChange, identity: string): boolean => {
    const budget = new StepBudget(Number.POSITIVE_INFINITY, {memory: QUERY_LIMITS.sharedMemory})
    const {data} = evaluateGroq(tree, {root, before, after, ...contextOf(identity, budget)})
    return data === true && (!words || holdsAny(root, words))
  }
  return {
    ...rule,
    refuses(change, identity) {
      const {before, after} = change
      if (holds(after ?? before, change, identity)) return true
      if (!before || !after) return false
      return holds(before, change, identity) && !holds(before, {before, after: before}, identity)
    },
    fieldsOf: ({before, after}) => changedFields(before, after, fieldsInFilter),
  }
}

/** Returns whether a text at any depth contains one of the words, which are in lower case. */
function holdsAny(value: unknown, words: readonly string[]): boolean {
  if (typeof value === 'string') {
    const text = value.toLowerCase()
    return words.some((word) => text.includes(word))
  }
  return typeof value === 'object' && value !== null && Object.values(value).some((item) => holdsAny(item, words))
}

/** Fields used in `delta::` and `diff::` functions of a filter. */
function fieldsInDelta(tree: GroqNode): Set<string> {
  const fields = new Set<string>()
  for (const node of nodesOf(tree)) {
    const [, , selector] = calledBy(node)?.startsWith('diff::') ? argsOf(node) : []
    for (const part of nodesOf(selector)) {
      if (part.type === 'AccessAttribute' && !isNode(part.base)) fields.add(String(part.name))
    }
  }
  return fields
}

/** Changed fields: those that the filter names, else all but the lake's own. */
function changedFields(
  before: LakeDocument | null,
  after: LakeDocument | null,
  fieldsInFilter: ReadonlySet<string>,
): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const changed = Array.from(names).filter(
    (name) => !name.startsWith('_') && !isDeepStrictEqual(before?.[name], after?.[name]),
  )
  const relevant = changed.filter((name) => fieldsInFilter.has(name))
  return relevant.length > 0 ? relevant : changed
}

/** Parses a filter of a grant or a refusal. Throws for an unsupported one. */
function parseRule(source: string, mode: 'normal' | 'delta'): GroqNode {
  const tree = rewriteMatches(parseGroq(normalizeQuery(source), {mode}))
  rejectUnsupported(tree, source)
  for (const {type, name} of nodesOf(tree)) {
    if (type === 'Parameter' && name !== 'identity') throw new Error(`it may use $identity, but not $${String(name)}`)
  }
  return tree
}
