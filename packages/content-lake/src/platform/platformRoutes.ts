import {Hono} from 'hono'
import {isTrustedOrigin} from '../access/origins.ts'
import type {LakeEnv} from '../http/connection.ts'
import type {Lake} from '../Lake.ts'
import {exportRoutes} from '../routes/exportRoutes.ts'
import {authRoutes} from './authRoutes.ts'
import {FEATURES, projectRoutes} from './projectRoutes.ts'
import {ticketRoutes} from './ticketRoutes.ts'
import {userRoutes} from './userRoutes.ts'

export function platformRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  for (const routes of [userRoutes, projectRoutes, authRoutes, ticketRoutes, serviceRoutes, exportRoutes])
    app.route('/', routes(lake))
  return app
}

/** Stubs of hosted services, so that the Studio reports no errors. */
function serviceRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  app.get('/ping', (c) => c.json({pong: true}))
  app.get('/data/ping/:dataset', (c) => c.json({pong: true}))
  app.get('/check/cors', (c) => {
    const origin = c.req.header('origin')
    const allowed = !origin || isTrustedOrigin(origin, c.get('connection').url, lake.options.allowedOrigins)
    return c.json({result: {allowed, withCredentials: allowed}})
  })
  app.get('/features', (c) => c.json(FEATURES))
  app.get('/journey/announcements', (c) => c.json([]))
  // Offers to buy something, and links to help: there are none.
  app.get('/journey/:offer', (c) => c.json(null))
  app.get('/help', (c) => c.json({resources: {sectionArray: []}}))
  app.get('/intake/telemetry-status', (c) => c.json({status: 'denied'}))
  for (const kind of ['batch', 'feedback', 'tracing']) app.post(`/intake/${kind}`, (c) => c.json({}))
  // No cross-dataset references: a lake has one dataset.
  app.get('/data/references/:dataset/documents/:id/to', (c) => c.json({totalCount: 0, references: []}))
  return app
}
