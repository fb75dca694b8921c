import type {Context, MiddlewareHandler} from 'hono'
import type {Lake, LakeEnv} from '../types.ts'
import {callerOf} from './callerOf.ts'
import type {SessionPlace} from './Sessions.ts'

/** Sets `identity` on every request, and `session` on those that come with one. */
export function identify(lake: Lake): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    const {identity, session} = callerOf(c.req.raw, lake, c.get('connection').url)
    c.set('identity', identity)
    c.set('session', session)
    await next()
  }
}

/** Where a request comes from, for the list of sessions. */
export const placeOf = (c: Context<LakeEnv>): SessionPlace => ({
  address: c.get('connection').address,
  agent: c.req.header('user-agent') ?? '',
})
