import {draftIdOf, publishedIdOf} from '../documentIds.ts'
import type {Work} from '../documents/work.ts'
import {forbidden} from '../errors.ts'
import type {Lake} from '../Lake.ts'
import type {CanRead} from '../roles/canRead.ts'
import type {Roles} from '../roles/Roles.ts'
import type {Identity, LakeDocument} from '../types.ts'
import {documentsAt} from './documentsAt.ts'

type WithHistory = Pick<Lake, 'documents' | 'database'>

const lastState = ({documents, database}: WithHistory, id: string): LakeDocument | undefined =>
  documents.get(id) ?? documentsAt(database, [id], 'last')[0]

/** A predicate for readable past states: by `read` and `history` on them and the current one. Undefined for all. */
export function historyFilter(
  identity: Identity,
  lake: WithHistory & {users: {readonly roles: Pick<Roles, 'allows' | 'canReadAllHistory'>}},
): CanRead | undefined {
  const {roles} = lake.users
  if (!identity.roles || roles.canReadAllHistory(identity)) return undefined
  const allows: CanRead = (state) => roles.allows(identity, 'read', state) && roles.allows(identity, 'history', state)
  const open = new Map<string, boolean>()
  const isOpen = (id: string): boolean => {
    const last = lastState(lake, id)
    return last !== undefined && allows(last)
  }
  return (state) => {
    const known = open.get(state._id) ?? isOpen(state._id)
    open.set(state._id, known)
    return known && allows(state)
  }
}

/** Throws 403 unless some version's history is readable. The Studio also asks for versions that do not exist. */
export function* requireHistory(ids: string[], lake: WithHistory, canRead: CanRead | undefined): Work {
  if (!canRead) return
  for (const id of ids.flatMap((id) => [id, publishedIdOf(id), draftIdOf(publishedIdOf(id))])) {
    const state = lastState(lake, id)
    if (state !== undefined && canRead(state)) return
    yield
  }
  throw forbidden('Insufficient permissions; permission "history" required')
}
