import type {DocumentAction} from '../../types.ts'
import {create, createOrReplace, patch, remove} from '../applyMutation.ts'
import {draftIdOf} from '../documentIds.ts'
import {isJsonObject, isStringList} from '../json.ts'
import {parseDocument} from '../parseMutations.ts'
import {parsePatch} from '../parsePatch.ts'
import {alreadyExists, documentNotFound, invalid, requireRevision} from '../Refusal.ts'
import type {Workspace} from '../Workspace.ts'
import {copyOf, documentArgument, existing, optionalText, text} from './actionArguments.ts'
import {strengthenReferences} from './strengthenReferences.ts'

type ApplyAction = (workspace: Workspace, action: DocumentAction) => void

/** Starts a document as a draft. */
export const createDocument: ApplyAction = (workspace, action) => {
  const attributes = documentArgument(action, 'attributes')
  const ids = [attributes._id, text(action, 'publishedId')].filter((id) => id !== undefined)
  const taken = ids.find((id) => workspace.get(id))
  if (taken === undefined) create(workspace, attributes)
  else if (action.ifExists !== 'ignore') throw alreadyExists(taken)
}

/** Edits the draft, which starts as a copy of what is published. */
export const editDocument: ApplyAction = (workspace, action) => {
  const draftId = text(action, 'draftId')
  if (!workspace.get(draftId)) create(workspace, copyOf(existing(workspace, text(action, 'publishedId')), draftId))
  const edits = Array.isArray(action.patch) ? action.patch : [action.patch]
  for (const edit of edits) {
    if (!isJsonObject(edit)) throw invalid(`The action "${action.actionType}" needs a patch`)
    patch(workspace, draftId, parsePatch(edit))
  }
}

/** Puts the draft in the place of what is published. */
export const publishDocument: ApplyAction = (workspace, action) => {
  const draft = existing(workspace, text(action, 'draftId'))
  const publishedId = text(action, 'publishedId')
  const published = workspace.get(publishedId)
  requireRevision(draft._id, draft._rev, optionalText(action, 'ifDraftRevisionId'))
  requireRevision(publishedId, published?._rev, optionalText(action, 'ifPublishedRevisionId'))
  const content = parseDocument(strengthenReferences({...draft}))
  const {_rev, _updatedAt, _system, ...fields} = content
  createOrReplace(workspace, {...fields, _id: publishedId, _createdAt: published?._createdAt ?? draft._createdAt})
  remove(workspace, draft._id)
}

/** Takes a document off the site; it lives on as a draft. */
export const unpublishDocument: ApplyAction = (workspace, action) => {
  const published = existing(workspace, text(action, 'publishedId'))
  const draftId = optionalText(action, 'draftId') ?? draftIdOf(published._id)
  if (!workspace.get(draftId)) create(workspace, copyOf(published, draftId))
  remove(workspace, published._id)
}

/** Drops a draft or a version. */
export const discardVersion: ApplyAction = (workspace, action) => {
  const id = optionalText(action, 'versionId') ?? text(action, 'draftId')
  remove(workspace, existing(workspace, id)._id)
}

/** Deletes a document together with the drafts that are named. */
export const deleteDocument: ApplyAction = (workspace, action) => {
  const publishedId = text(action, 'publishedId')
  const drafts = isStringList(action.includeDrafts) ? action.includeDrafts : []
  const ids = [...drafts, publishedId].filter((id) => workspace.get(id))
  if (ids.length === 0) throw documentNotFound(publishedId)
  for (const id of ids) remove(workspace, id)
}

/** Replaces a draft by other content, such as an earlier revision. */
export const replaceDraft: ApplyAction = (workspace, action) => {
  createOrReplace(workspace, documentArgument(action, 'attributes'))
}

/** Adds a version to a release: a document of its own, or a copy. */
export const createVersion: ApplyAction = (workspace, action) => {
  if (action.document !== undefined) {
    create(workspace, documentArgument(action, 'document'))
    return
  }
  const base = existing(workspace, text(action, 'baseId'))
  requireRevision(base._id, base._rev, optionalText(action, 'ifBaseRevisionId'))
  create(workspace, copyOf(base, text(action, 'versionId')))
}

export const replaceVersion: ApplyAction = (workspace, action) => {
  createOrReplace(workspace, documentArgument(action, 'document'))
}

/** Marks a version, so that publishing its release takes the document off the site. */
export const unpublishVersion: ApplyAction = (workspace, action) => {
  const versionId = text(action, 'versionId')
  const base = workspace.get(versionId) ?? existing(workspace, text(action, 'publishedId'))
  createOrReplace(workspace, {...copyOf(base, versionId), _system: {delete: true}})
}
