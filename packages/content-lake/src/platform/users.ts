import {findIdentity} from '../access/identities.ts'
import type {Identity, JsonObject, Lake} from '../types.ts'

type Known = Pick<Lake, 'users'>

interface Role extends JsonObject {
  name: string
  title: string
  description: string
}

const ROLES = {
  admin: {
    name: 'administrator',
    title: 'Administrator',
    description: 'Reads and changes everything, and manages the lake',
  },
  write: {name: 'administrator', title: 'Administrator', description: 'Reads and changes everything'},
  read: {name: 'viewer', title: 'Viewer', description: 'Reads everything, drafts included'},
  none: {name: 'anonymous', title: 'Anonymous', description: 'Reads what is published'},
} as const

/** A named user's roles; the one role of whoever has no name. */
export function rolesOf(identity: Identity, {users}: Known): Role[] {
  if (!identity.roles) return [{...ROLES[identity.rights]}]
  return users.roles.rolesOf(identity).map(({name, title, description}) => ({name, title, description}))
}

/** The answer to `/users/me`, as the Studio's auth store expects it. */
export function currentUser(identity: Identity, known: Known): JsonObject {
  const roles = rolesOf(identity, known)
  return {
    id: identity.id,
    sanityUserId: identity.id,
    name: identity.name,
    email: identity.email ?? `${identity.id}@localhost`,
    profileImage: null,
    provider: 'local',
    role: roles[0]?.name ?? '',
    roles,
  }
}

/** A user as the Studio shows one in histories and presence. Ids that another lake wrote keep their id as a name. */
export function publicUser(id: string, {users}: Known): JsonObject {
  const name = (users.find(id) ?? findIdentity(id))?.name ?? id
  return {id, sanityUserId: id, displayName: name, familyName: null, givenName: null, imageUrl: null}
}
