import {randomBytes} from 'node:crypto'
import type {Context, MiddlewareHandler} from 'hono'
import type {Lake} from '../Lake.ts'
import type {LogFields} from '../log/Log.ts'
import type {LakeEnv} from './request.ts'

/** Request ids accepted from clients. */
const REQUEST_ID = /^[\w.:-]{1,64}$/

/** Middleware: sets `requestId`, the client's if well formed, also as a header. Logs responses without their query. */
export function logRequests({log}: Lake): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    const start = performance.now()
    const given = c.req.header('x-request-id') ?? ''
    const id = REQUEST_ID.test(given) ? given : randomBytes(9).toString('base64url')
    c.set('requestId', id)
    await next()
    c.header('x-request-id', id)
    if (!log.has('requests')) return
    const ms = Math.round((performance.now() - start) * 10) / 10
    const identity = c.get('identity')?.id ?? 'unknown'
    const {method, path} = c.req
    const {status} = c.res
    log.event('requests', 'request', {id, method, path, status, ms, identity})
  }
}

/** Logs a security event with the id and the sender of its request; early ones have no sender yet. */
export function logSecurity(c: Context<LakeEnv>, {log}: Pick<Lake, 'log'>, event: string, fields: LogFields): void {
  log.security(event, {id: c.get('requestId'), ...fields, address: c.get('connection')?.address})
}
