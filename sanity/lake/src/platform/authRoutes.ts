import {Hono} from 'hono'
import {EDITOR} from '../access/identities.ts'
import {isTrustedOrigin} from '../access/origins.ts'
import {requireRead} from '../access/requireRead.ts'
import {EXPIRED_SESSION_COOKIE, sessionCookie, sessionsOf} from '../access/session.ts'
import {badRequest, unauthorized} from '../http/errors.ts'
import {loginAddress} from '../login/loginAddress.ts'
import type {Identity, Lake, LakeEnv} from '../types.ts'
import {SignIns} from './SignIns.ts'

const LOGIN_PATH = '/v1/auth/login/local'
const MONTH_S = 30 * 24 * 60 * 60

/**
 * What the Studio's own auth store asks for when it runs in hosted mode against this lake. Signing in takes one click
 * for whoever has a session, or when there is no password: whoever can reach the lake is then this machine's user.
 */
export function authRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  const signIns = new SignIns()

  /** Whose session it will be: a named user's own, else that of the one editor that there is. */
  function ownerOf(identity: Identity): Identity | undefined {
    if (lake.logins.areNamed) return identity.roles ? identity : undefined
    return lake.logins.areNeeded && identity.rights === 'none' ? undefined : EDITOR
  }

  app.get('/auth/providers', (c) => {
    const url = `${new URL(c.get('connection').url).origin}${LOGIN_PATH}`
    return c.json({providers: [{name: 'local', title: 'This machine', url}]})
  })

  app.get('/auth/login/local', (c) => {
    const target = c.req.query('origin') ?? ''
    const origin = URL.canParse(target) ? new URL(target).origin : ''
    // The session goes wherever this redirects, so it only does to pages that may have one.
    if (!isTrustedOrigin(origin, c.get('connection').url, lake.options.allowedOrigins)) {
      throw badRequest('The "origin" parameter has to be the URL of a Studio that this lake serves or allows')
    }
    const identity = ownerOf(c.get('identity'))
    if (!identity) return c.redirect(loginAddress(c.req.url))
    const url = new URL(target)
    url.hash = `sid=${signIns.create(identity)}`
    c.header('set-cookie', sessionCookie(lake.sessions.create(identity), c.get('connection')))
    return c.redirect(url.href)
  })

  app.get('/auth/fetch', (c) => {
    const identity = signIns.redeem(c.req.query('sid') ?? '')
    if (!identity) throw unauthorized('This sign-in has been used or has expired')
    return c.json({token: lake.sessions.create(identity)})
  })

  app.get('/auth/id', (c) => c.json({id: requireRead(c).id, expiry: Math.floor(Date.now() / 1000) + MONTH_S}))

  app.post('/auth/logout', (c) => {
    const token = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    // Only with the right to use it: a foreign page may not end a session either.
    if (c.get('identity').rights !== 'none') {
      for (const session of [token ?? '', ...sessionsOf(c.req.header('cookie'))]) lake.sessions.end(session)
    }
    c.header('set-cookie', EXPIRED_SESSION_COOKIE)
    return c.json({ok: true})
  })

  return app
}
