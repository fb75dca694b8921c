import {draftIdOf, isPublicId, publishedIdOf} from '../documentIds.ts'
import {effectsBetween} from '../mendoza/encode.ts'
import type {DocumentChange, Identity, Lake, LakeDocument} from '../types.ts'

/** Whether somebody may see a document in the state given. */
export type CanRead = (document: LakeDocument) => boolean

/** A test of whether somebody may see a document: strangers what is public, others what their roles let them read. */
export function readFilter(identity: Identity, {users}: Pick<Lake, 'users'>): CanRead {
  if (identity.rights === 'none') return ({_id}) => isPublicId(_id)
  return users.roles.readPermissions(identity)?.canRead ?? (() => true)
}

/** A test of whether somebody may see the published document, the draft or the version of an id. */
export function canReadAnyVersion(
  identity: Identity,
  lake: Pick<Lake, 'users' | 'documents'>,
): (id: string) => boolean {
  const isRestricted = lake.users.roles.readPermissions(identity) !== undefined
  const canRead = readFilter(identity, lake)
  return (id) => {
    if (!isRestricted) return true
    const published = publishedIdOf(id)
    return [id, published, draftIdOf(published)].some((known) => {
      const document = lake.documents.get(known)
      return document !== undefined && canRead(document)
    })
  }
}

/**
 * A change as it looks to somebody who sees only some states: a document that they see from now on has been created,
 * and one that they see no more has been deleted. Null for a change of which they see nothing.
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

/** Between two mutations a document can be in a state that is not to be seen. */
const withoutSteps = ({documentId, after, mutations}: DocumentChange): DocumentChange['mutations'] => {
  if (mutations.length < 2) return mutations
  return after ? [{createOrReplace: after}] : [{delete: {id: documentId}}]
}
