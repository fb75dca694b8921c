import {evaluateGroq} from '../query/groq.ts'
import type {LakeDocument} from '../types.ts'
import {parseRule} from './parseRule.ts'
import type {Grant} from './RoleDefinition.ts'

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
