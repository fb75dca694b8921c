import {deltaAsDiff} from '../query/diff.ts'
import {evaluateGroq, normalizeQuery, parseGroq} from '../query/groq.ts'
import type {LakeDocument} from '../types.ts'
import {changedFields, fieldsAskedAbout} from './changedFields.ts'
import {parseRule} from './parseRule.ts'
import type {RefusalRule} from './RoleDefinition.ts'

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
