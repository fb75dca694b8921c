import type {Context, MiddlewareHandler} from 'hono'
import {unauthorized} from '../errors.ts'
import type {LakeEnv} from '../http/connection.ts'
import {expiredSessionCookie, sessionsOf} from '../http/cookies.ts'
import {logSecurity} from '../http/logRequests.ts'
import type {Lake} from '../Lake.ts'

export const LOGIN_PATH = '/lake/login'
export const LOGOUT_PATH = '/lake/logout'
export const ACCOUNT_PATH = '/lake/account'

/** Path of the page that a one-time link opens. */
export const PASSWORD_PATH = '/lake/password'

export function loginAddress(url: string): string {
  const {pathname, search} = new URL(url)
  return `${LOGIN_PATH}?${new URLSearchParams({next: `${pathname}${search}`})}`
}

/** Sanitizes a redirect target: a path of this lake, else `/`. */
export function safeNext(next: string | undefined): string {
  // Without backslashes, which browsers read as slashes.
  const isPath = next !== undefined && /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(next)
  return isPath && !next.startsWith(LOGIN_PATH) ? next : '/'
}

/** Middleware: redirects browsers without a session to the login page, if there is a password. */
export function requireLogin({logins}: Lake): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    if (!logins.areRequired || c.get('identity').rights !== 'none') return next()
    const isPage = c.req.method === 'GET' && (c.req.header('accept') ?? '').includes('text/html')
    if (!isPage) throw unauthorized('This needs a session: sign in first')
    return c.redirect(loginAddress(c.req.url), 303)
  }
}

/** Ends the request's session and those of its cookies, and takes the cookie away. */
export function signOut(c: Context<LakeEnv>, lake: Lake): void {
  c.header('set-cookie', expiredSessionCookie(c.get('connection')))
  const own = c.get('session')
  // Requires a valid session: other sites may not end one.
  if (own === undefined) return
  logSecurity(c, lake, 'sign-out', {user: c.get('identity').id})
  for (const session of [own, ...sessionsOf(c.req.header('cookie'), c.get('connection'))]) lake.sessions.end(session)
  // Clears cached pages, but not storage, which holds unsent edits.
  c.header('clear-site-data', '"cache"')
}
