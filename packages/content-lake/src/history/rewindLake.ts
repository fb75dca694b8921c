import {isDeepStrictEqual} from 'node:util'
import {SYSTEM} from '../access/identities.ts'
import {isFormerId} from '../documentIds.ts'
import {storedTime} from '../documents/parseMutations.ts'
import {UsageError} from '../errors.ts'
import type {Lake} from '../Lake.ts'
import type {LakeDocument, Mutation} from '../types.ts'
import {documentsAt} from './documentsAt.ts'

/**
 * Gives every document the state that it had at a time (ISO 8601), in one new transaction: what is undone stays in the
 * history, and a rewind can be rewound. A release that was scheduled then is active again, or it would fire a second time.
 *
 * @throws UsageError for a time outside of the history.
 */
export function rewindLake(
  {database, documents, commit, log}: Lake,
  time: string,
): {restored: number; deleted: number} {
  const moment = momentOf(time)
  const select = 'SELECT min(timestamp) AS first, max(timestamp) AS last FROM transactions'
  const {first, last} = database.prepare(select).get() ?? {}
  if (typeof first !== 'string' || moment < first) {
    throw new UsageError(`The history begins at ${String(first ?? 'no time')}: nothing is known of ${moment}.`)
  }
  // The lake's clock may be ahead of the machine's, which was set back.
  if (moment > String(last) && moment > new Date().toISOString()) throw new UsageError(`${time} is still to come.`)
  const known = database.prepare('SELECT DISTINCT document_id AS id FROM transaction_documents').all()
  const ids = known.map(({id}) => String(id))
  const then = new Map(documentsAt(database, ids, {time: moment}).map((document) => [document._id, document]))
  const restored = [...then.values()]
    .filter((document) => !isDeepStrictEqual(contentOf(document), contentOf(documents.get(document._id))))
    .filter(({_id}) => {
      if (isFormerId(_id)) log.problem('A document is not restored, as its id is not valid any more', {id: _id})
      return !isFormerId(_id)
    })
    .map((document): Mutation => ({createOrReplace: unscheduled(document)}))
  const deleted = ids.filter((id) => !then.has(id) && documents.has(id)).map((id): Mutation => ({delete: {id}}))
  const mutations = [...restored, ...deleted]
  if (mutations.length > 0) commit({mutations, author: SYSTEM, describesFiles: true})
  return {restored: restored.length, deleted: deleted.length}
}

function momentOf(time: string): string {
  const moment = storedTime(time)
  // Without a zone the same words mean another moment on another machine.
  if (moment === undefined || !/(Z|[+-]\d\d:?\d\d)$/.test(time)) {
    throw new UsageError(`"${time}" is no time: write it with its zone, such as 2026-11-23T08:00:00Z.`)
  }
  return moment
}

function contentOf(document: LakeDocument | undefined) {
  if (!document) return undefined
  const {_rev, _updatedAt, ...content} = document
  return content
}

function unscheduled(document: LakeDocument): LakeDocument {
  if (document._type !== 'system.release' || document.state !== 'scheduled') return document
  const {publishAt: _publishAt, ...release} = document
  return {...release, state: 'active'}
}
