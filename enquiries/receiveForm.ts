import {isLocale, type Locale} from '../lib/locales.ts'
import {isRoute} from '../lib/routes.ts'
import type {NewEnquiry} from './enquiry.ts'
import {checkEnquiry, type EnquiryProblems, type EnquiryValues} from './enquirySchema.ts'
import {isForeign} from './isForeign.ts'
import type {Failure} from './problems.ts'
import {readForm, readFormData} from './readForm.ts'
import type {SubmissionResult} from './store/submitEnquiry.ts'

export const maxBodyBytes = 64 * 1024
/** Nobody fills in the form in less, in milliseconds. */
const leastTime = 3000

/** What is handed on to be stored. */
export interface Received {
  enquiry: NewEnquiry
  formKey: string
  isSpam: boolean
}

export type FormOutcome = {locale: Locale; page: string} & (
  | {outcome: 'received'}
  | {outcome: 'incomplete'; values: EnquiryValues; problems: EnquiryProblems}
  | {outcome: Failure; values?: EnquiryValues}
)

interface Receiver {
  siteUrl: string
  store: (received: Received) => Promise<SubmissionResult>
}

/**
 * What becomes of a form: nothing is acknowledged before it is stored. A bot is told that all went well; what it sent
 * is put aside, in case it was none.
 */
export async function receiveForm(request: Request, {siteUrl, store}: Receiver): Promise<FormOutcome> {
  const from = new URL(request.headers.get('referer') ?? siteUrl, siteUrl)
  const unknown = {locale: from.pathname.includes('/en/') ? 'en' : 'zh', page: ''} as const
  if (isForeign(request.headers, siteUrl)) return {...unknown, outcome: 'foreign'}
  const form = await readFormData(request, maxBodyBytes)
  if (typeof form === 'string') return {...unknown, outcome: form}

  const {values, hidden} = readForm(form)
  const visitor = {
    locale: isLocale(hidden.locale) ? hidden.locale : unknown.locale,
    // Without JavaScript nobody fills it in, but the address of the form's page says the same.
    page: knownPage(hidden.page) || knownPage(from.searchParams.get('from') ?? ''),
  }
  const isSpam = hidden.trap !== '' || (/^\d+$/.test(hidden.elapsed) && Number(hidden.elapsed) < leastTime)
  const checked = checkEnquiry(values)
  if ('problems' in checked) {
    if (isSpam) return {...visitor, outcome: 'received'}
    return {...visitor, outcome: 'incomplete', values, problems: checked.problems}
  }
  const {consent: _, interest, ...given} = checked.values
  const [, id = '', interestName = ''] = /^([\w.-]+) (.*)$/.exec(interest) ?? ['', '', interest]
  const enquiry = {
    ...given,
    ...visitor,
    interest: id,
    interestName,
    privacyVersion: plain(hidden.privacyVersion, 100),
  }
  const formKey = plain(hidden.key, 64)
  const result = await store({enquiry, formKey, isSpam}).catch(() => 'failed' as const)
  if (isSpam || result === 'stored' || result === 'known') {
    return {...visitor, outcome: 'received'}
  }
  return {...visitor, outcome: result, values}
}

/** A page of this site, or a scenario of its demo. */
function knownPage(page: string): string {
  return isRoute(page) || /^demo-[a-z][a-z0-9]{0,23}$/.test(page) ? page : ''
}

/** What the form brings along by itself, without what it never holds. */
function plain(text: string, length: number): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, length)
}
