import {checkEnquiry} from '@/enquiries/enquirySchema'
import type {EnquiryAnswer} from '@/enquiries/problems'
import {readForm} from '@/enquiries/readForm'
import {enquiryIds} from './fields'
import {showFailure, showProblems} from './showProblems'
import type {SpokenWords} from './watchForm'

const patience = 30_000
/** The server takes what is sent sooner for a bot's. A person who is quick must not be: the rest is waited for. */
const soonest = 3500

interface Sending {
  form: HTMLFormElement
  words: SpokenWords
  /** When the form was shown, by `performance.now()`. */
  shown: number
}

/** Sends the form once it is complete, and shows what came of it. What was typed stays until it is stored. */
export async function sendForm({form, words, shown}: Sending): Promise<void> {
  const button = form.querySelector('button')
  if (!button || button.ariaDisabled === 'true') return
  const checked = checkEnquiry(readForm(new FormData(form)).values)
  showProblems(form, 'problems' in checked ? checked.problems : {}, words)
  if ('problems' in checked) return

  button.ariaDisabled = 'true'
  button.textContent = words.sending
  const answer = await send(form, shown).catch((): EnquiryAnswer => ({outcome: 'failed'}))
  button.ariaDisabled = null
  button.textContent = words.submit

  if (answer.outcome === 'received') return showReceived(form)
  if (answer.outcome === 'incomplete') return showProblems(form, answer.problems, words)
  showFailure(form, words.problems[answer.outcome] ?? words.problems.failed ?? '')
}

async function send(form: HTMLFormElement, shown: number): Promise<EnquiryAnswer> {
  const early = soonest - (performance.now() - shown)
  if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
  const body = new FormData(form)
  body.set('elapsed', String(Math.round(performance.now() - shown)))
  const response = await fetch(form.action, {
    method: 'POST',
    headers: {Accept: 'application/json'},
    body,
    signal: AbortSignal.timeout(patience),
  })
  return response.json()
}

/** Shown by its address, as without JavaScript: the form gives way to what happens next. */
function showReceived(form: HTMLFormElement): void {
  form.reset()
  const key = form.elements.namedItem('key')
  if (key instanceof HTMLInputElement) key.value = crypto.randomUUID()
  location.hash = enquiryIds.received
  document.getElementById(enquiryIds.received)?.focus()
}
