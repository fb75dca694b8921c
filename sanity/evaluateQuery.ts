import {evaluateSync, parse} from 'groq-js'

/** A document as stored: system fields, and what its type has. */
export interface StoredDocument {
  _id: string
  _type: string
  _rev: string
  _updatedAt: string
}

/** Documents by id. */
export type Documents = ReadonlyMap<string, StoredDocument>

/** By text; the site has a handful of queries. */
const parsed = new Map<string, ReturnType<typeof parse>>()

/**
 * Evaluates a query over documents as if they were all that is published. The result shares its objects with the
 * documents: do not change it. `followed` gets the id of each reference that the query follows, found or not.
 */
export function evaluateQuery<Result>(
  documents: Documents,
  query: string,
  params: Record<string, unknown>,
  followed = new Set<string>(),
): Result {
  const tree = parsed.get(query) ?? parse(query)
  parsed.set(query, tree)
  const dereference = ({_ref}: {_ref: string}) => {
    followed.add(_ref)
    return documents.get(_ref)
  }
  return evaluateSync(tree, {dataset: [...documents.values()], params, dereference}).data
}
