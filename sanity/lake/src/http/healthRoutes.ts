import {Hono} from 'hono'
import type {Lake, LakeEnv} from '../types.ts'
import {healthOf} from './healthOf.ts'

/** `GET /health`: whether it works, for whoever supervises it. A stranger at a lake with a password learns no more. */
export function healthRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  app.get('/health', (c) => {
    const {status, ...details} = healthOf(lake)
    const isStranger = lake.logins.areNeeded && c.get('identity').rights === 'none'
    c.header('cache-control', 'no-store')
    return c.json(isStranger ? {status} : {status, ...details}, status === 'ok' ? 200 : 503)
  })
  return app
}
