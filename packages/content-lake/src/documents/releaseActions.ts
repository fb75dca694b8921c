import {isDeepStrictEqual} from 'node:util'
import {
  draftIdOf,
  isPublicId,
  isReleaseId,
  isValidId,
  publishedIdOf,
  releaseIdOf,
  releaseOfVersion,
} from '../documentIds.ts'
import {isRecord} from '../json.ts'
import {isUnpublishing} from '../query/perspective.ts'
import type {DocumentAction, DocumentInput, JsonObject, JsonValue, LakeDocument, ReleaseRule} from '../types.ts'
import {copyOf, create, createOrReplace, patch, publishedCopyOf, remove} from './applyMutation.ts'
import {parseDocument, parsePatchOf, storedTime} from './parseMutations.ts'
import {alreadyExists, invalid, TransactionError} from './TransactionError.ts'
import type {Workspace} from './Workspace.ts'
import type {Work} from './work.ts'

export interface ReleaseContext {
  /** The author of the actions. */
  userId: string
  /** Returns the last state of a document, also of a deleted one. */
  lastState(id: string): LakeDocument | undefined
  /** Returns whether the author may bring a removed version back with its release; any if undefined. */
  mayRestore?: (version: LakeDocument, release: LakeDocument) => boolean
  /** Returns why the release may not be published; undefined if it may. */
  rule?: ReleaseRule | undefined
  /** The time of publishing by which the rule judges; now unless it is still to come. */
  at?: Date | undefined
  /**
   * Checks the release alone, not its documents: the Studio asks once whether somebody may publish releases at all, and
   * keeps the answer for all of them.
   */
  isDryRun?: boolean
}

interface DryRun {
  /** The actions before the schedule. */
  before: DocumentAction[]
  /** The publication of the release, in place of the schedule. */
  publication: DocumentAction
  /** The time of publishing. */
  at: Date
}

/** Yields a dry run for each release that the actions schedule. A generator, as a whole request may have 50 million actions. */
export function* dryRunsOf(actions: readonly DocumentAction[]): Generator<DryRun> {
  for (const [index, {actionType, releaseId, publishAt}] of actions.entries()) {
    // Without the id, or a time that can be read, the schedule itself is refused, which says more.
    if (actionType !== 'sanity.action.release.schedule' || releaseId === undefined) continue
    const time = storedTime(String(publishAt))
    if (time === undefined) continue
    const publication = {actionType: 'sanity.action.release.publish', releaseId}
    yield {before: actions.slice(0, index), publication, at: new Date(time)}
  }
}

/** Puts a release whose publication was refused back to active, with the reason. */
export function failRelease(workspace: Workspace, id: string, message: string): void {
  const {publishAt, ...release} = workspace.existing(id)
  createOrReplace(workspace, {...release, state: 'active', error: {message}})
}

type ApplyReleaseAction = (workspace: Workspace, action: DocumentAction, context: ReleaseContext) => Work | undefined

const VALID_NAME = /^[a-zA-Z0-9_-]{1,64}$/
const TAKEN_NAMES = new Set(['drafts', 'published', 'raw', 'previewDrafts'])
const TYPE = 'system.release'
const TYPES = new Set(['asap', 'scheduled', 'undecided'])
const DEFAULTS = {title: '', description: '', releaseType: 'undecided'}

const createRelease: ApplyReleaseAction = (workspace, action, {userId}) => {
  const name = validName(action)
  const _id = releaseIdOf(name)
  if (workspace.read(_id)) throw alreadyExists(_id)
  const metadata = metadataOf(action.metadata)
  create(workspace, {_id, _type: TYPE, name, state: 'active', userId, metadata})
}

function metadataOf(given: JsonValue = {}): JsonObject {
  if (!isRecord(given)) throw invalid('"metadata" of a release has to be an object')
  const metadata = {...DEFAULTS, ...given}
  requireMetadata(metadata)
  return metadata
}

/** The states of hosted Sanity: those of a release that is over, and all others. */
const OVER = new Set(['archived', 'published'])
const STATES = new Set([...OVER, 'active', 'scheduled', 'scheduling', 'publishing', 'archiving', 'unarchiving'])

/**
 * Takes over a release of another dataset, as `sanity dataset import` does with each; its versions come in requests of
 * their own. So none is scheduled: nobody has judged the versions here, and the schedule would keep them out. The time
 * stays as what was intended.
 */
const importRelease: ApplyReleaseAction = (workspace, action, {userId}) => {
  const name = validName(action)
  const _id = releaseIdOf(name)
  const {ifExists = 'fail'} = action
  if (ifExists !== 'fail' && ifExists !== 'ignore' && ifExists !== 'replace')
    throw invalid('"ifExists" has to be fail, ignore or replace')
  if (action.attributes !== undefined && action.document !== undefined)
    throw invalid('A release is imported as "attributes" or as "document", and not as both')
  const {publishAt, error: _error, ...given} = parseDocument(action.attributes ?? action.document)
  if (given._id !== _id || given._type !== TYPE || given.name !== name)
    throw invalid(
      `What is imported as the release "${name}" has to have its _id, "${_id}", the _type "${TYPE}", and its name`,
    )
  const {state} = given
  if (typeof state !== 'string' || !STATES.has(state))
    throw invalid(`The "state" of a release has to be one of ${[...STATES].join(', ')}`)
  const metadata = metadataOf(given.metadata)
  const intended: JsonObject = publishAt === undefined ? {} : {intendedPublishAt: timeOf('publishAt', publishAt)}
  const release = OVER.has(state)
    ? {...given, userId, metadata}
    : {...given, userId, state: 'active', metadata: {...metadata, ...intended}}
  if (!workspace.read(_id)) create(workspace, release)
  else if (ifExists === 'fail') throw alreadyExists(_id)
  else if (ifExists === 'replace') createOrReplace(workspace, release)
}

/** Only the metadata is the editors' own. */
const editRelease: ApplyReleaseAction = (workspace, action) => {
  const before = inState(workspace, action, ['active', 'scheduled'])
  if (!isRecord(action.patch)) throw invalid(`The action "${action.actionType}" needs a patch`)
  patch(workspace, before._id, parsePatchOf([before._id], action.patch))
  const after = workspace.existing(before._id)
  const {metadata: _before, _rev: _1, _updatedAt: _2, ...fixed} = before
  const {metadata, _rev: _3, _updatedAt: _4, ...left} = after
  if (!isDeepStrictEqual(fixed, left)) throw invalid('Only the "metadata" of a release can be edited')
  if (!isRecord(metadata)) throw invalid('"metadata" of a release has to be an object')
  requireMetadata(metadata)
}

function requireMetadata({releaseType, intendedPublishAt}: JsonObject): void {
  if (typeof releaseType !== 'string' || !TYPES.has(releaseType))
    throw invalid(`"releaseType" has to be one of ${[...TYPES].join(', ')}`)
  if (intendedPublishAt !== undefined && intendedPublishAt !== null) timeOf('intendedPublishAt', intendedPublishAt)
}

const scheduleRelease: ApplyReleaseAction = (workspace, action, {userId}) => {
  const {error: _error, ...release} = inState(workspace, action, ['active', 'scheduled'])
  const publishAt = timeOf('publishAt', action.publishAt)
  createOrReplace(workspace, {...release, state: 'scheduled', publishAt, userId})
}

const unscheduleRelease: ApplyReleaseAction = (workspace, action) => {
  const {publishAt: _publishAt, ...release} = inState(workspace, action, ['scheduled'])
  createOrReplace(workspace, {...release, state: 'active'})
}

/** Publishes all versions and unpublishes what is marked so, in this transaction. */
const publishRelease: ApplyReleaseAction = function* (workspace, action, {rule, at, isDryRun}) {
  const {error: _error, ...release} = inState(workspace, action, ['active', 'scheduled'])
  const versions = isDryRun ? [] : readableVersions(workspace, release)
  if (rule) requirePublishable(workspace, versions, {rule, at})
  for (const version of versions) {
    publishVersion(workspace, version)
    yield
  }
  const publishedAt = workspace.timestamp
  createOrReplace(workspace, {...release, state: 'published', publishedAt, finalDocumentStates: statesOf(versions)})
}

function requirePublishable(
  workspace: Workspace,
  versions: readonly LakeDocument[],
  {rule, at}: {rule: ReleaseRule; at: Date | undefined},
): void {
  const published = Array.from(workspace.all()).filter(({_id}) => isPublicId(_id))
  const unpublishes = versions.filter(isUnpublishing).map(({_id}) => publishedIdOf(_id))
  const publishes = versions
    .filter((version) => !isUnpublishing(version))
    .map((version) => ({...version, _id: publishedIdOf(version._id)}))
  const now = new Date()
  const refusal = rule({published, publishes, unpublishes, at: at && at > now ? at : now})
  if (refusal !== undefined) throw invalid(refusal)
}

function publishVersion(workspace: Workspace, version: LakeDocument): void {
  // Stored when such ids were still accepted.
  if (!isValidId(version._id)) throw invalid(`"${version._id}" is not a valid document ID; discard this version`)
  const id = publishedIdOf(version._id)
  const draftId = draftIdOf(id)
  const published = workspace.read(id)
  const draft = workspace.read(draftId)
  if (isUnpublishing(version)) {
    if (published && !draft) create(workspace, copyOf(published, draftId))
    remove(workspace, id)
  } else {
    // A draft with other content is somebody's work.
    if (draft && isDeepStrictEqual(contentOf(draft), contentOf(version))) remove(workspace, draftId)
    createOrReplace(workspace, publishedCopyOf(version, id, published))
  }
  remove(workspace, version._id)
}

const contentOf = ({_id, _rev, _createdAt, _updatedAt, _system, ...content}: LakeDocument): object => content

/** Takes the versions away, kept in the history. */
const archiveRelease: ApplyReleaseAction = function* (workspace, action, {lastState, isDryRun}) {
  const release = inState(workspace, action, ['active'])
  const versions = isDryRun ? [] : readableVersions(workspace, release)
  for (const version of versions) {
    const {_id, _rev} = version
    // The history holds what a transaction leaves, and nothing of a version that is made and taken away in one.
    const known = _rev === workspace.transactionId ? lastState(_id) : version
    if (!known || !isDeepStrictEqual(restoredContent(known), restoredContent(version)))
      throw invalid(`"${_id}" was changed in the same request: archive its release in one of its own`)
    remove(workspace, _id)
    yield
  }
  createOrReplace(workspace, {...release, state: 'archived', finalDocumentStates: statesOf(versions)})
}

const unarchiveRelease: ApplyReleaseAction = function* (workspace, action, {lastState, mayRestore, isDryRun}) {
  const {finalDocumentStates, ...release} = inState(workspace, action, ['archived'])
  const states = Array.isArray(finalDocumentStates) && !isDryRun ? finalDocumentStates : []
  const ids = states.flatMap((state) => (isRecord(state) && typeof state.id === 'string' ? state.id : []))
  for (const id of ids) {
    // An import may have written anything there.
    if (releaseOfVersion(id) !== release.name) throw invalid(`"${id}" is no version of "${nameOf(action)}"`)
    const state = lastState(id)
    if (!state || mayRestore?.(state, release) === false)
      throw invalid(`The history no longer has all versions of "${nameOf(action)}"`)
    createOrReplace(workspace, restoredContent(state))
    yield
  }
  createOrReplace(workspace, {...release, state: 'active'})
}

/** The part of a version that unarchiving restores, with its mark for unpublishing. */
const restoredContent = ({_rev, _updatedAt, ...version}: LakeDocument): DocumentInput => version

const deleteRelease: ApplyReleaseAction = (workspace, action) => {
  remove(workspace, inState(workspace, action, ['archived', 'published'])._id)
}

const known = (apply: ApplyReleaseAction, ...fields: string[]) => ({apply, fields: ['releaseId', ...fields]})

/** By `actionType`, with the fields that clients send. */
export const RELEASE_ACTIONS: ReadonlyMap<string, ReturnType<typeof known>> = new Map([
  ['sanity.action.release.create', known(createRelease, 'metadata')],
  ['sanity.action.release.edit', known(editRelease, 'patch')],
  ['sanity.action.release.schedule', known(scheduleRelease, 'publishAt')],
  ['sanity.action.release.unschedule', known(unscheduleRelease)],
  ['sanity.action.release.publish', known(publishRelease)],
  ['sanity.action.release.archive', known(archiveRelease)],
  ['sanity.action.release.unarchive', known(unarchiveRelease)],
  ['sanity.action.release.delete', known(deleteRelease)],
  ['sanity.action.release.import', known(importRelease, 'attributes', 'document', 'ifExists')],
])

/** The name of a release that is to be made. */
function validName(action: DocumentAction): string {
  const name = nameOf(action)
  if (!VALID_NAME.test(name) || TAKEN_NAMES.has(name)) throw invalid(`"${name}" is not a valid name of a release`)
  return name
}

function nameOf({actionType, releaseId}: DocumentAction): string {
  if (typeof releaseId !== 'string' || releaseId === '') throw invalid(`The action "${actionType}" needs "releaseId"`)
  return isReleaseId(releaseId) ? releaseId.slice(releaseIdOf('').length) : releaseId
}

/** The release, in a state that allows the action. */
function inState(workspace: Workspace, action: DocumentAction, states: readonly string[]): LakeDocument {
  const release = workspace.existing(releaseIdOf(nameOf(action)))
  if (states.includes(String(release.state))) return release
  const description = `The action "${action.actionType}" needs a release that is ${states.join(' or ')}; "${nameOf(action)}" is ${String(release.state)}`
  throw invalid(description)
}

/** All versions. Throws if the author may not read one: nothing is published or archived in part. */
function readableVersions(workspace: Workspace, release: LakeDocument): LakeDocument[] {
  const versions = workspace.versionsOf(String(release.name))
  if (versions.every((version) => workspace.canRead(version))) return versions
  const description = `The release "${String(release.name)}" contains documents that its author may not read`
  throw new TransactionError(403, 'insufficientPermissionsError', description, {permission: 'read', id: release._id})
}

const statesOf = (versions: readonly LakeDocument[]): JsonObject[] => versions.map(({_id}) => ({_key: _id, id: _id}))

/** A time in the lake's format. */
function timeOf(name: string, value: unknown): string {
  const time = typeof value === 'string' ? storedTime(value) : undefined
  if (time === undefined) throw invalid(`"${name}" has to be a point in time in ISO 8601`)
  return time
}
