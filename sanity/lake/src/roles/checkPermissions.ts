import {isDraftId, isVersionId, publishedIdOf} from '../documents/documentIds.ts'
import {Refusal} from '../documents/Refusal.ts'
import type {Workspace, WorkspaceChange} from '../documents/Workspace.ts'
import type {DocumentStore} from '../store/DocumentStore.ts'
import type {Identity, LakeDocument} from '../types.ts'
import type {RuledChange} from './compileRefusal.ts'
import type {Permission} from './RoleDefinition.ts'
import type {Roles} from './Roles.ts'

/** Refuses a transaction with a change that its author's roles do not grant, or refuse. */
export function checkPermissions(workspace: Workspace, author: Identity, roles: Roles, store: DocumentStore): void {
  if (!author.roles) return
  for (const change of workspace.changes) {
    workspace.step = change.step
    requireGrant(change, author, roles)
    // What a draft held is still there, published or in the history.
    if (!change.after && isUnpublished(change.id)) continue
    requireNoRefusal(change, author, roles, store)
  }
}

const isUnpublished = (id: string): boolean => isDraftId(id) || isVersionId(id)

/** Hosted Sanity has no permission to delete: it takes the one to update, and so does the Studio. */
const permissionFor = ({before}: RuledChange): Permission => (before ? 'update' : 'create')

function requireGrant(change: WorkspaceChange, author: Identity, roles: Roles): void {
  const {id, before, after} = change
  const permission = permissionFor(change)
  const states = [before, after].filter((state): state is LakeDocument => state !== null)
  if (states.every((state) => roles.allows(author, permission, state))) return
  const description = `Insufficient permissions; permission "${permission}" required (${titlesOf(author, roles)}, document "${id}")`
  throw new Refusal(403, 'insufficientPermissionsError', description, {
    permission,
    id,
    roles: [...(author.roles ?? [])],
  })
}

function requireNoRefusal(change: WorkspaceChange, author: Identity, roles: Roles, store: DocumentStore): void {
  const {id, after} = change
  const permission = permissionFor(change)
  const ruled = {before: change.before ?? startOf(id, store), after}
  const refusal = roles.refusalOf(author, permission, ruled)
  if (!refusal) return
  const fields = refusal.fieldsOf(ruled)
  const place = fields.length > 0 ? `${fields.join(', ')} of document "${id}"` : `document "${id}"`
  const description = `${refusal.message} (${titlesOf(author, roles)}, ${place})`
  throw new Refusal(403, 'insufficientPermissionsError', description, {
    permission,
    id,
    roles: [...(author.roles ?? [])],
    refusal: refusal.name,
    fields,
  })
}

/** A draft or a version starts from what is published, so that only what differs from it counts as changed. */
const startOf = (id: string, store: DocumentStore): LakeDocument | null =>
  isUnpublished(id) ? (store.get(publishedIdOf(id)) ?? null) : null

const titlesOf = (author: Identity, roles: Roles): string =>
  roles
    .rolesOf(author)
    .map(({title}) => title)
    .join(', ')
