import type {DocumentAction, DocumentInput, LakeDocument} from '../../types.ts'
import {isUnpublishedId, publishedIdOf} from '../documentIds.ts'
import {parseDocument} from '../parseMutations.ts'
import {documentNotFound, invalid} from '../Refusal.ts'
import type {Workspace} from '../Workspace.ts'

/** An argument that has to be there. */
export function text(action: DocumentAction, name: string): string {
  const value = action[name]
  if (typeof value !== 'string' || value === '') throw invalid(`The action "${action.actionType}" needs "${name}"`)
  return value
}

export function optionalText(action: DocumentAction, name: string): string | undefined {
  const value = action[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The draft or version that an action is about. */
export function unpublishedId(action: DocumentAction, name: string): string {
  const id = text(action, name)
  if (isUnpublishedId(id)) return id
  throw invalid(`"${name}" of the action "${action.actionType}" has to be the id of a draft or a version, not "${id}"`)
}

/**
 * The published id that an action is about. Whichever other ids it names belong to the same document: nothing is copied
 * from one document over another.
 */
export function publishedId(action: DocumentAction, ...others: (string | undefined)[]): string {
  const id = text(action, 'publishedId')
  const stranger = isUnpublishedId(id) ? id : others.find((other) => other !== undefined && publishedIdOf(other) !== id)
  if (stranger === undefined) return id
  throw invalid(`The action "${action.actionType}" is about "${id}", which "${stranger}" does not belong to`)
}

export const documentArgument = (action: DocumentAction, name: string): DocumentInput => parseDocument(action[name])

export function existing(workspace: Workspace, id: string): LakeDocument {
  const document = workspace.see(id)
  if (!document) throw documentNotFound(id)
  return document
}

/** The content of a document, to be stored under another id. */
export function copyOf(document: LakeDocument, id: string): DocumentInput {
  const {_rev, _updatedAt, _system, ...content} = document
  return {...content, _id: id}
}
