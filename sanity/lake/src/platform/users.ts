import {findIdentity} from '../access/identities.ts'
import type {Identity, JsonObject} from '../types.ts'

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

export function roleOf({rights}: Identity): JsonObject & {name: string} {
  return ROLES[rights]
}

/** The answer to `/users/me`, as the Studio's auth store expects it. */
export function currentUser(identity: Identity): JsonObject {
  const role = roleOf(identity)
  return {
    id: identity.id,
    sanityUserId: identity.id,
    name: identity.name,
    email: `${identity.id}@localhost`,
    profileImage: null,
    provider: 'local',
    role: role.name,
    roles: [role],
  }
}

/** A user as the Studio shows one in histories and presence. Ids that another lake wrote keep their id as a name. */
export function publicUser(id: string): JsonObject {
  const name = findIdentity(id)?.name ?? id
  return {id, sanityUserId: id, displayName: name, familyName: null, givenName: null, imageUrl: null}
}
