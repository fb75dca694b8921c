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

/**
 * A predicate for ids of which the identity may read the published document, the draft or that version. False where its
 * roles take too long to tell.
 */
export function canReadAnyVersion(
  identity: Identity,
  lake: WithRoles & {documents: Pick<DocumentStore, 'get'>},
): (id: string) => boolean {
  const isRestricted = lake.users.roles.readPermissions(identity) !== undefined
  const canRead = readFilter(identity, lake)
  return (id) => {
    if (!isRestricted) return true
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
}

/**
 * The readable part of a change: a document that becomes readable counts as created, one that ceases to be as deleted.
 * Null if neither state is readable.
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
