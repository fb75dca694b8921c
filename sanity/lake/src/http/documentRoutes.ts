import {Hono} from 'hono'
import {presentDocument} from '../query/presentDocument.ts'
import {seesDocument} from '../roles/seesDocument.ts'
import type {Lake, LakeEnv} from '../types.ts'

/** `/data/doc/<dataset>/<id,id>`: documents by their exact ids. What one may not see does not exist. */
export function documentRoutes(lake: Lake): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>()
  routes.get('/data/doc/:dataset/:ids', (c) => {
    const sees = seesDocument(c.get('identity'), lake)
    const ids = c.req.param('ids').split(',').filter(Boolean)
    const documents = ids.flatMap((id) => lake.documents.get(id) ?? []).filter(sees)
    const found = new Set(documents.map(({_id}) => _id))
    return c.json({
      documents: documents.map((document) => presentDocument(document, {baseUrl: lake.url})),
      omitted: ids.filter((id) => !found.has(id)).map((id) => ({id, reason: 'existence'})),
    })
  })
  return routes
}
