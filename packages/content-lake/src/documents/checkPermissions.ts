import type {Users} from '../access/Users.ts'
import {isUnpublishedId, publishedIdOf} from '../documentIds.ts'
import {readFilter} from '../roles/canRead.ts'
import type {StateChange} from '../roles/compileRules.ts'
import type {Permission} from '../roles/definitions.ts'
import type {Roles} from '../roles/Roles.ts'
import type {DocumentStore} from '../store/DocumentStore.ts'
import type {Identity, LakeDocument} from '../types.ts'
import {TransactionError} from './TransactionError.ts'
import type {TransactionAuthor} from './transact.ts'
import type {Workspace, WorkspaceChange} from './Workspace.ts'

export function authorOf(identity: Identity, users: Users, store: DocumentStore): TransactionAuthor {
  const {roles} = users
  const canRead = readFilter(identity, {users})
  /** A new draft or version is compared with the published document, so that only differences count as changes. */
  const startOf = (id: string): LakeDocument | null => {
    const published = isUnpublishedId(id) ? store.get(publishedIdOf(id)) : undefined
    return published && canRead(published) ? published : null
  }
  return {
    canRead,
    denied: (id) => denied({author: identity, roles, id, permission: 'create'}),
    mayManage: !identity.roles || roles.mayManage(identity),
    authorize: (workspace) => {
      if (!identity.roles) return
      const transaction = {changes: workspace.changes.length, time: workspace.time}
      try {
        roles.limitTime(identity, transaction, () => checkPermissions({workspace, author: identity, roles, startOf}))
      } catch (error) {
        // Too many changes rather than slow rules.
        workspace.spendTime()
        throw error
      }
    },
  }
}

interface Examination {
  workspace: Workspace
  author: Identity
  roles: Roles
  startOf: (id: string) => LakeDocument | null
}

/** Throws if the author's roles do not grant a change, or deny it. */
function checkPermissions({workspace, author, roles, startOf}: Examination): void {
  for (const change of workspace.changes) {
    workspace.step = change.step
    requireGrant(change, author, roles)
    // Discarding a draft loses nothing: it is published or in the history.
    if (!change.after && isUnpublishedId(change.id)) continue
    requireNoRefusal({...change, before: change.before ?? startOf(change.id)}, change, author, roles)
  }
}

/** Deleting takes `update`, as in hosted Sanity and the Studio. */
const permissionFor = ({before}: StateChange): Permission => (before ? 'update' : 'create')

function requireGrant(change: WorkspaceChange, author: Identity, roles: Roles): void {
  const {id, before, after} = change
  const permission = permissionFor(change)
  const states = [before, after].filter((state): state is LakeDocument => state !== null)
  if (states.every((state) => roles.allows(author, permission, state))) return
  throw denied({author, roles, id, permission})
}

interface Denial {
  author: Identity
  roles: Roles
  id: string
  permission: Permission
}

function denied({author, roles, id, permission}: Denial): TransactionError {
  const description = `Insufficient permissions; permission "${permission}" required (${titlesOf(author, roles)}, document "${id}")`
  return new TransactionError(403, 'insufficientPermissionsError', description, {
    permission,
    id,
    roles: [...(author.roles ?? [])],
  })
}

function requireNoRefusal(compared: StateChange, change: WorkspaceChange, author: Identity, roles: Roles): void {
  const {id} = change
  const permission = permissionFor(change)
  const refusal = roles.findRefusal(author, {permission, change, compared})
  if (!refusal) return
  const fields = refusal.fieldsOf(compared)
  const place = fields.length > 0 ? `${fields.join(', ')} of document "${id}"` : `document "${id}"`
  const description = `${refusal.message} (${titlesOf(author, roles)}, ${place})`
  throw new TransactionError(403, 'insufficientPermissionsError', description, {
    permission,
    id,
    roles: [...(author.roles ?? [])],
    refusal: refusal.name,
    fields,
  })
}

const titlesOf = (author: Identity, roles: Roles): string =>
  roles
    .rolesOf(author)
    .map(({title}) => title)
    .join(', ')
