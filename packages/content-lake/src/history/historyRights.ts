import {draftIdOf, publishedIdOf} from '../documentIds.ts'
import type {Work} from '../documents/work.ts'
import {forbidden} from '../errors.ts'
import type {Lake} from '../Lake.ts'
import type {CanRead} from '../roles/canRead.ts'
import type {Roles} from '../roles/Roles.ts'
import type {Identity, LakeDocument} from '../types.ts'
import {documentsAt} from './documentsAt.ts'

type WithHistory = Pick<Lake, 'documents' | 'database'>
type WithRights = WithHistory & {users: {readonly roles: Pick<Roles, 'allows' | 'canReadAllHistory'>}}

const lastState = ({documents, database}: WithHistory, id: string): LakeDocument | undefined =>
  documents.get(id) ?? documentsAt(database, [id], 'last')[0]

/** A predicate for readable past states: by `read` and `history` on them and the current one. Undefined for all. */
export function historyFilter(identity: Identity, lake: WithRights): CanRead | undefined {
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

/**
 * Returns whether somebody may bring a removed version back with its release: one that went when this release was archived,
 * or whose history they may read. A release that they import may name any version that was ever there.
 */
export function mayRestore(
  identity: Identity,
  lake: WithRights,
  {version, release}: {version: LakeDocument; release: LakeDocument},
): boolean {
  if (lake.documents.get(version._id)) return true
  // Where the release was removed since, an import may have made it again.
  const archived = lake.database
    .prepare(
      `SELECT 1 FROM transaction_documents r
       WHERE r.document_id = :release AND r.after IS NOT NULL AND r.seq = (
         SELECT max(seq) FROM transaction_documents WHERE document_id = :version AND after IS NULL
       ) AND NOT EXISTS (
         SELECT 1 FROM transaction_documents WHERE document_id = :release AND after IS NULL AND seq > r.seq
       )`,
    )
    .get({release: release._id, version: version._id})
  return archived !== undefined || (historyFilter(identity, lake)?.(version) ?? true)
}
