import {isDeepStrictEqual} from 'node:util'
import {deltaAsDiff} from '../query/diff.ts'
import {
  evaluateGroq,
  type GroqNode,
  isNode,
  nodesOf,
  normalizeQuery,
  parseGroq,
  rejectUnsupported,
} from '../query/groq.ts'
import {useNativeFunctions} from '../query/nativeFunctions.ts'
import {rewriteMatches} from '../query/textSearch.ts'
import type {LakeDocument} from '../types.ts'
import type {Grant, RefusalRule} from './definitions.ts'

/** Whether a document is one that the grant is for. `identity` is the id of whoever asks. */
export type MatchesGrant = (document: LakeDocument, identity: string) => boolean

/** Filters that match every document. */
const ALWAYS = new Set(['true', 'defined(_id)', '_id in path("**")', "_id in path('**')"])

export const isForEverything = ({filter}: Pick<Grant, 'filter'>): boolean => ALWAYS.has(filter.trim())

/**
 * Compiles a grant's filter. It sees one document and who asks, as in the Studio, which evaluates the same filters: what
 * a reference leads to is not there. Throws for a filter that the lake cannot evaluate.
 */
export function compileGrant(grant: Grant): MatchesGrant {
  const tree = parseRule(`*[${grant.filter}\n]`, 'normal')
  if (isForEverything(grant)) return () => true
  return (document, identity) => {
    const {data} = evaluateGroq(tree, {
      dataset: [document],
      params: {identity},
      identity,
      timestamp: new Date(),
      sanity: {projectId: '', dataset: ''},
      dereference: () => undefined,
    })
    return Array.isArray(data) && data.length === 1
  }
}

/** What a transaction does to one document, as rules see it. */
export interface RuledChange {
  before: LakeDocument | null
  after: LakeDocument | null
}

export interface CompiledRefusal extends RefusalRule {
  refuses(change: RuledChange, identity: string): boolean
  fieldsOf(change: RuledChange): string[]
}

/**
 * Compiles a refusal, whose filter is a delta filter as webhooks have them: its root is the document after the change,
 * or before a removal. A change cannot take a document out of its reach: the rule also holds for the document before,
 * unless it did so without any change. Throws for a filter that the lake cannot evaluate.
 */
export function compileRefusal(rule: RefusalRule): CompiledRefusal {
  const source = deltaAsDiff(rule.filter)
  const tree = parseRule(source, 'delta')
  const asked = fieldsAskedAbout(parseGroq(normalizeQuery(source), {mode: 'delta'}))
  const holds = (root: LakeDocument | null, {before, after}: RuledChange, identity: string): boolean => {
    const {data} = evaluateGroq(tree, {
      root,
      before,
      after,
      dataset: [],
      params: {identity},
      identity,
      timestamp: new Date(),
      sanity: {projectId: '', dataset: ''},
      dereference: () => undefined,
    })
    return data === true
  }
  return {
    ...rule,
    refuses(change, identity) {
      const {before, after} = change
      if (holds(after ?? before, change, identity)) return true
      if (!before || !after) return false
      return holds(before, change, identity) && !holds(before, {before, after: before}, identity)
    },
    fieldsOf: ({before, after}) => changedFields(before, after, asked),
  }
}

/** The fields that the `delta::` and `diff::` functions of a filter ask about. */
function fieldsAskedAbout(tree: GroqNode): Set<string> {
  const fields = new Set<string>()
  for (const node of nodesOf(tree)) {
    if (node.type !== 'FuncCall' || node.namespace !== 'diff' || !Array.isArray(node.args)) continue
    const [, , selector] = node.args
    for (const part of nodesOf(selector)) {
      if (part.type === 'AccessAttribute' && !isNode(part.base)) fields.add(String(part.name))
    }
  }
  return fields
}

/** The fields that a change concerns: those that were asked about, else all that differ but the lake's own. */
function changedFields(before: LakeDocument | null, after: LakeDocument | null, asked: ReadonlySet<string>): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const changed = Array.from(names).filter(
    (name) => !name.startsWith('_') && !isDeepStrictEqual(before?.[name], after?.[name]),
  )
  const concerned = changed.filter((name) => asked.has(name))
  return concerned.length > 0 ? concerned : changed
}

/** Parses a filter of a grant or a refusal. Throws for what the lake could not evaluate later. */
function parseRule(source: string, mode: 'normal' | 'delta'): GroqNode {
  const tree = rewriteMatches(parseGroq(normalizeQuery(source), {mode}))
  rejectUnsupported(tree, source)
  for (const {type, name} of nodesOf(tree)) {
    if (type === 'Parameter' && name !== 'identity') throw new Error(`it may use $identity, but not $${String(name)}`)
  }
  return useNativeFunctions(tree)
}
