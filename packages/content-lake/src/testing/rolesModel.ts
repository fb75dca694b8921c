import {publishedIdOf, releaseOfVersion} from '../documentIds.ts'
import {applyAction} from '../documents/actions.ts'
import {applyMutation} from '../documents/applyMutation.ts'
import {parseMutation} from '../documents/parseMutations.ts'
import {dryRunsOf} from '../documents/releaseActions.ts'
import {TransactionError} from '../documents/TransactionError.ts'
import {Workspace} from '../documents/Workspace.ts'
import {finish} from '../documents/work.ts'
import {StepBudget} from '../query/limits/StepBudget.ts'
import type {Grant, RefusalRule} from '../roles/definitions.ts'
import {DocumentStore} from '../store/DocumentStore.ts'
import type {DocumentAction, JsonObject, LakeDocument} from '../types.ts'

export interface GrantModel {
  grant: Grant
  holds: (document: LakeDocument, user: string) => boolean
}

export interface RefusalModel {
  rule: RefusalRule
  holds: (root: LakeDocument, before: LakeDocument | null, after: LakeDocument | null, user: string) => boolean
}

export interface RoleModel {
  grants: readonly GrantModel[]
  refusals: readonly RefusalModel[]
}

/** A user by their id and roles; one without roles is restricted by none. */
export interface UserModel {
  id: string
  roles: readonly RoleModel[] | undefined
}

type World = ReadonlyMap<string, LakeDocument>
export interface Change {
  id: string
  before: LakeDocument | null
  after: LakeDocument | null
}

const isUnpublished = (id: string) => /^(drafts|versions)\./.test(id)
const granted = (role: RoleModel, permission: Grant['permissions'][number], document: LakeDocument, user: UserModel) =>
  role.grants.some(({grant, holds}) => grant.permissions.includes(permission) && holds(document, user.id))

export const allows = (user: UserModel, permission: Grant['permissions'][number], document: LakeDocument): boolean =>
  user.roles?.some((role) => granted(role, permission, document, user)) ?? true

/** Public documents are readable for all, others through a role. */
export const sees = (user: UserModel, document: LakeDocument): boolean =>
  !document._id.includes('.') || allows(user, 'read', document)

function refused(user: UserModel, change: Change, world: World): boolean {
  const {id, after} = change
  if (!user.roles || (!after && isUnpublished(id))) return false
  const states = [change.before, after].filter((state) => state !== null)
  const permission = change.before ? 'update' : 'create'
  const published = isUnpublished(id) ? world.get(publishedIdOf(id)) : undefined
  const before = change.before ?? (published && sees(user, published) ? published : null)
  const forbids = ({refusals}: RoleModel) =>
    refusals.some(({holds}) => {
      const root = after ?? before
      if (root && holds(root, before, after, user.id)) return true
      return before && after && holds(before, before, after, user.id) && !holds(before, before, before, user.id)
    })
  const grants = (role: RoleModel, state: LakeDocument) => granted(role, permission, state, user)
  const concerned = user.roles.filter((role) => states.some((state) => grants(role, state)))
  return (
    concerned.some(forbids) && !concerned.some((role) => states.every((state) => grants(role, state)) && !forbids(role))
  )
}

function isAllowed(user: UserModel, change: Change, all: readonly Change[], world: World): boolean {
  const {id, before, after} = change
  const base = all.find((other) => isUnpublished(id) && other.id === publishedIdOf(id))?.after
  const published = [base, isUnpublished(id) ? world.get(publishedIdOf(id)) : undefined]
  const types = (before ? [before] : published).flatMap((state) => (state && sees(user, state) ? state._type : []))
  if (after && types.some((type) => type !== after._type)) return false
  const states = [before, after].filter((state) => state !== null)
  if (!states.every((state) => allows(user, before ? 'update' : 'create', state))) return false
  return !refused(user, change, world)
}

export type Request = {mutations: JsonObject[]} | {actions: DocumentAction[]}

interface Circumstances {
  world: World
  transactionId: string
  /** The last state of a document, also of a deleted one. */
  lastState: (id: string) => LakeDocument | undefined
  dryRun?: boolean
}

/**
 * Returns the changes of a request if its author may make all of them; undefined if it fails. Whoever schedules a release
 * needs to be allowed to publish it at that moment.
 */
export function allowedChanges(request: Request, user: UserModel, circumstances: Circumstances): Change[] | undefined {
  const {world, dryRun = false} = circumstances
  const isPublishable = ({before, publication}: {before: DocumentAction[]; publication: DocumentAction}) =>
    allowedChanges({actions: [...before, publication]}, user, circumstances) !== undefined
  if ('actions' in request && !dryRun && !Array.from(dryRunsOf(request.actions)).every(isPublishable)) return undefined
  const changes = changesOf(request, user, circumstances)
  return changes?.every((change) => isAllowed(user, change, changes, world)) ? changes : undefined
}

/**
 * Returns the changes of a request whose author may do everything, on the documents that they can see; undefined if it
 * fails. From the lake come only this, how each mutation and action works, and what a schedule will publish (`dryRunsOf`).
 */
function changesOf(
  request: Request,
  user: UserModel,
  {world, transactionId, lastState, dryRun: isDryRun = false}: Circumstances,
): Change[] | undefined {
  const seen = Array.from(world.values()).filter((document) => sees(user, document))
  const author = {
    canRead: (document: LakeDocument) => sees(user, document),
    denied: () => new TransactionError(403, 'x', 'x'),
  }
  const workspace = new Workspace(new DocumentStore(seen), {
    author,
    transactionId,
    timestamp: '2026-01-01T00:00:00Z',
    time: new StepBudget(Number.POSITIVE_INFINITY),
  })
  const select = ({query = ''}: {query?: string}) =>
    Array.from(workspace.all(), ({_id}) => _id).filter((id) => {
      const document = workspace.get(id)
      return document !== null && QUERIES.get(query)?.(document) === true
    })
  try {
    if ('actions' in request)
      for (const action of request.actions)
        finish(applyAction(workspace, {action, followers: []}, {userId: user.id, lastState, isDryRun}))
    else for (const value of request.mutations) finish(applyMutation(workspace, parseMutation(value), select))
  } catch (error) {
    if (error instanceof TransactionError) return undefined
    throw error
  }
  const isHidden = (id: string) => {
    const stored = world.get(id)
    return stored !== undefined && !sees(user, stored)
  }
  const isLocked = (id: string) => {
    const release = `_.releases.${releaseOfVersion(id)}`
    return isHidden(release) && world.get(release)?.state !== 'active'
  }
  const isWhole = ({actionType, releaseId}: DocumentAction) =>
    isDryRun ||
    !/release\.(publish|archive)$/.test(actionType) ||
    !Array.from(world.keys()).some((id) => releaseOfVersion(id) === releaseId && isHidden(id))
  if ('actions' in request && !request.actions.every(isWhole)) return undefined
  // Also what came and went again within the request: it was written over something that is not to be seen.
  return workspace.results.some(({id}) => isHidden(id) || isLocked(id)) ? undefined : workspace.changes
}

/** The queries of deletes and patches, and their meaning. */
export const QUERIES: ReadonlyMap<string, (document: LakeDocument) => boolean> = new Map([
  ['*[_type == "page"]', ({_type}) => _type === 'page'],
  ['*[kind == "fixed"]._id', ({kind}) => kind === 'fixed'],
  ['*[_id in path("drafts.**")]', ({_id}) => _id.startsWith('drafts.')],
])
