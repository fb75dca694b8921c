import {Hono} from 'hono'
import {byId, isFormerId} from '../documentIds.ts'
import type {LakeEnv} from '../http/connection.ts'
import {requireOpenSession, requireRead} from '../http/requireRights.ts'
import {streamBody} from '../http/responseBody.ts'
import type {Lake} from '../Lake.ts'
import {presentDocument} from '../query/presentDocument.ts'
import {readFilter} from '../roles/canRead.ts'

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
    const canRead = readFilter(requireRead(c), lake)
    const {types, nextCursor} = c.req.query()
    const isWanted = wantedTypes(types)
    const documents = Array.from(lake.documents.all())
      .filter((document) => {
        const {_id, _type} = document
        return isWanted(_type) && !isFormerId(_id) && (!nextCursor || _id > nextCursor) && canRead(document)
      })
      .sort(byId)
    const page = nextCursor === undefined ? documents : documents.slice(0, PAGE_SIZE)
    function* lines(): Generator<object> {
      for (const document of page) yield presentDocument(document, {baseUrl: lake.url})
      if (page.length < documents.length) yield {nextCursor: page.at(-1)?._id}
    }
    const mayGoOn = () => requireOpenSession(c, lake)
    return c.body(streamBody(c, lake, ndjson(lines(), mayGoOn)), 200, {'content-type': 'application/x-ndjson'})
  })
  return app
}

/** Streams NDJSON with backpressure, in chunks worth sending. `mayGoOn`: throws to cut it off; a slow client may take hours. */
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

function wantedTypes(list: string | undefined): (type: string) => boolean {
  if (!list) return () => true
  const types = new Set(list.split(','))
  return (type) => types.has(type)
}
