import {Hono} from 'hono'
import {requireRead} from '../access/requireRead.ts'
import {presentDocument} from '../query/presentDocument.ts'
import type {Lake, LakeEnv} from '../types.ts'

/** `GET /data/export/<dataset>`: all documents as NDJSON, which Sanity's own export tool turns into an archive. */
export function exportRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  app.get('/data/export/:dataset', (c) => {
    requireRead(c)
    const documents = [...lake.documents.all()].sort((a, b) => (a._id < b._id ? -1 : 1))
    const lines = documents.map((document) => `${JSON.stringify(presentDocument(document, {baseUrl: lake.url}))}\n`)
    return c.body(lines.join(''), 200, {'content-type': 'application/x-ndjson'})
  })
  return app
}
