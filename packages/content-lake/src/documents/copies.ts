import {isJsonObject} from '../json.ts'
import type {DocumentInput, JsonValue, LakeDocument} from '../types.ts'
import {parseDocument} from './parseMutations.ts'

export function copyOf(document: LakeDocument, id: string): DocumentInput {
  const {_rev, _updatedAt, _system, ...content} = document
  return {...content, _id: id}
}

/** The published document that a draft or version becomes, replacing the one of before. */
export function publishedCopyOf(document: LakeDocument, id: string, published: LakeDocument | null): DocumentInput {
  const {_rev, _updatedAt, _system, ...fields} = parseDocument(strengthenReferences({...document}))
  return {...fields, _id: id, _createdAt: published?._createdAt ?? document._createdAt}
}

/**
 * Makes references strong that were weak only because their target was unpublished, unless the schema wants them weak.
 */
function strengthenReferences(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(strengthenReferences)
  if (!isJsonObject(value)) return value
  const {_strengthenOnPublish: note, ...rest} = value
  if (isJsonObject(note) && note.weak !== true) delete rest._weak
  return Object.fromEntries(Object.entries(rest).map(([name, item]) => [name, strengthenReferences(item)]))
}
