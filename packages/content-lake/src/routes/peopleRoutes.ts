import {type Context, Hono} from 'hono'
import {ExpiringMap} from '../access/ExpiringMap.ts'
import type {IssuedLink} from '../access/People.ts'
import {badRequest, forbidden, TypedError} from '../errors.ts'
import {jsonBody} from '../http/bodies.ts'
import {logSecurity} from '../http/logRequests.ts'
import {type LakeEnv, loginClient, requireOwnPage, requireRead} from '../http/request.ts'
import type {Lake} from '../Lake.ts'
import type {Identity, JsonObject} from '../types.ts'

/** The time after entering the password in which changes of people are allowed. */
const CONFIRMED_MS = 10 * 60 * 1000

/**
 * The people of the lake, for administrators: their sessions, with a password typed lately for each change, or the admin
 * token. These paths are the lake's own, not Sanity's.
 */
export function peopleRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  const {people, users, sessions, logins} = lake
  /** Sessions in which the password was typed lately. Signing in does not count, as a session can make others. */
  const confirmed = new ExpiringMap<true>(CONFIRMED_MS)

  /** Throws for all but administrators, on the Studio's own pages: another site's page may not even look. */
  function requireManager(c: Context<LakeEnv>): Identity {
    const identity = requireRead(c)
    requireOwnPage(c, 'People can only be managed from the lake’s own pages')
    if (identity.rights !== 'admin' && !(identity.roles && users.roles.mayManage(identity))) {
      throw forbidden(
        users.haveNames ? 'People are for administrators to manage' : 'This lake names nobody: start it with --users',
      )
    }
    return identity
  }

  /** For changes: a session in an unattended browser is not enough. */
  function requireConfirmed(c: Context<LakeEnv>): Identity {
    const identity = requireManager(c)
    if (identity.rights !== 'admin' && !confirmed.get(sessionOf(c))) {
      throw new TypedError(403, 'confirmationNeeded', 'Confirm your password first')
    }
    return identity
  }

  /** Checks again after reading the body, which may take minutes: its sender may be removed or demoted meanwhile. */
  async function confirmedBody(c: Context<LakeEnv>): Promise<{by: Identity; body: JsonObject}> {
    requireConfirmed(c)
    const body = await jsonBody(c)
    return {by: requireConfirmed(c), body}
  }

  const sessionOf = (c: Context<LakeEnv>): string => sessions.factsOf(c.get('session') ?? '')?.id ?? ''

  const record = (c: Context<LakeEnv>, event: string, by: Identity, whom: string, roles?: readonly string[]): void =>
    logSecurity(c, lake, event, {user: by.id, whom, ...(roles && {roles: roles.join(' ')})})

  function describe({id, name, email, roles = []}: Identity, own = sessions.list(id)): JsonObject {
    return {
      id,
      name,
      email: email ?? null,
      roles: [...roles],
      hasPassword: users.passwordOf(id) !== undefined,
      linkExpires: people.linkExpiryOf(id) ?? null,
      sessions: own.length,
      lastUsed: own[0]?.usedAt ?? null,
    }
  }

  const asUrl = ({code, expires}: IssuedLink, c: Context<LakeEnv>): JsonObject => {
    const base = lake.options.publicUrl ?? new URL(c.get('connection').url).origin
    return {url: `${base}/lake/password#${code}`, expires}
  }

  app.get('/lake/people', (c) => {
    const {id} = requireManager(c)
    const roles = users.roles.all.map(({name, title, description}) => ({name, title, description}))
    const owned = Map.groupBy(sessions.list(), ({userId}) => userId)
    const people = users.all.map((person) => describe(person, owned.get(person.id) ?? []))
    return c.json({you: id, confirmed: confirmed.get(sessionOf(c)) === true, roles, people})
  })

  app.post('/lake/people-confirmation', async (c) => {
    const identity = requireManager(c)
    const session = sessionOf(c)
    if (session === '') throw forbidden('A token has no password: this is for people who signed in')
    const {password} = await jsonBody(c)
    if (typeof password !== 'string') throw badRequest('The body has no "password"')
    const result = await logins.check({name: identity.id, password}, loginClient(c))
    logSecurity(c, lake, 'password confirmed', {outcome: result.outcome, user: identity.id})
    if (result.outcome === 'later') throw new TypedError(429, 'tooManyAttempts', 'Too many attempts', result.seconds)
    if (result.outcome === 'wrong') throw new TypedError(403, 'wrongPassword', 'That is not your password')
    confirmed.set(session, true)
    return c.json({confirmed: true})
  })

  app.post('/lake/people', async (c) => {
    const {by, body} = await confirmedBody(c)
    const {identity, link} = people.add(body)
    record(c, 'person added', by, identity.id, identity.roles)
    return c.json({person: describe(identity), link: asUrl(link, c)}, 201)
  })

  app.patch('/lake/people/:id', async (c) => {
    const {by, body} = await confirmedBody(c)
    const identity = people.change(c.req.param('id'), body)
    record(c, 'person changed', by, identity.id, identity.roles)
    return c.json({person: describe(identity)})
  })

  app.post('/lake/people/:id/link', (c) => {
    const by = requireConfirmed(c)
    const id = c.req.param('id')
    if (id === by.id) throw badRequest('Your own password is changed at /lake/account')
    const link = people.renewLink(id)
    sessions.endAll('administrator', id)
    record(c, 'password reset', by, id)
    return c.json({link: asUrl(link, c)})
  })

  app.delete('/lake/people/:id/sessions', (c) => {
    const by = requireConfirmed(c)
    const id = c.req.param('id')
    const ended = sessions.endAll('administrator', id)
    record(c, 'sessions ended', by, id)
    return c.json({ended})
  })

  app.delete('/lake/people/:id', (c) => {
    const by = requireConfirmed(c)
    const id = c.req.param('id')
    people.remove(id)
    record(c, 'person removed', by, id)
    return c.json({removed: id})
  })

  return app
}
