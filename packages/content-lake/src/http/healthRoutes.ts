import {Hono} from 'hono'
import type {Lake} from '../Lake.ts'
import type {LakeEnv} from './request.ts'

/**
 * `GET /health` for readiness, `GET /health/live` for liveness, which stays alive during an import. An anonymous client
 * of a lake with a password gets the status only, and so does who may not read everything: numbers count the rest.
 */
export function healthRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  app.get('/health', (c) => {
    const {status, ...details} = readHealth(lake)
    const identity = c.get('identity')
    const isStranger = lake.logins.areRequired && identity.rights === 'none'
    const isRestricted = lake.users.roles.readPermissions(identity) !== undefined
    // Tells a supervisor that its own lake answers.
    c.header('x-instance', process.env.INSTANCE_ID ?? '')
    if (status === 'starting') c.header('retry-after', '1')
    return c.json(isStranger || isRestricted ? {status} : {status, ...details}, status === 'ok' ? 200 : 503)
  })
  app.get('/health/live', (c) => c.json({status: 'alive'}))
  return app
}

function readHealth({database, documents, notReady, pendingDeliveries}: Lake) {
  const common = {
    documents: documents.size,
    uptimeSeconds: Math.floor(process.uptime()),
    memoryMb: Math.round(process.memoryUsage().rss / 1_000_000),
  }
  try {
    // Both tables, as no commit does without the second.
    const row = database
      .prepare('select coalesce(max(seq), 0) as seq, exists (select 1 from webhook_deliveries) from transactions')
      .get()
    const webhookBacklog = pendingDeliveries().reduce((sum, {count}) => sum + count, 0)
    const known = {seq: Number(row?.seq), webhookBacklog, ...common}
    return notReady === undefined ? {status: 'ok', ...known} : {status: 'starting', reason: notReady, ...known}
  } catch {
    // The database is closed or its disk is gone.
    return {status: 'failing', seq: 0, webhookBacklog: 0, ...common}
  }
}
