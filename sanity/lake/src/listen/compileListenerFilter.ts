import {queryParseError} from '../http/errors.ts'
import {evaluateGroq, type GroqNode, isNode} from '../query/groq.ts'
import {parseQuery} from '../query/parseQuery.ts'
import {presentDocument} from '../query/presentDocument.ts'
import type {JsonValue, Lake, LakeDocument} from '../types.ts'

/** Whether a document, in the state given, belongs to what a listener asked for. */
export type MatchDocument = (document: LakeDocument) => boolean

/**
 * Compiles a listener's query to a test of one document. Only its filter counts: a projection, an order or a slice
 * says how results look, not which documents a listener follows.
 */
export function compileListenerFilter(query: string, params: Record<string, JsonValue>, lake: Lake): MatchDocument {
  const filter = filterOf(parseQuery(query, params))
  if (!filter) {
    throw queryParseError('A listener follows documents: its query has to begin with * or *[…]', query, 0, query.length)
  }
  if (filter.type === 'Everything') return () => true
  const {projectId, dataset} = lake.options
  return (document) => {
    const {data} = evaluateGroq(filter, {
      dataset: [presentDocument(document, {baseUrl: lake.url})],
      params,
      identity: 'listener',
      timestamp: new Date(),
      sanity: {projectId, dataset},
      dereference: ({_ref}) => lake.documents.get(_ref),
    })
    return Array.isArray(data) && data.length > 0
  }
}

/** The part of a query that says which documents are meant: `*`, or the filters right behind it. */
function filterOf(node: GroqNode): GroqNode | undefined {
  if (node.type === 'Everything') return node
  if (!isNode(node.base)) return undefined
  const base = filterOf(node.base)
  return node.type === 'Filter' && base === node.base ? node : base
}
