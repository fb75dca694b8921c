import {type GroqNode, nodesOf, normalizeQuery, parseGroq, rejectUnsupported} from '../query/groq.ts'
import {useNativeFunctions} from '../query/nativeFunctions.ts'
import {rewriteMatches} from '../query/textSearch.ts'

/** Parses a filter of a grant or a refusal. Throws for what the lake could not evaluate later. */
export function parseRule(source: string, mode: 'normal' | 'delta'): GroqNode {
  const tree = rewriteMatches(parseGroq(normalizeQuery(source), {mode}))
  rejectUnsupported(tree, source)
  for (const {type, name} of nodesOf(tree)) {
    if (type === 'Parameter' && name !== 'identity') throw new Error(`it may use $identity, but not $${String(name)}`)
  }
  return useNativeFunctions(tree)
}
