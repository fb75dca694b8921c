import {queryParseError} from '../errors.ts'
import {type GroqNode, isNode, nodesOf} from './groq.ts'

/** What hosted Sanity has and the lake has not, and why. A query that names one is refused, whatever the data. */
export const UNSUPPORTED_FUNCTIONS: Readonly<Record<string, string>> = {
  'geo::latLng': 'it has no geometry',
  'geo::contains': 'it has no geometry',
  'geo::intersects': 'it has no geometry',
  'geo::distance': 'it has no geometry',
  'text::query': 'it has to be on the right of match, with a text that does not depend on documents',
  'text::semanticSimilarity': 'it has no embeddings',
  'documents::get': 'it holds one dataset',
  'documents::incomingRefCount': 'it holds one dataset',
  'documents::incomingGlobalDocumentReferenceCount': 'it holds one dataset',
  'media::aspect': 'it has no media library',
  'user::attributes': 'its users have no attributes',
  'global::anywhere': 'it can only be used in a selector',
}

/** Throws the hosted API's queryParseError for what could be parsed but not evaluated. */
export function rejectUnsupported(tree: GroqNode, query: string): void {
  for (const node of nodesOf(tree)) {
    if (node.type === 'FuncCall') rejectFunction(`${node.namespace}::${node.name}`, query)
    if (node.type === 'PipeFuncCall' && node.name === 'score' && !yieldsDocuments(node)) {
      throw queryParseError('score() needs whole documents: put it before a projection or [0]', query, 0, query.length)
    }
    if (node.type === 'AccessElement' && !Number.isInteger(node.index)) {
      throw queryParseError('An array index has to be a whole number', query, 0, query.length)
    }
  }
}

function rejectFunction(name: string, query: string): void {
  const reason = UNSUPPORTED_FUNCTIONS[name]
  if (reason === undefined) return
  const plainName = name.replace(/^global::/, '')
  const start = Math.max(query.indexOf(plainName), 0)
  const description = `This lake does not support the function ${plainName}(): ${reason}`
  throw queryParseError(description, query, start, start + plainName.length)
}

/** Whether the way down to `*` leads over nothing that makes one document, or another object, of them. */
function yieldsDocuments({base}: GroqNode): boolean {
  if (!isNode(base)) return true
  if (base.type === 'AccessElement' || base.type === 'Projection') return !startsWithEverything(base)
  if (base.type === 'Map' && isNode(base.expr) && base.expr.type === 'Projection') return !startsWithEverything(base)
  return yieldsDocuments(base)
}

const startsWithEverything = (node: GroqNode): boolean =>
  node.type === 'Everything' || (isNode(node.base) && startsWithEverything(node.base))
