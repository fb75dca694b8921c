import {type Context, Hono} from 'hono'
import {compress} from 'hono/compress'
import {EDITOR} from '../access/identities.ts'
import {mayReadComments} from '../comments/comments.ts'
import {badRequest} from '../errors.ts'
import {answerWhole, jsonBody, queryParameters, readFlag} from '../http/bodies.ts'
import {type LakeEnv, requireOpenSession} from '../http/request.ts'
import {isRecord, isStringList} from '../json.ts'
import type {Lake} from '../Lake.ts'
import {QUERY_LIMITS} from '../query/limits/queryLimits.ts'
import {defaultPerspective} from '../query/perspective.ts'
import {EVERYTHING, PERMISSIONS} from '../roles/definitions.ts'
import type {JsonValue, Perspective} from '../types.ts'

interface SentQuery {
  query: string
  params: Record<string, JsonValue>
  perspective: Perspective | undefined
}

/** `/data/query/<dataset>`: GROQ, by GET or, for long queries, by POST. Answers from one kilobyte on are compressed. */
export function queryRoutes(lake: Lake): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>()
  routes.use('/data/query/:dataset', compress())
  routes.get('/data/query/:dataset', (c) => answer(c, lake, queryOfUrl(c)))
  routes.post('/data/query/:dataset', async (c) => {
    const query = await queryOfBody(c)
    requireOpenSession(c, lake)
    return answer(c, lake, query)
  })
  return routes
}

/** The client's option `variant`: without a refusal it would be answered with what everybody gets. */
const VARIANTS = ['variant', 'variantCondition']

async function answer(c: Context<LakeEnv>, lake: Lake, {query, params, perspective}: SentQuery): Promise<Response> {
  if (VARIANTS.some((name) => c.req.query(name))) throw badRequest('The lake has no variants: ask without "variant"')
  if (query === GROUPS_QUERY && mayReadComments(c.get('identity'), lake.users.roles)) {
    return c.json({query, result: groupsOf(lake), syncTags: [], ms: 0})
  }
  const sourceMap = c.req.query('resultSourceMap')
  const returnsQuery = readFlag('returnQuery', c.req.query('returnQuery'), true)
  const json = await lake.queryAsJson({
    query,
    params,
    perspective: checkPerspective(perspective ?? defaultPerspective(c.req.param('version') ?? '')),
    identity: c.get('identity'),
    isLocal: c.get('connection').isLocal,
    resultSourceMap: sourceMap === 'withKeyArraySelector' || readFlag('resultSourceMap', sourceMap),
  })
  return answerWhole(c, lake, returnsQuery ? withQuery(query, json) : json)
}

/** The Studio's question who may be mentioned in a comment: hosted Sanity keeps roles with their members as documents. */
const GROUPS_QUERY = '*[_type == "system.group"]{members, grants}'

const groupsOf = ({users}: Lake) =>
  users.haveNames
    ? users.roles.all.map(({name, grants}) => ({
        members: users.all.flatMap(({id, roles}) => (roles?.includes(name) ? id : [])),
        grants: grants.map(({filter, permissions}) => ({filter, permissions})),
      }))
    : [{members: [EDITOR.id], grants: [{filter: EVERYTHING, permissions: PERMISSIONS}]}]

/** Puts the query before the other fields. */
function withQuery(query: string, json: string | Uint8Array): string | Uint8Array<ArrayBuffer> {
  const start = `{"query":${JSON.stringify(query)},`
  return typeof json === 'string' ? start + json.slice(1) : Buffer.concat([Buffer.from(start), json.subarray(1)])
}

function queryOfUrl(c: Context<LakeEnv>): SentQuery {
  const query = c.req.query('query')
  if (query === undefined) throw badRequest('The parameter "query" is missing')
  return {query, params: queryParameters(Object.entries(c.req.query())), perspective: perspectiveOfUrl(c)}
}

/** Characters of the longest query with the longest parameters, and what is around them. Strangers may send as much. */
const MAX_BODY = QUERY_LIMITS.queryLength + QUERY_LIMITS.parametersLength + 64 * 1024

async function queryOfBody(c: Context<LakeEnv>): Promise<SentQuery> {
  const {query, params = {}, options} = await jsonBody(c, MAX_BODY)
  if (typeof query !== 'string') throw badRequest('The body has no "query"')
  if (!isRecord(params)) throw badRequest('"params" has to be an object')
  const wanted = isRecord(options) ? options.perspective : undefined
  const named = typeof wanted === 'string' ? [wanted] : isStringList(wanted) ? wanted : undefined
  return {query, params, perspective: perspectiveOfUrl(c) ?? named}
}

/** A comma-separated list of names. */
function perspectiveOfUrl(c: Context<LakeEnv>): Perspective | undefined {
  const perspective = c.req.query('perspective')
  return perspective ? perspective.split(',') : undefined
}

/** Any name that a release may have. */
const PERSPECTIVE_NAME = /^[a-z0-9_-]+$/i
/** Each document is looked for under each of the names. */
const MAX_PERSPECTIVES = 100

function checkPerspective(perspective: Perspective): Perspective {
  const names = typeof perspective === 'string' ? [perspective] : perspective
  if (names.length > MAX_PERSPECTIVES) throw badRequest(`A perspective has at most ${MAX_PERSPECTIVES} names`)
  const wrong = names.find((name) => !PERSPECTIVE_NAME.test(name))
  if (wrong !== undefined) throw badRequest(`"${wrong}" is not the name of a perspective`)
  if (names.length > 1 && names.includes('raw'))
    throw badRequest('The perspective "raw" cannot be combined with others')
  return perspective
}
