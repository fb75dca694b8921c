import {Hono} from 'hono'
import {releaseIdOf} from '../documentIds.ts'
import {badRequest} from '../errors.ts'
import {documentEvents} from '../history/documentEvents.ts'
import {documentsAt} from '../history/documentsAt.ts'
import {historyFilter, requireHistory} from '../history/historyRights.ts'
import {publications} from '../history/publications.ts'
import {limitHistory} from '../history/readHistory.ts'
import {releaseEvents} from '../history/releaseEvents.ts'
import {transactionLog} from '../history/transactionLog.ts'
import type {LakeEnv} from '../http/connection.ts'
import {requireRead} from '../http/requireRights.ts'
import {answerWhole} from '../http/responseBody.ts'
import type {Lake} from '../Lake.ts'

/** `/data/history/<dataset>/…`: transactions, past states and lifecycle events. */
export function historyRoutes(lake: Lake): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>()
  const base = '/data/history/:dataset'

  routes.get(`${base}/transactions/:ids`, (c) => {
    const canRead = historyFilter(requireRead(c), lake)
    const documentIds = idList(c.req.param('ids'))
    requireHistory(documentIds, lake, canRead)
    const {fromTransaction, toTransaction, fromTime, toTime, authors, reverse, limit, ...query} = c.req.query()
    const entries = transactionLog(lake.database, {
      documentIds,
      canRead,
      fromTransaction: fromTransaction || undefined,
      toTransaction: toTransaction || undefined,
      fromTime: instant('fromTime', fromTime),
      toTime: instant('toTime', toTime),
      authors: authors ? idList(authors) : undefined,
      newestFirst: reverse === 'true',
      limit: positiveInteger('limit', limit, 50),
      identifiedOnly: query.includeIdentifiedDocumentsOnly === 'true',
      effects: query.effectFormat === 'mendoza',
      mutations: query.excludeMutations !== 'true',
    })
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`)
    return answerWhole(c, lake, lines.join(''), {'content-type': 'application/x-ndjson; charset=utf-8'})
  })

  // The lake's own: Sanity's history is asked by document.
  routes.get(`${base}/publications`, (c) => {
    const canRead = historyFilter(requireRead(c), lake)
    const {fromTime, toTime, authors, cursor, limit} = c.req.query()
    return c.json(
      publications(lake.database, {
        authors: authors ? idList(authors) : undefined,
        fromTime: instant('fromTime', fromTime),
        toTime: instant('toTime', toTime),
        cursor: cursor || undefined,
        limit: positiveInteger('limit', limit, 50),
        canRead,
      }),
    )
  })

  routes.get(`${base}/documents/:ids`, (c) => {
    const canRead = historyFilter(requireRead(c), lake)
    const {revision, time, lastRevision} = c.req.query()
    const moment = lastRevision === 'true' ? 'last' : revision ? {revision} : {time: instant('time', time) ?? 'now'}
    const ids = idList(c.req.param('ids'))
    requireHistory(ids, lake, canRead)
    const documents = documentsAt(lake.database, ids, moment, canRead, limitHistory())
    return answerWhole(c, lake, JSON.stringify({documents}))
  })

  routes.get(`${base}/events/documents/:id`, (c) => {
    const id = c.req.param('id')
    const canRead = historyFilter(requireRead(c), lake)
    requireHistory([id], lake, canRead)
    const {events, nextCursor} = documentEvents(lake.database, id, {
      canRead,
      limit: positiveInteger('limit', c.req.query('limit'), 100),
      cursor: c.req.query('nextCursor') || undefined,
    })
    return c.json({events: {[id]: events}, nextCursor})
  })

  routes.get(`${base}/events/releases/:name`, (c) => {
    const name = c.req.param('name')
    const canRead = historyFilter(requireRead(c), lake)
    requireHistory([releaseIdOf(name)], lake, canRead)
    const limit = positiveInteger('limit', c.req.query('limit'), 100)
    return c.json(releaseEvents(lake.database, name, {canRead, limit, cursor: c.req.query('nextCursor') || undefined}))
  })

  return routes
}

const LONGEST_LIST = 100
const LARGEST_LIMIT = 1000

/** A comma-separated list of ids from the path or the query. */
function idList(text: string): string[] {
  const ids = [...new Set(text.split(',').filter(Boolean))]
  if (ids.length === 0 || ids.length > LONGEST_LIST) throw badRequest(`Name between 1 and ${LONGEST_LIST} ids`)
  return ids
}

/** Normalizes a time to the stored format, so that times compare as text. */
function instant(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw badRequest(`"${name}" must be a point in time in ISO 8601, not "${text}"`)
  return date.toISOString()
}

function positiveInteger(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1)
    throw badRequest(`"${name}" must be a positive whole number, not "${text}"`)
  return Math.min(value, LARGEST_LIMIT)
}
