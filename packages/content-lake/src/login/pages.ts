import {createHash} from 'node:crypto'
import type {Context, MiddlewareHandler} from 'hono'
import {bodyLimit} from 'hono/body-limit'
import {payloadTooLarge, unauthorized} from '../errors.ts'
import {bodyText} from '../http/bodies.ts'
import {logSecurity} from '../http/logRequests.ts'
import {expiredSessionCookie, type LakeEnv, loginClient, requireOwnPage, sessionsOf} from '../http/request.ts'
import type {Lake} from '../Lake.ts'
import {LOGIN_TEXTS, type LoginLanguage, loginLanguage} from './loginTexts.ts'

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

const STYLE = `
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:22rem;margin:15vh auto;padding:0 1rem}
h1{font-size:1.25rem}
label:not([hidden]),input,button{display:block;width:100%;box-sizing:border-box;font:inherit}
input,button{padding:.625rem .75rem;border:1px solid GrayText;border-radius:.375rem}
input{margin:.25rem 0 1rem;background:Canvas;color:CanvasText}
button{border-color:CanvasText;background:CanvasText;color:Canvas;font-weight:600;cursor:pointer}
:focus-visible{outline:2px solid Highlight;outline-offset:2px}
h2{font-size:1rem;margin-top:2rem}
input[type=checkbox]{display:inline;width:auto;margin:0 .5rem 0 0}
li{margin:0 0 .75rem;overflow-wrap:anywhere}
ul{list-style:none;padding:0}
[role=alert],[role=status]{border-inline-start:3px solid;padding-inline-start:.75rem}
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Content security policy: no scripts, other hosts or frames. */
export const LOGIN_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export interface LoginPage {
  language: LoginLanguage
  next: string
  asksForName: boolean
  state: 'ask' | 'wrong' | 'signedIn' | {laterInMinutes: number}
}

export const passwordField = (label: string, name: string, autocomplete: string): string =>
  `<label>${label}<input type="password" name="${name}" autocomplete="${autocomplete}" required></label>`

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export function loginPage(page: LoginPage): string {
  const {language, next, state} = page
  const switchTo = (lang: LoginLanguage) => `${LOGIN_PATH}?${new URLSearchParams({next, lang})}`
  const content = state === 'signedIn' ? signedIn(page) : form(page)
  return pageOf({language, title: LOGIN_TEXTS[language].title, content, switchTo})
}

interface Page {
  language: LoginLanguage
  title: string
  /** HTML. */
  content: string
  switchTo: (language: LoginLanguage) => string
}

export function pageOf({language, title, content, switchTo}: Page): string {
  const other = language === 'zh' ? 'en' : 'zh'
  const texts = LOGIN_TEXTS[language]
  return `<!doctype html>
<html lang="${texts.htmlLang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
<main>
<h1>${title}</h1>
${content}
<p><a href="${escapeHtml(switchTo(other))}" lang="${LOGIN_TEXTS[other].htmlLang}">${texts.other}</a></p>
</main>
`
}

type Texts = (typeof LOGIN_TEXTS)[LoginLanguage]

function messageOf({language, state, asksForName}: LoginPage): string {
  const texts = LOGIN_TEXTS[language]
  if (state === 'wrong') return asksForName ? texts.wrongNameOrPassword : texts.wrong
  return typeof state === 'object' ? texts.later(state.laterInMinutes) : ''
}

function form(page: LoginPage): string {
  const {language, next, asksForName} = page
  const texts = LOGIN_TEXTS[language]
  const message = messageOf(page)
  return `<form method="post" action="${LOGIN_PATH}">
${message && `<p role="alert">${message}</p>`}
<input type="hidden" name="next" value="${escapeHtml(next)}">
<input type="hidden" name="lang" value="${language}">
${asksForName ? `<label>${texts.name}<input name="name" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus></label>` : ''}
<label>${texts.password}<input type="password" name="password" autocomplete="current-password" required${asksForName ? '' : ' autofocus'}></label>
<button>${texts.submit}</button>
</form>`
}

function signedIn({language, next}: LoginPage): string {
  const texts = LOGIN_TEXTS[language]
  return `<p>${texts.signedIn}</p>
<p><a href="${escapeHtml(next)}">${texts.open}</a></p>
<p><a href="${ACCOUNT_PATH}?lang=${language}">${texts.account}</a></p>
${signOutForm(texts)}`
}

export const signOutForm = (texts: Texts): string =>
  `<form method="post" action="${LOGOUT_PATH}"><button>${texts.leave}</button></form>`

const MAX_FORM_BYTES = 16 * 1024

export function showPage(
  c: Context<LakeEnv>,
  html: string,
  status: 200 | 400 | 401 | 429,
  policy = LOGIN_POLICY,
): Response {
  c.header('content-security-policy', policy)
  c.header('cross-origin-opener-policy', 'same-origin')
  // A stricter policy would send the form without an origin.
  c.header('referrer-policy', 'same-origin')
  return c.html(html, status)
}

/** The language that the page is asked for in, by its form or its address, else the browser's. */
export const languageOf = (c: Context<LakeEnv>, wanted = c.req.query('lang')): LoginLanguage =>
  loginLanguage(wanted, c.req.header('accept-language'))

/** Reads a form that one of the lake's own pages sent. Throws 403 for others. */
export async function readForm(c: Context<LakeEnv>) {
  requireOwnPage(c)
  const form = new URLSearchParams(await bodyText(c))
  return {form, language: languageOf(c, form.get('lang') ?? undefined), client: loginClient(c)}
}

export const limitForm = bodyLimit({
  maxSize: MAX_FORM_BYTES,
  onError: () => {
    throw payloadTooLarge('The form is too long')
  },
})
