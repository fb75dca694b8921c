import type {MiddlewareHandler} from 'hono'
import {unauthorized} from '../errors.ts'
import type {Lake, LakeEnv} from '../types.ts'
import {loginAddress} from './loginAddress.ts'

/** Lets through who has signed in, when there is a password; sends browsers to the login page. */
export function askForPassword({logins}: Lake): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    if (!logins.areNeeded || c.get('identity').rights !== 'none') return next()
    const isPage = c.req.method === 'GET' && (c.req.header('accept') ?? '').includes('text/html')
    if (!isPage) throw unauthorized('This needs a session: sign in first')
    c.header('cache-control', 'no-store')
    return c.redirect(loginAddress(c.req.url), 303)
  }
}
