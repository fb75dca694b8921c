import {createHash} from 'node:crypto'
import {type Context, Hono} from 'hono'
import {findProblem, guessableWords} from '../access/password.ts'
import {logSecurity} from '../http/logRequests.ts'
import type {LakeEnv} from '../http/request.ts'
import type {Lake} from '../Lake.ts'
import {ACCOUNT_TEXTS, type LoginLanguage, PASSWORD_LINK_TEXTS} from './loginTexts.ts'
import {
  escapeHtml,
  LOGIN_PATH,
  LOGIN_POLICY,
  languageOf,
  limitForm,
  PASSWORD_PATH,
  pageOf,
  passwordField,
  readForm,
  showPage,
} from './pages.ts'

/**
 * Takes the code from the address, where the next user of the browser would find it. Behind the #, it is in no server's
 * log, and a chat program that looks at the link learns and uses up nothing.
 */
const SCRIPT = `const field=document.querySelector('[name=code]');if(field&&location.hash.length>1){
field.value=location.hash.slice(1);field.parentElement.hidden=true;history.replaceState(null,'',location.pathname+location.search)}
for(const link of document.querySelectorAll('a[hreflang]'))link.addEventListener('click',()=>{if(field)link.hash=field.value})`
const POLICY = `${LOGIN_POLICY}; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`

/** The page for setting a password with a one-time link. It signs nobody in, and has no use for a session. */
export function passwordLinkRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  if (!lake.users.haveNames) return app
  const {logins, people, sessions} = lake

  const show = (c: Context<LakeEnv>, language: LoginLanguage, content: string, status: 200 | 400): Response => {
    const {title} = PASSWORD_LINK_TEXTS[language]
    const html = pageOf({language, title, content, switchTo: (lang) => `${PASSWORD_PATH}?lang=${lang}`})
    return showPage(c, `${html}<script>${SCRIPT}</script>\n`, status, POLICY)
  }

  app.get(PASSWORD_PATH, (c) => {
    const language = languageOf(c)
    return show(c, language, formOf(language, '', ''), 200)
  })

  app.post(PASSWORD_PATH, limitForm, async (c) => {
    const {form, language} = await readForm(c)
    const texts = {...ACCOUNT_TEXTS[language], ...PASSWORD_LINK_TEXTS[language]}
    const [code, next] = [(form.get('code') ?? '').trim(), form.get('next') ?? '']
    const identity = people.ownerOf(code)
    const record = (outcome: string) => logSecurity(c, lake, 'password by link', {outcome, user: identity?.id})
    const refuse = (outcome: string, notice: string) => {
      record(outcome)
      return show(c, language, formOf(language, notice, identity ? code : ''), 400)
    }
    if (!identity) return refuse('invalid', texts.invalid)
    if (next !== form.get('again')) return refuse('different', texts.different)
    const problem = findProblem(next, guessableWords(identity))
    if (problem) return refuse('unsuitable', texts[problem])
    // Used up only when the password is known to be saved with it; a second one at the same time comes too late, unless it is
    // the same form, sent twice.
    const isRedeemed = people.redeem(code, await logins.hash(next))
    if (!isRedeemed && !(await logins.isInForce(identity.id, next))) return refuse('invalid', texts.invalid)
    sessions.endAll('password', identity.id)
    record('set')
    const content = `<p role="status">${escapeHtml(texts.done(identity.id))}</p>
<p><a href="${LOGIN_PATH}?lang=${language}">${texts.signIn}</a></p>`
    return show(c, language, content, 200)
  })

  return app
}

function formOf(language: LoginLanguage, notice: string, code: string): string {
  const texts = {...ACCOUNT_TEXTS[language], ...PASSWORD_LINK_TEXTS[language]}
  return `${notice && `<p role="alert">${notice}</p>`}
<p>${texts.intro}</p>
<form method="post" action="${PASSWORD_PATH}">
<input type="hidden" name="lang" value="${language}">
<label${code && ' hidden'}>${texts.code}<input name="code" value="${escapeHtml(code)}" autocomplete="off" autocapitalize="none" spellcheck="false" required></label>
${passwordField(texts.next, 'next', 'new-password')}
${passwordField(texts.again, 'again', 'new-password')}
<p>${texts.hint}</p>
<button>${texts.save}</button>
</form>`
}
