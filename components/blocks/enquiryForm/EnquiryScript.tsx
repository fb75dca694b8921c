import {problems} from '@/enquiries/problems'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {EnquiryBehaviour} from './EnquiryBehaviour'

const codes = [...problems, 'title', 'limited', 'failed', 'tooLarge'] as const

/** Makes the form of `EnquiryFields` answer without leaving the page, in the page's language. */
export function EnquiryScript({locale}: {locale: Locale}) {
  const words = translator(locale, 'enquiry')
  const spokenProblems = Object.fromEntries(codes.map((code) => [code, words(`problems.${code}`)]))
  return <EnquiryBehaviour words={{problems: spokenProblems, sending: words('sending'), submit: words('submit')}} />
}
