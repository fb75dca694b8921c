import {Hono} from 'hono'
import {notFound} from '../errors.ts'
import type {LakeEnv} from '../http/connection.ts'
import {requireAdmin} from '../http/requireRights.ts'
import type {Lake} from '../Lake.ts'

/** Administration of sessions, and of lakes for tests. These paths are the lake's own, not Sanity's. */
export function adminRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()

  app.get('/lake/sessions', (c) => {
    requireAdmin(c)
    return c.json({sessions: lake.sessions.list(c.req.query('user'))})
  })

  app.delete('/lake/sessions', (c) => {
    requireAdmin(c)
    return c.json({ended: lake.sessions.endAll('administrator', c.req.query('user'))})
  })

  app.delete('/lake/sessions/:id', (c) => {
    requireAdmin(c)
    if (!lake.sessions.endById(c.req.param('id'), 'administrator')) throw notFound('There is no such session')
    return c.json({ended: 1})
  })

  app.post('/lake/reset', async (c) => {
    requireAdmin(c)
    if (!lake.reset) throw notFound('Only a lake for tests, started with --seed, can be reset')
    await lake.reset()
    return c.json({reset: true})
  })

  return app
}
