import type {SessionFacts} from '../access/Sessions.ts'
import {ACCOUNT_PATH} from './loginAddress.ts'
import {escapeHtml, pageOf, signOutForm} from './loginPage.ts'
import {ACCOUNT_TEXTS, LOGIN_TEXTS, type LoginLanguage} from './loginTexts.ts'

interface AccountPage {
  language: LoginLanguage
  /** Who is signed in. */
  name: string
  /** Whether the password can be changed here. */
  canChange: boolean
  sessions: readonly SessionFacts[]
  /** The id of the session that asks. */
  ownSession: string
  notice?: {text: string; isProblem: boolean}
}

export type AccountTexts = (typeof ACCOUNT_TEXTS)[LoginLanguage]

/** A page on which people change their password and sign out other devices; it works without JavaScript. */
export function accountPage(page: AccountPage): string {
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

const passwordField = (label: string, name: string, autocomplete: string): string =>
  `<label>${label}<input type="password" name="${name}" autocomplete="${autocomplete}" required></label>`

const passwordForm = (texts: AccountTexts, language: LoginLanguage): string =>
  `<form method="post" action="${ACCOUNT_PATH}/password">
<input type="hidden" name="lang" value="${language}">
${passwordField(texts.current, 'current', 'current-password')}
${passwordField(texts.next, 'next', 'new-password')}
${passwordField(texts.again, 'again', 'new-password')}
<p>${texts.hint}</p>
<button>${texts.save}</button>
</form>`

function sessionsForm({sessions, ownSession, language}: AccountPage, texts: AccountTexts): string {
  const items = sessions.map(({id, address, agent, usedAt}) => {
    const time = new Date(usedAt).toISOString().slice(0, 16).replace('T', ' ')
    const where = [agent || texts.unknownAgent, address].filter(Boolean).join(', ')
    const text = escapeHtml(`${where}, ${id === ownSession ? texts.here : texts.used(time)}`)
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
