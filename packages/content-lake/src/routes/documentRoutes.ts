import {setImmediate as nextTurn} from 'node:timers/promises'
import {Hono} from 'hono'
import {byId, isFormerId, publishedIdOf} from '../documentIds.ts'
import {answerWhole, readFlag, streamBody} from '../http/bodies.ts'
import {type LakeEnv, requireOpenSession, requireRead} from '../http/request.ts'
import type {Lake} from '../Lake.ts'
import {checkSize} from '../query/limits/queryLimits.ts'
import {presentDocument} from '../query/presentDocument.ts'
import {type CanRead, readFilter} from '../roles/canRead.ts'
import type {Identity, LakeDocument} from '../types.ts'

/**
 * `/data/doc/<dataset>/<id,id>`: documents by exact id or, with `includeAllVersions`, the published document, draft and
 * versions of each; with `excludeContent` only which ids are missing. Unreadable documents are treated as missing.
 */
export function documentRoutes(lake: Lake): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>()
  routes.get('/data/doc/:dataset/:ids', async (c) => {
    const identity = c.get('identity')
    const ids = Array.from(new Set(c.req.param('ids').split(',').filter(Boolean)))
    const allVersions = readFlag('includeAllVersions', c.req.query('includeAllVersions'))
    const asked = allVersions ? versionsOf(ids, identity, lake) : ids.flatMap((id) => lake.documents.get(id) ?? [])
    const documents = asked.filter(readFilter(identity, lake))
    const nameOf = (id: string) => (allVersions ? publishedIdOf(id) : id)
    const found = new Set(documents.map(({_id}) => nameOf(_id)))
    const omitted = ids.filter((id) => !found.has(nameOf(id))).map((id) => ({id, reason: 'existence'}))
    if (readFlag('excludeContent', c.req.query('excludeContent'))) return c.json({omitted})
    checkSize(documents)
    const parts = [Buffer.from('{"documents":[')]
    let unpaused = 0
    for (const [position, document] of documents.entries()) {
      const json = JSON.stringify(presentDocument(document, {baseUrl: lake.url}))
      parts.push(Buffer.from(position === 0 ? json : `,${json}`))
      unpaused += json.length
      if (unpaused < PAUSE_CHARACTERS) continue
      // Others are answered meanwhile. A document does not change: another one takes its place.
      await nextTurn()
      unpaused = 0
    }
    parts.push(Buffer.from(`],"omitted":${JSON.stringify(omitted)}}`))
    return answerWhole(c, lake, Buffer.concat(parts))
  })
  return routes
}

const PAUSE_CHARACTERS = 1024 * 1024

/** Published document, draft, then versions by id. */
function versionsOf(ids: string[], {rights}: Identity, {documents}: Lake): LakeDocument[] {
  const published = new Set(ids.map(publishedIdOf))
  // Anonymous requests see no drafts: skip the search.
  if (rights === 'none') return Array.from(published).flatMap((id) => documents.get(id) ?? [])
  const groups = new Map(Array.from(published, (id): [string, LakeDocument[]] => [id, []]))
  for (const document of documents.all()) groups.get(publishedIdOf(document._id))?.push(document)
  const rank = ({_id}: LakeDocument) => (_id.startsWith('versions.') ? 2 : _id.startsWith('drafts.') ? 1 : 0)
  const byRank = (a: LakeDocument, b: LakeDocument) => rank(a) - rank(b) || byId(a, b)
  return Array.from(groups.values()).flatMap((group) => group.sort(byRank))
}

const PAGE_SIZE = 1000
const PIECE_CHARACTERS = 64 * 1024

const encoder = new TextEncoder()

/**
 * `GET /data/export/<dataset>`: documents as NDJSON, which Sanity's export tool turns into an archive. All at once or,
 * with `nextCursor` (empty at first), in pages whose last line names the next one.
 */
export function exportRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  app.get('/data/export/:dataset', (c) => {
    const identity = requireRead(c)
    const canRead = readFilter(identity, lake)
    const {roles} = lake.users
    // A slow client may take hours, and what its roles may read may change meanwhile.
    const mayStillRead: CanRead = (document) => lake.users.roles === roles || readFilter(identity, lake)(document)
    const {types, nextCursor} = c.req.query()
    const wanted = types ? new Set(types.split(',')) : undefined
    const documents = Array.from(lake.documents.all())
      .filter((document) => {
        const {_id, _type} = document
        if (wanted && !wanted.has(_type)) return false
        return !isFormerId(_id) && (!nextCursor || _id > nextCursor) && canRead(document)
      })
      .sort(byId)
    const page = nextCursor === undefined ? documents : documents.slice(0, PAGE_SIZE)
    function* lines(): Generator<object> {
      for (const document of page) if (mayStillRead(document)) yield presentDocument(document, {baseUrl: lake.url})
      if (page.length < documents.length) yield {nextCursor: page.at(-1)?._id}
    }
    const mayGoOn = () => requireOpenSession(c, lake)
    return c.body(streamBody(c, lake, ndjson(lines(), mayGoOn)), 200, {'content-type': 'application/x-ndjson'})
  })
  return app
}

/** Streams NDJSON with backpressure, in chunks worth sending. `mayGoOn`: throws to cut it off. */
async function* ndjson(lines: Iterable<object>, mayGoOn: () => void): AsyncGenerator<Uint8Array> {
  let text = ''
  for (const line of lines) {
    text += `${JSON.stringify(line)}\n`
    if (text.length < PIECE_CHARACTERS) continue
    mayGoOn()
    yield encoder.encode(text)
    text = ''
  }
  if (text) yield encoder.encode(text)
}
