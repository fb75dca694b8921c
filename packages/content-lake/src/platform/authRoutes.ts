import {randomBytes} from 'node:crypto'
import {Hono} from 'hono'
import {ExpiringMap} from '../access/ExpiringMap.ts'
import {EDITOR, mayWrite} from '../access/identities.ts'
import {isOwnProcess} from '../access/isOwnProcess.ts'
import {isTrustedOrigin} from '../access/origins.ts'
import {LIFETIME_MS} from '../access/Sessions.ts'
import {badRequest, forbidden, notFound, unauthorized} from '../errors.ts'
import {beginSession, type Caller, clientInfo, type LakeEnv, requireRead} from '../http/request.ts'
import type {Lake} from '../Lake.ts'
import {loginAddress, signOut} from '../login/pages.ts'
import type {Identity} from '../types.ts'
import {currentUser} from './userRoutes.ts'

const LOGIN_PATH = '/v1/auth/login/local'

/**
 * The auth API for the Studio in hosted mode. With a session, or without a password, signing in takes one click: anyone
 * who can reach a lake without a password is its user.
 */
export function authRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  /** One-time codes that a Studio on another loopback name exchanges for a session. They end with the one they are of. */
  const signIns = new ExpiringMap<Required<Caller>>(CODE_LIFETIME_MS)

  /** The owner of the new session: the named user or, for who may write, the one editor of a lake without names. */
  function ownerOf(identity: Identity): Identity | undefined {
    if (lake.users.haveNames) return identity.roles ? identity : undefined
    return lake.logins.areRequired && !mayWrite(identity) ? undefined : EDITOR
  }

  app.get('/auth/providers', (c) => {
    const {hostname, origin} = new URL(c.get('connection').url)
    // `sanity login` would wait for ever: no session is handed to the port at which it listens, which any page can name.
    if (lake.options.proxiedHosts.includes(hostname))
      throw badRequest(
        'There is no need to sign in: under dev the sanity command has the lake’s token, SANITY_AUTH_TOKEN',
      )
    return c.json({providers: [{name: 'local', title: 'This machine', url: `${origin}${LOGIN_PATH}`}]})
  })

  app.get('/auth/login/local', (c) => {
    const url = URL.parse(c.req.query('origin') ?? '')
    // Redirect to trusted origins only, as the redirect hands over a session.
    if (!url || !isTrustedOrigin(url.origin, c.get('connection').url, lake.options.allowedOrigins)) {
      throw badRequest('The "origin" parameter has to be the URL of a Studio that this lake serves or allows')
    }
    const identity = ownerOf(c.get('identity'))
    if (!identity) return c.redirect(loginAddress(c.req.url))
    const session = c.get('session') ?? beginSession(c, lake, identity)
    const code = randomBytes(24).toString('base64url')
    signIns.set(code, {identity, session})
    url.hash = `sid=${code}`
    return c.redirect(url.href)
  })

  app.get('/auth/fetch', (c) => {
    const signIn = signIns.take(c.req.query('sid') ?? '')
    if (!signIn || !lake.sessions.find(signIn.session)) throw unauthorized('This sign-in has been used or has expired')
    return c.json({token: lake.sessions.create(signIn.identity, clientInfo(c))})
  })

  app.get('/auth/id', (c) => {
    const {id} = requireRead(c)
    const begun = lake.sessions.factsOf(c.get('session') ?? '')?.createdAt ?? Date.now()
    return c.json({id, expiry: Math.floor((begun + LIFETIME_MS) / 1000)})
  })

  app.post('/auth/logout', (c) => {
    signOut(c, lake)
    return c.json({ok: true})
  })

  return app
}

const CODE_LIFETIME_MS = 60_000

/**
 * Proves the Studio user's identity to another server, without handing over the session cookie: the Studio requests a
 * ticket, passes it to that server, and the server redeems it here. Without logins a session proves only access to this
 * machine; tickets then go to processes of the lake's own user.
 */
export function ticketRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  /** Unlike a session, a ticket grants nothing. It ends with the session that it is of. */
  const tickets = new ExpiringMap<Caller>(TICKET_LIFETIME_MS)

  app.post('/auth/tickets', (c) => {
    const identity = requireRead(c)
    const session = c.get('session')
    if (session !== undefined && !lake.logins.areRequired && !isOwnProcess(c.env?.incoming, lake.options)) {
      throw forbidden(
        'Without a password the lake cannot tell who asks for this ticket: set one with --set-password, or name people with --users',
      )
    }
    const ticket = randomBytes(24).toString('base64url')
    tickets.set(ticket, {identity, ...(session !== undefined && {session})})
    return c.json({ticket, expires: Date.now() + TICKET_LIFETIME_MS})
  })

  // A separate header: logged nowhere, and not mistaken for a token.
  app.get('/auth/tickets/owner', (c) => {
    const holder = tickets.get(c.req.header('lake-ticket') ?? '')
    const isGood = holder && (holder.session === undefined || lake.sessions.find(holder.session))
    if (!isGood) throw notFound('This ticket has expired, or there never was one')
    return c.json(currentUser(holder.identity, lake))
  })

  return app
}

const TICKET_LIFETIME_MS = 5 * 60_000
