import {Hono} from 'hono'
import {requireAdmin} from '../access/requireAdmin.ts'
import type {Lake, LakeEnv} from '../types.ts'

/** What concerns the lake as a whole, next to backups. These paths are the lake's own. */
export function adminRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()

  app.delete('/lake/sessions', (c) => {
    requireAdmin(c)
    lake.sessions.endAll()
    return c.json({ended: true})
  })

  return app
}
