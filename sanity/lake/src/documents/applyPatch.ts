import {Mutation as Patcher} from '@sanity/mutator'
import type {LakeDocument, PatchOperations} from '../types.ts'
import {invalid} from './Refusal.ts'

/** What a patch may neither set nor remove, whatever it says. */
const OWN_FIELDS = ['_id', '_type', '_createdAt'] as const

/** Applies a patch with the same code as the Studio, so that both arrive at the same document. */
export function applyPatch(before: LakeDocument, edits: PatchOperations): LakeDocument {
  const after = edited(before, edits)
  if (!after || after._id !== before._id) throw invalid(`The _id of document "${before._id}" cannot be changed`)
  if (after._type !== before._type) throw invalid(`The _type of document "${before._id}" cannot be changed`)
  for (const field of OWN_FIELDS) after[field] = before[field]
  return after
}

function edited(before: LakeDocument, edits: PatchOperations): LakeDocument | null {
  try {
    const result = new Patcher({mutations: [{patch: {...edits, id: before._id}}]}).apply(before)
    // The mutator may share values with the patch, and leave undefined ones: JSON is what will be stored.
    return JSON.parse(JSON.stringify(result))
  } catch (error) {
    throw invalid(`The patch cannot be applied: ${error instanceof Error ? error.message : String(error)}`)
  }
}
