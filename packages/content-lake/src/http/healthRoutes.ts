import {Hono} from 'hono'
import type {Lake, LakeEnv} from '../types.ts'
import {healthOf} from './healthOf.ts'

/**
 * For whoever supervises it: `GET /health` whether requests are to be sent to it (readiness), `GET /health/live`
 * whether the process is alive, which is no reason to start it anew while it imports. A stranger at a lake with a
 * password learns no more than the status.
 */
export function healthRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  app.get('/health', (c) => {
    const {status, ...details} = healthOf(lake)
    const isStranger = lake.logins.areNeeded && c.get('identity').rights === 'none'
    c.header('cache-control', 'no-store')
    // By this, whoever has started it knows that it is its own lake that answers.
    c.header('x-instance', process.env.INSTANCE_ID ?? '')
    if (status === 'starting') c.header('retry-after', '1')
    return c.json(isStranger ? {status} : {status, ...details}, status === 'ok' ? 200 : 503)
  })
  app.get('/health/live', (c) => {
    c.header('cache-control', 'no-store')
    return c.json({status: 'alive'})
  })
  return app
}
