import {draftIdOf, isUnpublishedId, publishedIdOf} from '../documentIds.ts'
import {isRecord, isStringList} from '../json.ts'
import type {DocumentAction, DocumentInput} from '../types.ts'
import {
  copyOf,
  create,
  createOrReplace,
  type PatchOfStep,
  patchInSteps,
  publishedCopyOf,
  remove,
} from './applyMutation.ts'
import {parseDocument, parsePatchOf, parseRevision, refusePurge, requireKnownFields} from './parseMutations.ts'
import {RELEASE_ACTIONS, type ReleaseContext} from './releaseActions.ts'
import {alreadyExists, documentNotFound, invalid, requireRevision, TransactionError} from './TransactionError.ts'
import type {Workspace} from './Workspace.ts'
import type {Work} from './work.ts'

/** Applies an action; one that changes a whole release, a version at a step. */
export function* applyAction(workspace: Workspace, {action, followers}: JoinedAction, context: ReleaseContext): Work {
  const {actionType} = action
  const ofRelease = RELEASE_ACTIONS.get(actionType)
  if (ofRelease) {
    requireKnownFields(action, ofRelease.fields)
    yield* workspace.writeReleases(() => ofRelease.apply(workspace, action, context))
    return
  }
  const ofDocument = DOCUMENT_ACTIONS.get(actionType)
  if (!ofDocument)
    throw new TransactionError(400, 'unsupportedActionError', `The lake does not know the action "${actionType}"`)
  requireKnownFields(action, ofDocument.fields)
  refusePurge(action)
  yield* ofDocument.apply(workspace, action, followers) ?? []
}

/** An action, and the edits of the same document that follow it. */
interface JoinedAction {
  action: DocumentAction
  followers: DocumentAction[]
}

/**
 * Joins edits of one document that follow each other, in the place of the first: a long text pasted in the Studio is
 * thousands, and each would write the whole document.
 */
export function joinEdits(actions: readonly DocumentAction[]): (JoinedAction | undefined)[] {
  let last: JoinedAction | undefined
  return actions.map((action) => {
    const isEdit = action.actionType === EDIT && last?.action.actionType === EDIT
    if (last && isEdit && last.action.draftId === action.draftId && last.action.publishedId === action.publishedId) {
      last.followers.push(action)
      return undefined
    }
    last = {action, followers: []}
    return last
  })
}

const EDIT = 'sanity.action.document.edit'
const EDIT_FIELDS = ['draftId', 'publishedId', 'patch']

type ApplyAction = (workspace: Workspace, action: DocumentAction, followers: DocumentAction[]) => Work | undefined

const createDocument: ApplyAction = (workspace, action) => {
  const {ifExists = 'fail'} = action
  if (ifExists !== 'fail' && ifExists !== 'ignore') throw invalid('"ifExists" has to be fail or ignore')
  const attributes = documentArgument(action, 'attributes')
  const published = publishedId(action, attributes._id)
  if (workspace.read(published)) throw alreadyExists(published)
  if (!workspace.read(attributes._id)) create(workspace, attributes)
  else if (ifExists === 'fail') throw alreadyExists(attributes._id)
}

const editDocument: ApplyAction = (workspace, action, followers) => {
  const draftId = unpublishedId(action, 'draftId')
  const published = publishedId(action, draftId)
  if (!workspace.read(draftId)) create(workspace, copyOf(workspace.existing(published), draftId))
  const {step: start} = workspace
  const patches: PatchOfStep[] = []
  for (const [index, each] of [action, ...followers].entries()) {
    workspace.step = start + index
    requireKnownFields(each, EDIT_FIELDS)
    for (const edit of Array.isArray(each.patch) ? each.patch : [each.patch]) {
      if (!isRecord(edit)) throw invalid(`The action "${action.actionType}" needs a patch`)
      patches.push({step: workspace.step, patch: parsePatchOf([draftId, published], edit)})
    }
  }
  return patches.length > 0 ? patchInSteps(workspace, draftId, patches) : undefined
}

const publishDocument: ApplyAction = (workspace, action) => {
  const draft = workspace.existing(unpublishedId(action, 'draftId'))
  const id = publishedId(action, draft._id)
  const published = workspace.read(id)
  requireRevision(draft._id, draft._rev, revisionArgument(action, 'ifDraftRevisionId'))
  requireRevision(id, published?._rev, revisionArgument(action, 'ifPublishedRevisionId'))
  createOrReplace(workspace, publishedCopyOf(draft, id, published))
  remove(workspace, draft._id)
}

const unpublishDocument: ApplyAction = (workspace, action) => {
  const draftId = action.draftId === undefined ? undefined : unpublishedId(action, 'draftId')
  const published = workspace.existing(publishedId(action, draftId))
  const keptId = draftId ?? draftIdOf(published._id)
  if (!workspace.read(keptId)) create(workspace, copyOf(published, keptId))
  remove(workspace, published._id)
}

const discardVersion: ApplyAction = (workspace, action) => {
  const id = unpublishedId(action, action.versionId === undefined ? 'draftId' : 'versionId')
  remove(workspace, workspace.existing(id)._id)
}

const deleteDocument: ApplyAction = (workspace, action) => {
  const {includeDrafts: drafts = []} = action
  if (!isStringList(drafts)) throw invalid('"includeDrafts" has to be a list of ids')
  const published = publishedId(action, ...drafts)
  const draftId = draftIdOf(published)
  // The draft would stay behind as a new document, which the client has not seen.
  if (!drafts.includes(draftId) && workspace.read(draftId))
    throw invalid(`"${published}" has a draft that "includeDrafts" does not name: "${draftId}"`)
  const ids = [...drafts, published].filter((id) => workspace.read(id))
  if (ids.length === 0) throw documentNotFound(published)
  for (const id of ids) remove(workspace, id)
}

/** Replaces a draft, for example by an earlier revision. A document that was deleted meanwhile stays deleted. */
const replaceDraft: ApplyAction = (workspace, action) => {
  const attributes = documentArgument(action, 'attributes')
  const published = publishedId(action, attributes._id)
  if (!workspace.read(attributes._id)) workspace.existing(published)
  createOrReplace(workspace, attributes)
}

/** Creates a draft or a version: the Studio sends it as `document`, the App SDK as `attributes`. */
const createVersion: ApplyAction = (workspace, action) => {
  const name = action.document === undefined ? 'attributes' : 'document'
  if (action[name] !== undefined) {
    requireKnownFields(action, ['publishedId', name])
    const document = documentArgument(action, name)
    if (action.publishedId !== undefined) publishedId(action, document._id)
    create(workspace, document)
    return
  }
  const base = workspace.existing(text(action, 'baseId'))
  requireRevision(base._id, base._rev, revisionArgument(action, 'ifBaseRevisionId'))
  const versionId = unpublishedId(action, 'versionId')
  publishedId(action, versionId, base._id)
  // By this the Studio knows whether a draft still says what was scheduled of it.
  create(workspace, {...copyOf(base, versionId), _system: {base: {id: base._id, rev: base._rev}}})
}

const replaceVersion: ApplyAction = (workspace, action) => {
  const document = documentArgument(action, 'document')
  workspace.existing(document._id)
  createOrReplace(workspace, document)
}

/** Marks a version so that publishing its release unpublishes the document. */
const unpublishVersion: ApplyAction = (workspace, action) => {
  const versionId = unpublishedId(action, 'versionId')
  const published = publishedId(action, versionId)
  const base = workspace.read(versionId) ?? workspace.existing(published)
  createOrReplace(workspace, {...copyOf(base, versionId), _system: {delete: true}})
}

const known = (apply: ApplyAction, ...fields: string[]) => ({apply, fields})

/** By `actionType`, with the fields that clients send. */
const DOCUMENT_ACTIONS: ReadonlyMap<string, ReturnType<typeof known>> = new Map([
  ['sanity.action.document.create', known(createDocument, 'publishedId', 'attributes', 'ifExists')],
  [EDIT, known(editDocument, ...EDIT_FIELDS)],
  [
    'sanity.action.document.publish',
    known(publishDocument, 'draftId', 'publishedId', 'ifDraftRevisionId', 'ifPublishedRevisionId'),
  ],
  ['sanity.action.document.unpublish', known(unpublishDocument, 'draftId', 'publishedId')],
  ['sanity.action.document.discard', known(discardVersion, 'draftId', 'purge')],
  ['sanity.action.document.delete', known(deleteDocument, 'publishedId', 'includeDrafts', 'purge')],
  ['sanity.action.document.replaceDraft', known(replaceDraft, 'publishedId', 'attributes')],
  [
    'sanity.action.document.version.create',
    known(createVersion, 'publishedId', 'document', 'attributes', 'baseId', 'versionId', 'ifBaseRevisionId'),
  ],
  ['sanity.action.document.version.discard', known(discardVersion, 'versionId', 'purge')],
  ['sanity.action.document.version.replace', known(replaceVersion, 'document')],
  ['sanity.action.document.version.unpublish', known(unpublishVersion, 'versionId', 'publishedId')],
])

/** A required string argument. */
function text(action: DocumentAction, name: string): string {
  const value = action[name]
  if (typeof value !== 'string' || value === '') throw invalid(`The action "${action.actionType}" needs "${name}"`)
  return value
}

const revisionArgument = (action: DocumentAction, name: string): string | undefined =>
  parseRevision(name, action[name]) || undefined

const unpublishedId = (action: DocumentAction, name: string): string =>
  requireUnpublished(action, name, text(action, name))

function requireUnpublished({actionType}: DocumentAction, name: string, id: string): string {
  if (isUnpublishedId(id)) return id
  throw invalid(`"${name}" of the action "${actionType}" has to be the id of a draft or a version, not "${id}"`)
}

/**
 * The published id of the action. Throws unless all other ids belong to the same document, so that nothing is copied
 * from one document over another.
 */
function publishedId(action: DocumentAction, ...others: (string | undefined)[]): string {
  const id = text(action, 'publishedId')
  const stranger = isUnpublishedId(id) ? id : others.find((other) => other !== undefined && publishedIdOf(other) !== id)
  if (stranger === undefined) return id
  throw invalid(`The action "${action.actionType}" is about "${id}", which "${stranger}" does not belong to`)
}

/** A draft or a version. */
function documentArgument(action: DocumentAction, name: string): DocumentInput & {_id: string} {
  const {_id = '', ...fields} = parseDocument(action[name])
  return {...fields, _id: requireUnpublished(action, `${name}._id`, _id)}
}
