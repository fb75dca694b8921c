import {Hono} from 'hono'
import {requireRead} from '../access/requireRead.ts'
import type {Lake, LakeEnv} from '../types.ts'
import {documentEvents} from './documentEvents.ts'
import {documentsAt} from './documentsAt.ts'
import {idList, instant, positiveInteger} from './historyParameters.ts'
import {requireHistory, seesHistory} from './seesHistory.ts'
import {transactionLog} from './transactionLog.ts'

/** What happened to documents, and what they looked like: `/data/history/<dataset>/…`. */
export function historyRoutes(lake: Lake): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>()
  const base = '/data/history/:dataset'

  routes.get(`${base}/transactions/:ids`, (c) => {
    const sees = seesHistory(requireRead(c), lake)
    const documentIds = idList(c.req.param('ids'))
    requireHistory(documentIds, lake, sees)
    const {fromTransaction, toTransaction, fromTime, toTime, authors, reverse, limit, ...query} = c.req.query()
    const entries = transactionLog(lake.database, {
      documentIds,
      sees,
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
    return c.body(lines.join(''), 200, {'content-type': 'application/x-ndjson; charset=utf-8'})
  })

  routes.get(`${base}/documents/:ids`, (c) => {
    const sees = seesHistory(requireRead(c), lake)
    const {revision, time, lastRevision} = c.req.query()
    const moment = lastRevision === 'true' ? 'last' : revision ? {revision} : {time: instant('time', time) ?? 'now'}
    const ids = idList(c.req.param('ids'))
    requireHistory(ids, lake, sees)
    return c.json({documents: documentsAt(lake.database, ids, moment, sees)})
  })

  routes.get(`${base}/events/documents/:id`, (c) => {
    const id = c.req.param('id')
    const sees = seesHistory(requireRead(c), lake)
    requireHistory([id], lake, sees)
    const {events, nextCursor} = documentEvents(lake.database, id, {
      sees,
      limit: positiveInteger('limit', c.req.query('limit'), 100),
      cursor: c.req.query('nextCursor') || undefined,
    })
    return c.json({events: {[id]: events}, nextCursor})
  })

  return routes
}
