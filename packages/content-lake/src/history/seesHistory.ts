import {draftIdOf, publishedIdOf} from '../documentIds.ts'
import {forbidden} from '../errors.ts'
import type {Sees} from '../roles/seesDocument.ts'
import type {Identity, Lake, LakeDocument} from '../types.ts'
import {documentsAt} from './documentsAt.ts'

/** A document as it is, or as it last was. */
const lastState = ({documents, database}: Lake, id: string): LakeDocument | undefined =>
  documents.get(id) ?? documentsAt(database, [id], 'last')[0]

/**
 * A test of whether somebody may see an old state: their roles let them read it and its history, and the document as it
 * is now. Undefined for whoever sees all history.
 */
export function seesHistory(identity: Identity, lake: Lake): Sees | undefined {
  const {roles} = lake.users
  if (!identity.roles || roles.seesAllHistory(identity)) return undefined
  const allows: Sees = (state) => roles.allows(identity, 'read', state) && roles.allows(identity, 'history', state)
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

/**
 * Throws 403 when somebody may see no history of any version of these documents, whether or not they ever existed. The
 * Studio also asks for versions that are not there.
 */
export function requireHistory(ids: string[], lake: Lake, sees: Sees | undefined): void {
  if (!sees) return
  const versions = ids.flatMap((id) => [id, publishedIdOf(id), draftIdOf(publishedIdOf(id))])
  const isOpen = versions.some((id) => {
    const state = lastState(lake, id)
    return state !== undefined && sees(state)
  })
  if (!isOpen) throw forbidden('Insufficient permissions; permission "history" required')
}
