import {isForeign} from '../lib/isForeign.ts'
import {isLocale, type Locale} from '../lib/locales.ts'
import {readFormData} from '../lib/readBody.ts'
import {isRoute} from '../lib/routes.ts'
import {checkEnquiry} from './checkEnquiry.ts'
import type {NewEnquiry} from './enquiry.ts'
import {type EnquiryProblems, type EnquiryValues, type Failure, readForm} from './fields.ts'
import type {SubmissionResult} from './submitEnquiry.ts'

export const maxBodyBytes = 64 * 1024
/** In milliseconds; no person fills in the form faster. */
const minFillTime = 3000

/** A checked form, to be stored. */
export interface Received {
  enquiry: NewEnquiry
  formKey: string
  isSpam: boolean
}

export type FormOutcome = {locale: Locale; page: string; key: string} & (
  | {outcome: 'received'}
  | {outcome: 'incomplete'; values: EnquiryValues; problems: EnquiryProblems}
  | {outcome: Failure; values?: EnquiryValues}
)

interface Receiver {
  siteUrl: string
  store: (received: Received) => Promise<SubmissionResult>
}

/**
 * Checks a posted form and stores it; only a stored form is acknowledged. A bot is always told `received`, and a valid
 * form of a bot is stored as spam, in case it was a person's.
 */
export async function receiveForm(request: Request, {siteUrl, store}: Receiver): Promise<FormOutcome> {
  const {from, ...unknown} = senderOf(request.headers, siteUrl)
  if (isForeign(request.headers, siteUrl)) return {...unknown, outcome: 'foreign'}
  const form = await readFormData(request, maxBodyBytes)
  if (typeof form === 'string') return {...unknown, outcome: form}

  const {values, hidden} = readForm(form)
  const visitor = {
    locale: isLocale(hidden.locale) ? hidden.locale : unknown.locale,
    // Without JavaScript the field is empty, but the contact page's address names the page, too.
    page: knownPage(hidden.page) || knownPage(from.searchParams.get('from') ?? ''),
  }
  const sender = {...visitor, key: printableAscii(hidden.key, 64)}
  const isSpam = hidden.trap !== '' || (/^\d+$/.test(hidden.elapsed) && Number(hidden.elapsed) < minFillTime)
  const checked = checkEnquiry(values)
  if ('problems' in checked) {
    if (isSpam) return {...sender, outcome: 'received'}
    return {...sender, outcome: 'incomplete', values, problems: checked.problems}
  }
  const {consent: _, interest, ...given} = checked.values
  const [, id = '', interestName = ''] = /^([\w.-]+) (.*)$/.exec(interest) ?? ['', '', interest]
  const enquiry = {
    ...given,
    ...visitor,
    interest: id,
    interestName,
    privacyVersion: printableAscii(hidden.privacyVersion, 100),
  }
  const result = await store({enquiry, formKey: sender.key, isSpam}).catch(() => 'failed' as const)
  if (isSpam || result === 'stored' || result === 'known') {
    return {...sender, outcome: 'received'}
  }
  return {...sender, outcome: result, values}
}

/** Returns the language of a form that was not read, and the URL that it was sent from. */
export function senderOf(headers: Headers, siteUrl: string) {
  // A header may hold anything.
  const from = URL.parse(headers.get('referer') ?? '', siteUrl) ?? new URL(siteUrl)
  return {from, locale: from.pathname.includes('/en/') ? 'en' : 'zh', page: '', key: ''} as const
}

/** A page of this site or a scenario of its demo; otherwise empty. */
function knownPage(page: string): string {
  return isRoute(page) || /^demo-[a-z][a-z0-9]{0,23}$/.test(page) ? page : ''
}

/** Hidden fields hold printable ASCII only; anything else was tampered with. */
function printableAscii(text: string, length: number): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, length)
}
