import {forbidden} from '../http/errors.ts'
import type {Identity, Lake, LakeDocument} from '../types.ts'
import {documentsAt} from './documentsAt.ts'

/** A document as it is, or as it last was. */
const lastState = ({documents, database}: Lake, id: string): LakeDocument | undefined =>
  documents.get(id) ?? documentsAt(database, [id], 'last')[0]

/** Those of the documents whose history somebody's roles let them read. Throws 403 when that is none of them. */
export function idsWithHistory(ids: string[], identity: Identity, lake: Lake): string[] {
  if (!identity.roles) return ids
  const {roles} = lake.users
  const open = ids.filter((id) => {
    const document = lastState(lake, id)
    return !document || (roles.allows(identity, 'read', document) && roles.allows(identity, 'history', document))
  })
  if (ids.length > 0 && open.length === 0) throw forbidden('Insufficient permissions; permission "history" required')
  return open
}
