import type {DocumentAction} from '../../types.ts'
import {create, createOrReplace, patch, remove} from '../applyMutation.ts'
import {draftIdOf} from '../documentIds.ts'
import {isJsonObject, isStringList} from '../json.ts'
import {parseDocument} from '../parseMutations.ts'
import {parsePatch} from '../parsePatch.ts'
import {alreadyExists, documentNotFound, invalid, requireRevision} from '../Refusal.ts'
import type {Workspace} from '../Workspace.ts'
import {copyOf, documentArgument, existing, optionalText, publishedId, text, unpublishedId} from './actionArguments.ts'
import {strengthenReferences} from './strengthenReferences.ts'

type ApplyAction = (workspace: Workspace, action: DocumentAction) => void

/** Starts a document as a draft. */
export const createDocument: ApplyAction = (workspace, action) => {
  const attributes = documentArgument(action, 'attributes')
  const ids = [attributes._id, publishedId(action, attributes._id)].filter((id) => id !== undefined)
  const taken = ids.find((id) => workspace.see(id))
  if (taken === undefined) create(workspace, attributes)
  else if (action.ifExists !== 'ignore') throw alreadyExists(taken)
}

/** Edits the draft, which starts as a copy of what is published. */
export const editDocument: ApplyAction = (workspace, action) => {
  const draftId = unpublishedId(action, 'draftId')
  const published = publishedId(action, draftId)
  if (!workspace.see(draftId)) create(workspace, copyOf(existing(workspace, published), draftId))
  const edits = Array.isArray(action.patch) ? action.patch : [action.patch]
  for (const edit of edits) {
    if (!isJsonObject(edit)) throw invalid(`The action "${action.actionType}" needs a patch`)
    patch(workspace, draftId, parsePatch(edit))
  }
}

/** Puts the draft in the place of what is published. */
export const publishDocument: ApplyAction = (workspace, action) => {
  const draft = existing(workspace, unpublishedId(action, 'draftId'))
  const id = publishedId(action, draft._id)
  const published = workspace.see(id)
  requireRevision(draft._id, draft._rev, optionalText(action, 'ifDraftRevisionId'))
  requireRevision(id, published?._rev, optionalText(action, 'ifPublishedRevisionId'))
  const content = parseDocument(strengthenReferences({...draft}))
  const {_rev, _updatedAt, _system, ...fields} = content
  createOrReplace(workspace, {...fields, _id: id, _createdAt: published?._createdAt ?? draft._createdAt})
  remove(workspace, draft._id)
}

/** Takes a document off the site; it lives on as a draft. */
export const unpublishDocument: ApplyAction = (workspace, action) => {
  const draftId = action.draftId === undefined ? undefined : unpublishedId(action, 'draftId')
  const published = existing(workspace, publishedId(action, draftId))
  const keptId = draftId ?? draftIdOf(published._id)
  if (!workspace.see(keptId)) create(workspace, copyOf(published, keptId))
  remove(workspace, published._id)
}

/** Drops a draft or a version. */
export const discardVersion: ApplyAction = (workspace, action) => {
  const id = unpublishedId(action, action.versionId === undefined ? 'draftId' : 'versionId')
  remove(workspace, existing(workspace, id)._id)
}

/** Deletes a document together with the drafts that are named. */
export const deleteDocument: ApplyAction = (workspace, action) => {
  const drafts = isStringList(action.includeDrafts) ? action.includeDrafts : []
  const published = publishedId(action, ...drafts)
  const ids = [...drafts, published].filter((id) => workspace.see(id))
  if (ids.length === 0) throw documentNotFound(published)
  for (const id of ids) remove(workspace, id)
}

/** Replaces a draft by other content, such as an earlier revision. */
export const replaceDraft: ApplyAction = (workspace, action) => {
  const attributes = documentArgument(action, 'attributes')
  publishedId(action, attributes._id)
  createOrReplace(workspace, attributes)
}

/** Adds a version to a release: a document of its own, or a copy. */
export const createVersion: ApplyAction = (workspace, action) => {
  if (action.document !== undefined) {
    const document = documentArgument(action, 'document')
    if (action.publishedId !== undefined) publishedId(action, document._id)
    create(workspace, document)
    return
  }
  const base = existing(workspace, text(action, 'baseId'))
  requireRevision(base._id, base._rev, optionalText(action, 'ifBaseRevisionId'))
  const versionId = unpublishedId(action, 'versionId')
  publishedId(action, versionId, base._id)
  create(workspace, copyOf(base, versionId))
}

export const replaceVersion: ApplyAction = (workspace, action) => {
  createOrReplace(workspace, documentArgument(action, 'document'))
}

/** Marks a version, so that publishing its release takes the document off the site. */
export const unpublishVersion: ApplyAction = (workspace, action) => {
  const versionId = unpublishedId(action, 'versionId')
  const published = publishedId(action, versionId)
  const base = workspace.see(versionId) ?? existing(workspace, published)
  createOrReplace(workspace, {...copyOf(base, versionId), _system: {delete: true}})
}
