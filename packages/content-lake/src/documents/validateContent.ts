import {sizeOf} from '../store/sizeOf.ts'
import type {JsonValue, LakeDocument} from '../types.ts'
import {invalid} from './Refusal.ts'

/** What one document may be. The README lists these numbers. */
export const CONTENT_LIMITS = {
  depth: 200,
  /** Characters of its JSON, roughly. */
  size: 32 * 1024 * 1024,
  typeLength: 1000,
} as const

/** Names that mean something to JavaScript itself: a query that met such a field would fail. */
const RESERVED_NAMES = new Set(['__proto__', 'hasOwnProperty'])

/** Refuses a document that could be stored but never be queried, or not as it was sent. Throws Refusal. */
export function validateContent(document: LakeDocument): void {
  const {depth: maxDepth, size: maxSize, typeLength} = CONTENT_LIMITS
  if (document._type.length > typeLength) {
    throw invalid(`The _type of document "${document._id}" is longer than ${typeLength} characters`)
  }
  // What a reference leads to would be taken for a promise.
  if (Object.hasOwn(document, 'then'))
    throw invalid(`Document "${document._id}" has a field of the reserved name "then"`)
  visit(document, 0)
  if (sizeOf(document) > maxSize) {
    throw invalid(`Document "${document._id}" is larger than ${maxSize / 1024 / 1024} MB; split it, or store a file`)
  }

  function visit(value: JsonValue, depth: number): void {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw invalid(`Document "${document._id}" has a number beyond the range of a 64-bit float`)
    }
    if (typeof value !== 'object' || value === null) return
    if (depth > maxDepth) throw invalid(`Document "${document._id}" is nested deeper than ${maxDepth} levels`)
    for (const [name, child] of Object.entries(value)) {
      if (RESERVED_NAMES.has(name))
        throw invalid(`Document "${document._id}" has a field of the reserved name "${name}"`)
      visit(child, depth + 1)
    }
  }
}
