import {type Context, Hono} from 'hono'
import {bodyLimit} from 'hono/body-limit'
import {isTrustedOrigin} from '../access/origins.ts'
import {EXPIRED_SESSION_COOKIE, sessionCookie, sessionsOf} from '../access/session.ts'
import {forbidden, payloadTooLarge} from '../http/errors.ts'
import type {Lake, LakeEnv} from '../types.ts'
import {LOGIN_PATH, LOGOUT_PATH, safeNext} from './loginAddress.ts'
import {LOGIN_POLICY, type LoginPage, loginPage} from './loginPage.ts'
import {loginLanguage} from './loginTexts.ts'

const MAX_FORM_BYTES = 16 * 1024

/** The login page, and the way out. They exist only when the lake has a password. */
export function loginRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  if (!lake.logins.areNeeded) return app

  function show(c: Context<LakeEnv>, page: Omit<LoginPage, 'asksForName'>, status: 200 | 401 | 429): Response {
    c.header('content-security-policy', LOGIN_POLICY)
    c.header('cache-control', 'no-store')
    // With less the form would be sent without an origin.
    c.header('referrer-policy', 'same-origin')
    c.header('x-content-type-options', 'nosniff')
    c.header('vary', 'Accept-Language, Cookie', {append: true})
    return c.html(loginPage({...page, asksForName: lake.logins.areNamed}), status)
  }

  /** A form that a foreign page sends would sign people in or out behind their backs. */
  function requireOwnPage(c: Context<LakeEnv>): void {
    const origin = c.req.header('origin')
    if (origin !== undefined && !isTrustedOrigin(origin, c.get('connection').url, [])) {
      throw forbidden('This form can only be sent from the login page')
    }
  }

  app.get(LOGIN_PATH, (c) => {
    const language = loginLanguage(c.req.query('lang'), c.req.header('accept-language'))
    const state = c.get('identity').rights === 'none' ? 'ask' : 'signedIn'
    return show(c, {language, next: safeNext(c.req.query('next')), state}, 200)
  })

  const limit = bodyLimit({
    maxSize: MAX_FORM_BYTES,
    onError: () => {
      throw payloadTooLarge('The form is too long')
    },
  })
  app.post(LOGIN_PATH, limit, async (c) => {
    requireOwnPage(c)
    const form = new URLSearchParams(await c.req.text())
    const language = loginLanguage(form.get('lang') ?? undefined, c.req.header('accept-language'))
    const next = safeNext(form.get('next') ?? undefined)
    const {address, isSecure} = c.get('connection')
    const credentials = {name: form.get('name') ?? '', password: form.get('password') ?? ''}
    const result = await lake.logins.check(credentials, address)
    if (result.outcome === 'later') {
      c.header('retry-after', String(result.seconds))
      return show(c, {language, next, state: {laterInMinutes: Math.ceil(result.seconds / 60)}}, 429)
    }
    if (result.outcome === 'wrong') {
      lake.log.problem(`A login from ${address || 'an unknown address'} failed`, {id: c.get('requestId')})
      return show(c, {language, next, state: 'wrong'}, 401)
    }
    c.header('set-cookie', sessionCookie(lake.sessions.create(result.identity), {isSecure}))
    return c.redirect(next, 303)
  })

  app.post(LOGOUT_PATH, (c) => {
    requireOwnPage(c)
    if (c.get('identity').rights !== 'none') {
      for (const session of sessionsOf(c.req.header('cookie'))) lake.sessions.end(session)
    }
    c.header('set-cookie', EXPIRED_SESSION_COOKIE)
    return c.redirect(LOGIN_PATH, 303)
  })
  return app
}
