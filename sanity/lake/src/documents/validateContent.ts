import type {JsonValue, LakeDocument} from '../types.ts'
import {invalid} from './Refusal.ts'

const MAX_DEPTH = 200
/** Names that mean something to JavaScript itself: a query that met such a field would fail. */
const RESERVED_NAMES = new Set(['__proto__', 'hasOwnProperty'])

/** Refuses a document that could be stored but never be queried. */
export function validateContent(document: LakeDocument): void {
  visit(document, 0)

  function visit(value: JsonValue, depth: number): void {
    if (typeof value !== 'object' || value === null) return
    if (depth > MAX_DEPTH) throw invalid(`Document "${document._id}" is nested deeper than ${MAX_DEPTH} levels`)
    for (const [name, child] of Object.entries(value)) {
      if (RESERVED_NAMES.has(name))
        throw invalid(`Document "${document._id}" has a field of the reserved name "${name}"`)
      visit(child, depth + 1)
    }
  }
}
