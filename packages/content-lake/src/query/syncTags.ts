import {createHash} from 'node:crypto'
import {publishedIdOf} from '../documentIds.ts'
import type {DocumentChange, JsonValue} from '../types.ts'
import {constantValue} from './operands.ts'
import type {QueryPlan} from './parseQuery.ts'

/** The tag of all changes, and of queries that may depend on any document. */
const EVERYTHING = 's1:all'
/** Caches limit the number of tags: a query with more depends on everything. */
const MAX_TAGS = 64

const tag = (kind: 'type' | 'document', name: string): string =>
  `s1:${createHash('sha1').update(`${kind}:${name}`).digest('base64url').slice(0, 10)}`

/** The tags of a query: types that it lists, and documents that it names or dereferences. */
export function tagsOfQuery(
  plan: QueryPlan,
  params: Record<string, JsonValue>,
  dereferenced: Iterable<string>,
): string[] {
  if (plan.readsEverything) return [EVERYTHING]
  const tags = new Set<string>()
  for (const {scope} of plan.sources) {
    if (!scope) return [EVERYTHING]
    for (const value of [constantValue(scope.operand, params)].flat()) {
      if (typeof value !== 'string') continue
      tags.add(scope.field === '_type' ? tag('type', value) : tag('document', publishedIdOf(value)))
    }
  }
  for (const id of dereferenced) tags.add(tag('document', publishedIdOf(id)))
  return tags.size > MAX_TAGS ? [EVERYTHING] : Array.from(tags).sort()
}

/** The tags of changes, which affected queries share. */
export function syncTagsOf(changes: readonly DocumentChange[]): string[] {
  const tags = new Set([EVERYTHING])
  for (const {documentId, before, after} of changes) {
    tags.add(tag('document', publishedIdOf(documentId)))
    for (const document of [before, after]) if (document) tags.add(tag('type', document._type))
  }
  return Array.from(tags).sort()
}
