import type {MiddlewareHandler} from 'hono'
import type {Lake, LakeEnv} from '../types.ts'
import {identityOf} from './identityOf.ts'

/** Sets `identity` on every request. */
export function identify(lake: Lake): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    c.set('identity', identityOf(c.req.raw, lake, c.get('connection').url))
    await next()
  }
}
