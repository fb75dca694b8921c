import {type Context, Hono} from 'hono'
import {releaseIdOf} from '../documentIds.ts'
import {storedTime} from '../documents/parseMutations.ts'
import type {Work} from '../documents/work.ts'
import {badRequest} from '../errors.ts'
import {documentEvents} from '../history/documentEvents.ts'
import {readDocumentsAt} from '../history/documentsAt.ts'
import {historyFilter, requireHistory} from '../history/historyRights.ts'
import {publications} from '../history/publications.ts'
import {type HistoryLimit, limitHistory} from '../history/readHistory.ts'
import {releaseEvents} from '../history/releaseEvents.ts'
import {transactionLog} from '../history/transactionLog.ts'
import {answerWhole, readChoice, readFlag} from '../http/bodies.ts'
import {type LakeEnv, requireOpenSession, requireRead} from '../http/request.ts'
import type {Lake} from '../Lake.ts'
import type {CanRead} from '../roles/canRead.ts'

/** `/data/history/<dataset>/…`: transactions, past states and lifecycle events. */
export function historyRoutes(lake: Lake): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>()
  const base = '/data/history/:dataset'
  routes.use(`${base}/*`, (c, next) => {
    requireRead(c)
    return next()
  })

  /** Reads the history within the client's rights to it, in turn with others. */
  const read = <Result>(
    c: Context<LakeEnv>,
    ids: string[],
    work: (canRead: CanRead | undefined, limit: HistoryLimit) => Work<Result>,
  ): Promise<Result> => {
    const identity = c.get('identity')
    return lake.historyInTurn(
      function* (time) {
        const canRead = historyFilter(identity, lake)
        if (ids.length > 0) yield* requireHistory(ids, lake, canRead)
        return yield* work(canRead, limitHistory(time))
      },
      () => requireOpenSession(c, lake),
    )
  }

  routes.get(`${base}/transactions/:ids`, async (c) => {
    const documentIds = idList(c.req.param('ids'))
    const {fromTransaction, toTransaction, reverse, ...query} = c.req.query()
    const asked = {
      ...filterOf(c),
      documentIds,
      fromTransaction: fromTransaction || undefined,
      toTransaction: toTransaction || undefined,
      newestFirst: readFlag('reverse', reverse),
      identifiedOnly: readFlag('includeIdentifiedDocumentsOnly', query.includeIdentifiedDocumentsOnly),
      effects: readChoice('effectFormat', query.effectFormat, ['mendoza']) !== undefined,
      mutations: !readFlag('excludeMutations', query.excludeMutations),
    }
    const lines = await read(c, documentIds, function* (canRead, limit) {
      return yield* asJson(yield* transactionLog(lake.database, {...asked, canRead}, limit))
    })
    const body = lines.map((line) => `${line}\n`).join('')
    return answerWhole(c, lake, body, {'content-type': 'application/x-ndjson; charset=utf-8'})
  })

  // The lake's own: Sanity's history is asked by document.
  routes.get(`${base}/publications`, async (c) => {
    const asked = {...filterOf(c), cursor: c.req.query('cursor') || undefined}
    return c.json(await read(c, [], (canRead, limit) => publications(lake.database, {...asked, canRead}, limit)))
  })

  routes.get(`${base}/documents/:ids`, async (c) => {
    const {revision, time, lastRevision} = c.req.query()
    const isLast = readFlag('lastRevision', lastRevision)
    const moment = isLast ? 'last' : revision ? {revision} : {time: instant('time', time) ?? 'now'}
    const ids = idList(c.req.param('ids'))
    const documents = await read(c, ids, function* (canRead, limit) {
      return yield* asJson(yield* readDocumentsAt(lake.database, ids, moment, canRead, limit))
    })
    return answerWhole(c, lake, `{"documents":[${documents.join(',')}]}`)
  })

  routes.get(`${base}/events/documents/:id`, async (c) => {
    const id = c.req.param('id')
    const page = pageOf(c)
    const {events, nextCursor} = await read(c, [id], (canRead, limit) =>
      documentEvents(lake.database, id, {...page, canRead}, limit),
    )
    return c.json({events: {[id]: events}, nextCursor})
  })

  routes.get(`${base}/events/releases/:name`, async (c) => {
    const name = c.req.param('name')
    const page = pageOf(c)
    return c.json(
      await read(c, [releaseIdOf(name)], (canRead, limit) =>
        releaseEvents(lake.database, name, {...page, canRead}, limit),
      ),
    )
  })

  return routes
}

/** By whom, when and how many. */
function filterOf(c: Context<LakeEnv>) {
  const {fromTime, toTime, authors, limit} = c.req.query()
  return {
    fromTime: instant('fromTime', fromTime),
    toTime: instant('toTime', toTime),
    authors: authors ? idList(authors) : undefined,
    limit: positiveInteger('limit', limit, 50),
  }
}

/** A page of events. */
const pageOf = (c: Context<LakeEnv>): {limit: number; cursor: string | undefined} => ({
  limit: positiveInteger('limit', c.req.query('limit'), 100),
  cursor: c.req.query('nextCursor') || undefined,
})

function* asJson(values: readonly object[]): Work<string[]> {
  const texts: string[] = []
  for (const value of values) {
    texts.push(JSON.stringify(value))
    yield
  }
  return texts
}

const LONGEST_LIST = 100
const LARGEST_LIMIT = 1000

/** A comma-separated list of ids from the path or the query. */
function idList(text: string): string[] {
  const ids = [...new Set(text.split(',').filter(Boolean))]
  if (ids.length === 0 || ids.length > LONGEST_LIST) throw badRequest(`Name between 1 and ${LONGEST_LIST} ids`)
  return ids
}

function instant(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined
  const time = storedTime(text)
  if (time === undefined) throw badRequest(`"${name}" must be a point in time in ISO 8601, not "${text}"`)
  return time
}

function positiveInteger(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1)
    throw badRequest(`"${name}" must be a positive whole number, not "${text}"`)
  return Math.min(value, LARGEST_LIMIT)
}
