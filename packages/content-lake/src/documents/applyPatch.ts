import {Mutation as Patcher} from '@sanity/mutator'
import {sizeOf} from '../store/sizeOf.ts'
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

/** `..a`, `list[*]`, `list[0:100]`: the mutator tries very many ways for some of them. */
const WIDE_PATH = /\.\.|\*|\[[^\]"]*[:,]/
/** Characters of JSON. */
const LARGE = 128 * 1024

/** Whether a patch names places one by one in a document of usual size, and so takes no time worth watching. */
export function isQuick(before: LakeDocument, edits: PatchOperations): boolean {
  const {set, setIfMissing, unset = [], inc, dec, insert, diffMatchPatch} = edits
  const paths = [set, setIfMissing, inc, dec, diffMatchPatch].flatMap((values) => Object.keys(values ?? {}))
  const places = Object.values(insert ?? {}).filter((place) => typeof place === 'string')
  if ([...paths, ...unset, ...places].some((path) => WIDE_PATH.test(path))) return false
  return paths.length + unset.length < 1000 && sizeOf(before) < LARGE
}
