import {Hono} from 'hono'
import {identify} from '../access/identify.ts'
import {assetFileRoutes} from '../assets/assetFileRoutes.ts'
import {assetRoutes} from '../assets/assetRoutes.ts'
import {backupRoutes} from '../backup/backupRoutes.ts'
import {exportRoutes} from '../dataset/exportRoutes.ts'
import {historyRoutes} from '../history/historyRoutes.ts'
import {listenRoutes} from '../listen/listenRoutes.ts'
import {liveRoutes} from '../live/liveRoutes.ts'
import {logRequests} from '../log/logRequests.ts'
import {loginRoutes} from '../login/loginRoutes.ts'
import {platformRoutes} from '../platform/platformRoutes.ts'
import {studioRoutes} from '../studio/studioRoutes.ts'
import type {Lake, LakeEnv} from '../types.ts'
import {adminRoutes} from './adminRoutes.ts'
import {answerError} from './answerError.ts'
import {documentRoutes} from './documentRoutes.ts'
import {notFound} from './errors.ts'
import {allowOrigins, checkDataset, checkHost, connect, limitBody} from './guards.ts'
import {healthRoutes} from './healthRoutes.ts'
import {mutationRoutes} from './mutationRoutes.ts'
import {queryRoutes} from './queryRoutes.ts'

/** Every version segment that Sanity's clients send: `v1`, `v2025-02-19`, `vX`. */
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
  platformRoutes,
]

/** The lake's HTTP API: each area is a sub-app with paths of its own. */
export function createApp(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  app.onError((error, c) => answerError(error, c, lake))
  app.notFound((c) => answerError(notFound(`The lake has nothing at ${c.req.method} ${c.req.path}`), c, lake))
  app.use(logRequests(lake), connect(lake), checkHost(lake), allowOrigins(lake), limitBody(), identify(lake))
  app.use(checkDataset(lake))
  for (const routes of AREAS) app.route(VERSION, routes(lake))
  app.route('/', assetFileRoutes(lake))
  for (const routes of [healthRoutes, loginRoutes, studioRoutes]) app.route('/', routes(lake))
  return app
}
