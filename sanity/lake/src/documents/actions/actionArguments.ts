import type {DocumentAction, DocumentInput, LakeDocument} from '../../types.ts'
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

export const documentArgument = (action: DocumentAction, name: string): DocumentInput => parseDocument(action[name])

export function existing(workspace: Workspace, id: string): LakeDocument {
  const document = workspace.get(id)
  if (!document) throw documentNotFound(id)
  return document
}

/** The content of a document, to be stored under another id. */
export function copyOf(document: LakeDocument, id: string): DocumentInput {
  const {_rev, _updatedAt, _system, ...content} = document
  return {...content, _id: id}
}
