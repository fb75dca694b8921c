import {type Context, Hono} from 'hono'
import type {LoginResult} from '../access/logins.ts'
import type {SessionFacts} from '../access/Sessions.ts'
import {forbidden, unauthorized} from '../errors.ts'
import {logSecurity} from '../http/logRequests.ts'
import {beginSession, type Caller, expiredSessionCookie, type LakeEnv, requireOpenSession} from '../http/request.ts'
import type {Lake} from '../Lake.ts'
import {ACCOUNT_TEXTS, LOGIN_TEXTS, type LoginLanguage} from './loginTexts.ts'
import {
  ACCOUNT_PATH,
  escapeHtml,
  LOGIN_PATH,
  languageOf,
  limitForm,
  pageOf,
  passwordField,
  readForm,
  requireLogin,
  showPage,
  signOutForm,
} from './pages.ts'

export function accountRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  if (!lake.logins.areRequired) return app
  const {logins, sessions} = lake

  function show(
    c: Context<LakeEnv>,
    {identity, session}: Required<Caller>,
    {language, notice, status = 200}: {language: LoginLanguage; notice?: string; status?: 200 | 400 | 401 | 429},
  ): Response {
    const html = accountPage({
      language,
      name: identity.name,
      canChange: logins.canChange,
      sessions: sessions.list(identity.id),
      ownSession: sessions.factsOf(session)?.id ?? '',
      ...(notice && {notice: {text: notice, isProblem: status !== 200}}),
    })
    return showPage(c, html, status)
  }

  /** Tokens and anonymous requests have no account. */
  function requireCaller(c: Context<LakeEnv>): Required<Caller> {
    const [identity, session] = [c.get('identity'), c.get('session')]
    if (identity.rights === 'none') throw unauthorized('This needs a session: sign in first')
    if (session === undefined) throw forbidden('A token has no password: this is for people who signed in')
    requireOpenSession(c, lake)
    return {identity, session}
  }

  app.get(ACCOUNT_PATH, requireLogin(lake), (c) => {
    const language = languageOf(c)
    return show(c, requireCaller(c), {language})
  })

  app.post(`${ACCOUNT_PATH}/password`, limitForm, async (c) => {
    const {form, language, client} = await readForm(c)
    const caller = requireCaller(c)
    const texts = ACCOUNT_TEXTS[language]
    const {identity} = caller
    if (!logins.canChange) return show(c, caller, {language, notice: texts.given, status: 400})
    const [current, next] = [form.get('current') ?? '', form.get('next') ?? '']
    if (next !== form.get('again')) return show(c, caller, {language, notice: texts.different, status: 400})
    const result = await logins.change(identity, {current, next}, client)
    const {outcome} = result
    logSecurity(c, lake, 'password change', {outcome, user: identity.id})
    if (outcome === 'unsuitable') return show(c, caller, {language, notice: texts[result.problem], status: 400})
    if (outcome !== 'changed') return show(c, caller, {language, ...refusal(c, result, texts)})
    sessions.endAll('password', identity.id)
    const session = beginSession(c, lake, logins.ownerOf(identity.id))
    return show(c, {identity, session}, {language, notice: texts.changed})
  })

  app.post(`${ACCOUNT_PATH}/sessions`, limitForm, async (c) => {
    const {form, language, client} = await readForm(c)
    const caller = requireCaller(c)
    const texts = ACCOUNT_TEXTS[language]
    const {identity, session} = caller
    const own = new Set(sessions.list(identity.id).map(({id}) => id))
    const chosen = form.getAll('session').filter((id) => own.has(id))
    if (chosen.length === 0) return show(c, caller, {language, notice: texts.none, status: 400})
    const checked = await logins.check({name: identity.id, password: form.get('current') ?? ''}, client)
    if (checked.outcome !== 'welcome') return show(c, caller, {language, ...refusal(c, checked, texts)})
    for (const id of chosen) sessions.endById(id, 'user')
    if (sessions.find(session)) return show(c, caller, {language, notice: texts.ended(chosen.length)})
    c.header('set-cookie', expiredSessionCookie(c.get('connection')))
    return c.redirect(LOGIN_PATH, 303)
  })

  return app
}

type Refused = Exclude<LoginResult, {outcome: 'welcome'}>

function refusal(c: Context<LakeEnv>, result: Refused, texts: AccountTexts) {
  if (result.outcome === 'wrong') return {notice: texts.wrong, status: 401 as const}
  c.header('retry-after', String(result.seconds))
  return {notice: texts.later(Math.ceil(result.seconds / 60)), status: 429 as const}
}

interface AccountPage {
  language: LoginLanguage
  name: string
  canChange: boolean
  sessions: readonly SessionFacts[]
  ownSession: string
  notice?: {text: string; isProblem: boolean}
}

type AccountTexts = (typeof ACCOUNT_TEXTS)[LoginLanguage]

function accountPage(page: AccountPage): string {
  const {language, notice} = page
  const texts = ACCOUNT_TEXTS[language]
  const content = `${notice ? `<p role="${notice.isProblem ? 'alert' : 'status'}">${notice.text}</p>` : ''}
<p>${escapeHtml(texts.who(page.name))}</p>
<p><a href="/">${texts.open}</a></p>
<h2>${texts.change}</h2>
${page.canChange ? passwordForm(texts, language) : `<p>${texts.given}</p>`}
<h2>${texts.sessions}</h2>
${sessionsForm(page, texts)}
<hr>
${signOutForm(LOGIN_TEXTS[language])}`
  return pageOf({language, title: texts.title, content, switchTo: (lang) => `${ACCOUNT_PATH}?lang=${lang}`})
}

const passwordForm = (texts: AccountTexts, language: LoginLanguage): string =>
  `<form method="post" action="${ACCOUNT_PATH}/password">
<input type="hidden" name="lang" value="${language}">
${passwordField(texts.current, 'current', 'current-password')}
${passwordField(texts.next, 'next', 'new-password')}
${passwordField(texts.again, 'again', 'new-password')}
<p>${texts.hint}</p>
<button>${texts.save}</button>
</form>`

/** The first that fits counts: each names those after it, too. */
const BROWSERS = [
  [/MicroMessenger\//, 'WeChat'],
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

/** Names browser and system of a `User-Agent` as people call them: `Chrome · Windows`; any other one as it is. */
function deviceOf(agent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map((known) => known.find(([sign]) => sign.test(agent))?.[1])
  return browser && system ? `${browser} · ${system}` : agent
}

/** `3 hours ago`: a page without scripts cannot tell the time of day where it is read. */
function agoOf(milliseconds: number, language: LoginLanguage): string {
  const minutes = Math.max(1, Math.floor(milliseconds / 60_000))
  const hours = Math.floor(minutes / 60)
  const words = new Intl.RelativeTimeFormat(LOGIN_TEXTS[language].htmlLang)
  if (hours === 0) return words.format(-minutes, 'minute')
  return hours < 24 ? words.format(-hours, 'hour') : words.format(-Math.floor(hours / 24), 'day')
}

function sessionsForm({sessions, ownSession, language}: AccountPage, texts: AccountTexts): string {
  // This request has used its session now.
  const now = Math.max(...sessions.map(({usedAt}) => usedAt))
  const items = sessions.map(({id, address, agent, usedAt}) => {
    const used = id === ownSession ? texts.here : texts.used(agoOf(now - usedAt, language))
    const facts = [deviceOf(agent) || texts.unknownAgent, address, used].filter(Boolean)
    const text = escapeHtml(facts.join(texts.separator))
    return `<li><label><input type="checkbox" name="session" value="${id}">${text}</label></li>`
  })
  return `<form method="post" action="${ACCOUNT_PATH}/sessions">
<input type="hidden" name="lang" value="${language}">
<ul>
${items.join('\n')}
</ul>
${passwordField(texts.current, 'current', 'current-password')}
<button>${texts.end}</button>
</form>`
}
