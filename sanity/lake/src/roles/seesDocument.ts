import {isPublicId} from '../documents/documentIds.ts'
import type {Identity, Lake, LakeDocument} from '../types.ts'

/** A test of whether somebody may see a document: strangers what is public, others what their roles let them read. */
export function seesDocument(identity: Identity, {users}: Pick<Lake, 'users'>): (document: LakeDocument) => boolean {
  if (identity.rights === 'none') return ({_id}) => isPublicId(_id)
  return users.roles.sightOf(identity)?.sees ?? (() => true)
}
