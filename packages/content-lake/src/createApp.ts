import {Hono} from 'hono'
import {getPath} from 'hono/utils/url'
import {adminRoutes} from './access/adminRoutes.ts'
import {identify} from './access/identify.ts'
import {peopleRoutes} from './access/peopleRoutes.ts'
import {assetFileRoutes} from './assets/assetFileRoutes.ts'
import {assetRoutes} from './assets/assetRoutes.ts'
import {backupRoutes} from './backup/backupRoutes.ts'
import {exportRoutes} from './dataset/exportRoutes.ts'
import {documentRoutes} from './documents/documentRoutes.ts'
import {mutationRoutes} from './documents/mutationRoutes.ts'
import {notFound} from './errors.ts'
import {historyRoutes} from './history/historyRoutes.ts'
import {answerError} from './http/answerError.ts'
import {
  allowOrigins,
  checkDataset,
  checkHost,
  connect,
  endUnread,
  limitBody,
  limitRequests,
  noStore,
  refuseUntilReady,
} from './http/guards.ts'
import {healthRoutes} from './http/healthRoutes.ts'
import type {Lake, LakeEnv} from './Lake.ts'
import {listenRoutes} from './listen/listenRoutes.ts'
import {liveRoutes} from './listen/liveRoutes.ts'
import {logRequests} from './log/logRequests.ts'
import {accountRoutes} from './login/accountRoutes.ts'
import {loginRoutes} from './login/loginRoutes.ts'
import {passwordLinkRoutes} from './login/passwordLinkRoutes.ts'
import {platformRoutes} from './platform/platformRoutes.ts'
import {queryRoutes} from './query/queryRoutes.ts'
import {studioRoutes} from './studio/studioRoutes.ts'

/** Version segments of Sanity's clients: `v1`, `v2025-02-19`, `vX`. */
const VERSION = '/:version{v(?:\\d[\\d-]*|X)}'

const AREAS = [
  queryRoutes,
  documentRoutes,
  mutationRoutes,
  listenRoutes,
  liveRoutes,
  historyRoutes,
  assetRoutes,
  exportRoutes,
  backupRoutes,
  adminRoutes,
  peopleRoutes,
  platformRoutes,
]

/** Paths that the client requests when its `resource` is a dataset. */
const RESOURCE =
  /^(\/v[^/]+)\/projects\/([^/]+)\/datasets\/([^/]+)\/(query|doc|mutate|actions|listen|live\/events|history|export|ping|assets\/images|assets\/files)(\/.*)?$/

/** Rewrites `/v1/projects/<project>/datasets/<dataset>/query` to `/v1/data/query/<dataset>`. */
function plainPath(path: string, projectId: string): string {
  const [, version = '', project, dataset = '', operation = '', rest = ''] = RESOURCE.exec(path) ?? []
  if (project !== projectId) return path
  const area = operation.startsWith('assets/') ? operation : `data/${operation}`
  return `${version}/${area}/${dataset}${rest}`
}

/** The lake's HTTP API: each area is a sub-app with paths of its own. */
export function createApp(lake: Lake): Hono<LakeEnv> {
  // Rewritten before routing, so that every guard holds for both spellings.
  const app = new Hono<LakeEnv>({getPath: (request) => plainPath(getPath(request), lake.options.projectId)})
  app.onError((error, c) => answerError(error, c, lake))
  app.notFound((c) => answerError(notFound(`The lake has nothing at ${c.req.method} ${c.req.path}`), c, lake))
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
    limitBody(),
  )
  app.use(checkDataset(lake))
  for (const routes of AREAS) app.route(VERSION, routes(lake))
  app.route('/', assetFileRoutes(lake))
  for (const routes of [healthRoutes, loginRoutes, accountRoutes, passwordLinkRoutes, studioRoutes])
    app.route('/', routes(lake))
  return app
}
