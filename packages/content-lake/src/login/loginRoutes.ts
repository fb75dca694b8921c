import {type Context, Hono} from 'hono'
import {logSecurity} from '../http/logRequests.ts'
import {beginSession, deviceCookie, type LakeEnv, requireOwnPage, sessionsOf} from '../http/request.ts'
import type {Lake} from '../Lake.ts'
import {
  LOGIN_PATH,
  LOGOUT_PATH,
  type LoginPage,
  languageOf,
  limitForm,
  loginPage,
  readForm,
  safeNext,
  showPage,
  signOut,
} from './pages.ts'

export function loginRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  if (!lake.logins.areRequired) return app

  const show = (c: Context<LakeEnv>, page: Omit<LoginPage, 'asksForName'>, status: 200 | 401 | 429): Response =>
    showPage(c, loginPage({...page, asksForName: lake.users.haveNames}), status)

  app.get(LOGIN_PATH, (c) => {
    const language = languageOf(c)
    const state = c.get('identity').rights === 'none' ? 'ask' : 'signedIn'
    return show(c, {language, next: safeNext(c.req.query('next')), state}, 200)
  })

  app.post(LOGIN_PATH, limitForm, async (c) => {
    const {form, language, client} = await readForm(c)
    const next = safeNext(form.get('next') ?? undefined)
    const connection = c.get('connection')
    const credentials = {name: form.get('name') ?? '', password: form.get('password') ?? ''}
    const result = await lake.logins.check(credentials, client)
    const {outcome} = result
    const user = outcome === 'welcome' ? result.identity.id : outcome === 'wrong' ? result.userId : undefined
    logSecurity(c, lake, 'sign-in', {outcome, by: 'password', user})
    if (result.outcome === 'later') {
      c.header('retry-after', String(result.seconds))
      return show(c, {language, next, state: {laterInMinutes: Math.ceil(result.seconds / 60)}}, 429)
    }
    if (result.outcome === 'wrong') return show(c, {language, next, state: 'wrong'}, 401)
    // A new login ends the browser's earlier sessions.
    for (const earlier of sessionsOf(c.req.header('cookie'), connection)) lake.sessions.end(earlier)
    beginSession(c, lake, result.identity)
    c.header('set-cookie', deviceCookie(result.device, connection), {append: true})
    return c.redirect(next, 303)
  })

  app.post(LOGOUT_PATH, (c) => {
    requireOwnPage(c)
    signOut(c, lake)
    return c.redirect(LOGIN_PATH, 303)
  })
  return app
}
