import {Hono, type MiddlewareHandler} from 'hono'
import {getPath} from 'hono/utils/url'
import {commentsOf, mayReadComments, NO_COMMENTS} from './comments/comments.ts'
import {forbidden, notFound} from './errors.ts'
import {answerError} from './http/answerError.ts'
import {
  allowOrigins,
  checkHost,
  connect,
  datasetOf,
  endUnread,
  limitBody,
  limitRequests,
  noStore,
  refuseUntilReady,
} from './http/guards.ts'
import {healthRoutes} from './http/healthRoutes.ts'
import {logRequests} from './http/logRequests.ts'
import {identify, type LakeEnv, requireRead} from './http/request.ts'
import type {Lake} from './Lake.ts'
import {listenRoutes} from './listen/listenRoutes.ts'
import {liveRoutes} from './listen/liveRoutes.ts'
import {createFeed} from './listen/TransactionFeed.ts'
import {accountRoutes} from './login/accountRoutes.ts'
import {loginRoutes} from './login/loginRoutes.ts'
import {passwordLinkRoutes} from './login/passwordLinkRoutes.ts'
import {nothingAt, platformRoutes} from './platform/platformRoutes.ts'
import {adminRoutes} from './routes/adminRoutes.ts'
import {assetFileRoutes, assetRoutes} from './routes/assetRoutes.ts'
import {documentRoutes, exportRoutes} from './routes/documentRoutes.ts'
import {historyRoutes} from './routes/historyRoutes.ts'
import {mutationRoutes} from './routes/mutationRoutes.ts'
import {peopleRoutes} from './routes/peopleRoutes.ts'
import {queryRoutes} from './routes/queryRoutes.ts'
import {studioRoutes} from './studio/studioRoutes.ts'

/** Version segments of Sanity's clients: `v1`, `v2025-02-19`, `vX`. */
const VERSION = '/:version{v(?:\\d[\\d-]*|X)}'

/** Of every dataset. */
const DATASET_AREAS = [queryRoutes, documentRoutes, mutationRoutes, historyRoutes, exportRoutes]
const AREAS = [...DATASET_AREAS, assetRoutes, adminRoutes, peopleRoutes, platformRoutes]

/** Paths that the client requests when its `resource` is a dataset. */
const RESOURCE =
  /^(\/v[^/]+)\/projects\/([^/]+)\/datasets\/([^/]+)\/(query|doc|mutate|actions|listen|live\/events|history|export|ping|assets\/images|assets\/files)(\/.*)?$/

/**
 * Rewrites `/v1/projects/<project>/datasets/<dataset>/query` to `/v1/data/query/<dataset>`, and `//v1`, which `sanity
 * migration run` sends, to `/v1`.
 */
function plainPath(given: string, projectId: string): string {
  const path = given.replace(/^\/(?=\/v[\dX])/, '')
  const [, version = '', project, dataset = '', operation = '', rest = ''] = RESOURCE.exec(path) ?? []
  if (project !== projectId) return path
  const area = operation.startsWith('assets/') ? operation : `data/${operation}`
  return `${version}/${area}/${dataset}${rest}`
}

const pathsOf = ({options}: Lake) => ({
  getPath: (request: Request) => plainPath(getPath(request), options.projectId),
})

/** The environment of a request that has passed the guards. */
interface ChosenEnv extends LakeEnv {
  Bindings: LakeEnv['Bindings'] & {variables: LakeEnv['Variables']}
}

/** Middleware: leads requests for the comments to routes over their dataset. 404 for other datasets. */
function chooseDataset(lake: Lake): MiddlewareHandler<LakeEnv> {
  const {dataset, projectId} = lake.options
  const names = {content: dataset, comments: commentsOf(dataset)}
  let comments: Hono<ChosenEnv> | undefined
  return async (c, next) => {
    const named = datasetOf(c.req.path) ?? names.content
    if (named === names.content) return next()
    if (named !== names.comments) throw notFound(`Dataset "${named}" not found for project ID "${projectId}"`)
    // Asked without a session, and answered to everybody.
    if (/\/data\/ping\/[^/]+$/.test(c.req.path)) return next()
    if (!mayReadComments(requireRead(c), lake.users.roles)) throw forbidden(NO_COMMENTS)
    comments ??= commentsApp(lake.comments())
    return comments.fetch(c.req.raw, {...c.env, variables: {...c.var}})
  }
}

/** The routes of documents over the comments, behind the guards of `createApp`, which set the variables. */
function commentsApp(lake: Lake): Hono<ChosenEnv> {
  const app = new Hono<ChosenEnv>(pathsOf(lake))
  app.onError((error) => {
    throw error
  })
  app.notFound((c) => {
    throw nothingAt(c.req.method, c.req.path)
  })
  app.use(async (c, next) => {
    const {identity, session, connection, requestId} = c.env.variables
    c.set('identity', identity)
    c.set('session', session)
    c.set('connection', connection)
    c.set('requestId', requestId)
    await next()
  })
  for (const routes of DATASET_AREAS) app.route(VERSION, routes(lake))
  app.route(VERSION, listenRoutes(lake, createFeed(lake)))
  return app
}

/** The lake's HTTP API: each area is a sub-app with paths of its own. */
export function createApp(lake: Lake): Hono<LakeEnv> {
  // Rewritten before routing, so that every guard holds for both spellings.
  const app = new Hono<LakeEnv>(pathsOf(lake))
  app.onError((error, c) => answerError(error, c, lake))
  app.notFound((c) => answerError(nothingAt(c.req.method, c.req.path), c, lake))
  app.use(
    endUnread,
    noStore,
    logRequests(lake),
    connect(lake),
    checkHost(lake),
    allowOrigins(lake),
    refuseUntilReady(lake),
    identify(lake),
    limitRequests(lake),
    limitBody,
  )
  app.use(chooseDataset(lake))
  for (const routes of AREAS) app.route(VERSION, routes(lake))
  const feed = createFeed(lake)
  for (const routes of [listenRoutes, liveRoutes]) app.route(VERSION, routes(lake, feed))
  app.route('/', assetFileRoutes(lake))
  for (const routes of [healthRoutes, loginRoutes, accountRoutes, passwordLinkRoutes, studioRoutes])
    app.route('/', routes(lake))
  return app
}
