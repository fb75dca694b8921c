import {Hono} from 'hono'
import {byId, publishedIdOf} from '../documentIds.ts'
import type {LakeEnv} from '../http/connection.ts'
import {readFlag} from '../http/requestBody.ts'
import {answerWhole} from '../http/responseBody.ts'
import type {Lake} from '../Lake.ts'
import {checkSize} from '../query/limits/queryLimits.ts'
import {presentDocument} from '../query/presentDocument.ts'
import {readFilter} from '../roles/canRead.ts'
import type {Identity, LakeDocument} from '../types.ts'

/**
 * `/data/doc/<dataset>/<id,id>`: documents by exact id or, with `includeAllVersions`, the published document, draft and
 * versions of each; with `excludeContent` only which ids are missing. Unreadable documents are treated as missing.
 */
export function documentRoutes(lake: Lake): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>()
  routes.get('/data/doc/:dataset/:ids', (c) => {
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
    const presented = documents.map((document) => presentDocument(document, {baseUrl: lake.url}))
    return answerWhole(c, lake, JSON.stringify({documents: presented, omitted}))
  })
  return routes
}

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
