import type {DocumentChange, JsonObject, LakeDocument} from '../types.ts'
import {encode} from './encode.ts'

/** Mendoza patches between two states of a document; null for one that does not exist. */
export function effectsBetween(before: LakeDocument | null, after: LakeDocument | null): DocumentChange['effects'] {
  const [old, now] = [withoutRevision(before), withoutRevision(after)]
  return {apply: encode(old, now), revert: encode(now, old)}
}

/** The Studio applies effects to documents without `_rev`, and fields are addressed by position. */
function withoutRevision(document: LakeDocument | null): JsonObject | null {
  if (!document) return null
  const {_rev, ...rest} = document
  return rest
}
