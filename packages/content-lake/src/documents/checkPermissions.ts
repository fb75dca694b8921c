import type {Users} from '../access/Users.ts'
import {isUnpublishedId, publishedIdOf} from '../documentIds.ts'
import {readFilter} from '../roles/canRead.ts'
import type {StateChange} from '../roles/compileRules.ts'
import type {Permission} from '../roles/definitions.ts'
import type {DocumentStore} from '../store/DocumentStore.ts'
import type {Identity, JsonObject, LakeDocument} from '../types.ts'
import {TransactionError} from './TransactionError.ts'
import type {TransactionAuthor} from './transact.ts'
import type {Workspace, WorkspaceChange} from './Workspace.ts'

/** Deleting takes `update`, as in hosted Sanity and the Studio. */
const permissionFor = ({before}: StateChange): Permission => (before ? 'update' : 'create')

/** Whose rules are evaluated in one go. docs/limits.md lists it. */
const CHANGES_AT_ONCE = 100

/** The error for a change that somebody may not make. */
export function refusal(
  {roles = []}: Identity,
  {id, permission, description}: {id: string; permission: Permission; description: string},
  details: JsonObject = {},
): TransactionError {
  const known = {permission, id, roles: [...roles]}
  return new TransactionError(403, 'insufficientPermissionsError', description, {...known, ...details})
}

export function authorOf(identity: Identity, users: Users, store: DocumentStore): TransactionAuthor {
  const {roles} = users
  const canRead = readFilter(identity, {users})
  const titles = () => Array.from(roles.rolesOf(identity), ({title}) => title).join(', ')

  function denied(id: string, permission: Permission): TransactionError {
    const place = `${titles()}, document "${id}"`
    const description = `Insufficient permissions; permission "${permission}" required (${place})`
    return refusal(identity, {id, permission, description})
  }

  /** A new draft or version is compared with the published document, so that only differences count as changes. */
  function startOf(id: string): LakeDocument | null {
    const published = isUnpublishedId(id) ? store.get(publishedIdOf(id)) : undefined
    return published && canRead(published) ? published : null
  }

  function requireGrant(change: WorkspaceChange): void {
    const permission = permissionFor(change)
    const states = [change.before, change.after].filter((state) => state !== null)
    if (!states.every((state) => roles.allows(identity, permission, state))) throw denied(change.id, permission)
  }

  function requireNoRefusal(change: WorkspaceChange): void {
    const {id} = change
    const permission = permissionFor(change)
    const compared = {...change, before: change.before ?? startOf(id)}
    const rule = roles.findRefusal(identity, {permission, change, compared})
    if (!rule) return
    const fields = rule.fieldsOf(compared)
    const place = fields.length > 0 ? `${fields.join(', ')} of document "${id}"` : `document "${id}"`
    const description = `${rule.message} (${titles()}, ${place})`
    throw refusal(identity, {id, permission, description}, {refusal: rule.name, fields})
  }

  function checkChanges(workspace: Workspace, changes: readonly WorkspaceChange[]): void {
    for (const change of changes) {
      workspace.step = change.step
      requireGrant(change)
      // Discarding a draft loses nothing: it is published or in the history.
      if (change.after || !isUnpublishedId(change.id)) requireNoRefusal(change)
    }
  }

  return {
    canRead,
    denied: (id) => denied(id, 'create'),
    mayManage: !identity.roles || roles.mayManage(identity),
    *authorize(workspace) {
      if (!identity.roles) return
      const left = workspace.changes
      while (left.length > 0) {
        const changes = left.splice(0, CHANGES_AT_ONCE)
        try {
          const part = {changes: changes.length, time: workspace.time}
          roles.limiter.run(identity, part, () => checkChanges(workspace, changes))
        } catch (error) {
          // Too many changes rather than slow rules.
          workspace.spendTime()
          throw error
        }
        yield
      }
    },
  }
}
