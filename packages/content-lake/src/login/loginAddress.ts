import type {Context, MiddlewareHandler} from 'hono'
import {sessionsOf} from '../access/cookies.ts'
import {unauthorized} from '../errors.ts'
import type {Lake, LakeEnv} from '../types.ts'

/** Where people sign in. Versions of the API never look like this, nor do paths of a Studio. */
export const LOGIN_PATH = '/lake/login'
export const LOGOUT_PATH = '/lake/logout'
/** Where they change their password and see their sessions. */
export const ACCOUNT_PATH = '/lake/account'

/** The login page that leads back to a URL of this lake. */
export function loginAddress(url: string): string {
  const {pathname, search} = new URL(url)
  return `${LOGIN_PATH}?${new URLSearchParams({next: `${pathname}${search}`})}`
}

/** A path of this lake and nothing else, whatever a link to the login page says. */
export function safeNext(next: string | undefined): string {
  const isPath = next !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) && !next.includes('\\')
  return isPath && !next.startsWith(LOGIN_PATH) ? next : '/'
}

/** Lets through who has signed in, when there is a password; sends browsers to the login page. */
export function requireLogin({logins}: Lake): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    if (!logins.areNeeded || c.get('identity').rights !== 'none') return next()
    const isPage = c.req.method === 'GET' && (c.req.header('accept') ?? '').includes('text/html')
    if (!isPage) throw unauthorized('This needs a session: sign in first')
    c.header('cache-control', 'no-store')
    return c.redirect(loginAddress(c.req.url), 303)
  }
}

/** Ends the session of a request, in whatever way it was sent, and those of its cookies. */
export function signOut(c: Context<LakeEnv>, {sessions, log}: Lake): void {
  const own = c.get('session')
  // Only with the right to use them: a foreign page may not end a session either.
  if (own === undefined) return
  const {id} = c.get('identity')
  log.security('sign-out', {id: c.get('requestId'), user: id, address: c.get('connection').address})
  for (const session of [own, ...sessionsOf(c.req.header('cookie'), c.get('connection'))]) sessions.end(session)
  // Pages that were seen with the session; unsent edits, which a browser keeps elsewhere, stay.
  c.header('clear-site-data', '"cache"')
}
