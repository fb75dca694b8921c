import {enquiryIds} from '@/components/blocks/enquiryForm/enquiryElements'
import {type EnquiryAnswer, type EnquiryValues, readForm} from '@/enquiries/fields'
import type {FormOutcome} from '@/enquiries/receiveForm'
import {translator} from '@/i18n/translator'
import {sitePath} from '@/lib/urls'
import {fillForm} from './fillForm'

const statuses = {
  received: 200,
  incomplete: 422,
  limited: 429,
  failed: 503,
  tooLarge: 413,
  unsupported: 415,
  unreadable: 400,
  foreign: 403,
} as const
const uncached = {'Cache-Control': 'no-store'}

/** Answers the form's script: the outcome, without any of the values. */
export function answerScript(outcome: FormOutcome): Response {
  const answer: EnquiryAnswer =
    outcome.outcome === 'incomplete' ? {outcome: 'incomplete', problems: outcome.problems} : {outcome: outcome.outcome}
  return Response.json(answer, {status: statuses[outcome.outcome], headers: uncached})
}

/**
 * Answers a browser without JavaScript: a redirect to the confirmation, or the contact page with the values and problems
 * filled in; empty if the form was too large to be read. `loadPage` fetches the contact page as visitors get it.
 */
export async function answerBrowser(
  outcome: FormOutcome,
  loadPage: (path: string) => Promise<string>,
): Promise<Response> {
  const path = sitePath(outcome.locale, '/contact')
  if (outcome.outcome === 'received') {
    return new Response(null, {status: 303, headers: {...uncached, Location: `${path}#${enquiryIds.received}`}})
  }
  const words = translator(outcome.locale, 'enquiry')
  const status = statuses[outcome.outcome]
  const values = valuesOf(outcome)
  const title = words(outcome.outcome === 'incomplete' ? 'problems.title' : `problems.${outcome.outcome}`)
  const page = values ? await loadPage(path).catch(() => '') : ''
  if (!values || !page) {
    return new Response(title, {status, headers: {...uncached, 'Content-Type': 'text/plain; charset=utf-8'}})
  }
  const problems = outcome.outcome === 'incomplete' ? outcome.problems : {}
  const html = fillForm(page, {
    values,
    problems,
    title,
    hidden: {page: outcome.page, key: outcome.key},
    words: (problem) => words(`problems.${problem}`),
  })
  return new Response(html, {status, headers: {...uncached, 'Content-Type': 'text/html; charset=utf-8'}})
}

function valuesOf(outcome: FormOutcome): EnquiryValues | undefined {
  if (outcome.outcome === 'tooLarge') return readForm(new FormData()).values
  return 'values' in outcome ? outcome.values : undefined
}
