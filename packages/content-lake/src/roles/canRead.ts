import {draftIdOf, isPublicId, publishedIdOf} from '../documentIds.ts'
import {effectsBetween} from '../mendoza/encode.ts'
import type {DocumentStore} from '../store/DocumentStore.ts'
import type {DocumentChange, Identity, LakeDocument} from '../types.ts'
import {SlowRules} from './limitRules.ts'
import type {Roles} from './Roles.ts'

interface WithRoles {
  users: {readonly roles: Pick<Roles, 'readPermissions'>}
}

export type CanRead = (document: LakeDocument) => boolean

/** A predicate for the documents that an identity may read: public ones if anonymous, else by its roles. */
export function readFilter(identity: Identity, {users}: WithRoles): CanRead {
  if (identity.rights === 'none') return ({_id}) => isPublicId(_id)
  return users.roles.readPermissions(identity)?.canRead ?? (() => true)
}

/** Which documents an identity may read in any version. */
export interface VersionReader {
  /** Equal for identities that may read the same documents. */
  key: string
  /** Returns whether the published document, draft or that version is readable; false if roles take too long. */
  canReadAny: (id: string) => boolean
}

/** Rights to read of an identity that is not anonymous, by its present roles. */
export function versionReader(
  identity: Identity,
  lake: WithRoles & {documents: Pick<DocumentStore, 'get'>},
): VersionReader {
  const permissions = lake.users.roles.readPermissions(identity)
  if (!permissions) return {key: '', canReadAny: () => true}
  const {key, canRead} = permissions
  const canReadAny = (id: string): boolean => {
    const published = publishedIdOf(id)
    return [id, published, draftIdOf(published)].some((known) => {
      const document = lake.documents.get(known)
      if (!document) return false
      try {
        return canRead(document)
      } catch (error) {
        if (error instanceof SlowRules) return false
        throw error
      }
    })
  }
  return {key, canReadAny}
}

/**
 * The readable part of a change: what becomes readable counts as created, what ceases to be as deleted. Null for none.
 */
export function readableChange(change: DocumentChange, canRead: CanRead): DocumentChange | null {
  const [before, after] = [change.before, change.after].map((state) => (state && canRead(state) ? state : null))
  if (!before && !after) return null
  if (!before === !change.before && !after === !change.after) return {...change, mutations: withoutSteps(change)}
  const {documentId} = change
  return {
    documentId,
    before: before ?? null,
    after: after ?? null,
    mutations: after ? [{create: after}] : [{delete: {id: documentId}}],
    effects: effectsBetween(before ?? null, after ?? null),
  }
}

/** The states between two mutations may be unreadable. */
const withoutSteps = ({documentId, after, mutations}: DocumentChange): DocumentChange['mutations'] => {
  if (mutations.length < 2) return mutations
  return after ? [{createOrReplace: after}] : [{delete: {id: documentId}}]
}
