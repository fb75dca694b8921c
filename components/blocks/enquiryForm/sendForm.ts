import {checkEnquiry} from '@/enquiries/checkEnquiry'
import {type EnquiryAnswer, type EnquiryProblems, enquiryFields, listedProblem, readForm} from '@/enquiries/fields'
import {minimumPending} from '@/lib/constants'
import {enquiryIds, valueFieldsOf} from './enquiryElements'

const timeout = 30_000
/** The server takes a form that is sent sooner (`minFillTime`) for a bot's, so a quick person's is delayed. */
const earliest = 3500

export interface SpokenWords {
  problems: Record<string, string>
  sending: string
  submit: string
}

interface Sending {
  form: HTMLFormElement
  words: SpokenWords
  /** When the form was shown, by `performance.now()`. */
  shown: number
}

/** Checks and sends the form, and shows the outcome. The values stay in the form until they are stored. */
export async function sendForm({form, words, shown}: Sending): Promise<void> {
  const button = form.querySelector('button')
  if (!button || button.getAttribute('aria-disabled') === 'true') return
  // Once: what is typed from now on is neither checked nor sent.
  const body = new FormData(form)
  const checked = checkEnquiry(readForm(body).values)
  showProblems(form, 'problems' in checked ? checked.problems : {}, words)
  if ('problems' in checked) return

  const {pathname} = location
  // An attribute: Firefox before 119 has no property for it.
  button.setAttribute('aria-disabled', 'true')
  button.textContent = words.sending
  const sent = new Map(valueFieldsOf(form).map(({name, value}) => [name, value]))
  const seen = pause(minimumPending)
  const answer = await send(form, body, shown).catch(() => undefined)
  await seen
  button.removeAttribute('aria-disabled')
  button.textContent = words.submit

  const shownForm = successorOf(form, pathname) ?? form
  if (answer?.outcome === 'received') {
    for (const one of new Set([form, shownForm])) empty(one, sent)
    // The visitor has left the page meanwhile, or its address already: Back shows these very elements.
    const isLeft = !form.isConnected || location.pathname !== pathname
    if (isLeft && form.previousElementSibling instanceof HTMLElement) form.previousElementSibling.dataset.shown = ''
    if (!isLeft || shownForm !== form) showReceived()
    return
  }
  if (answer?.outcome === 'incomplete' && canShow(shownForm, answer.problems, words))
    return showProblems(shownForm, answer.problems, words)
  const outcome = answer?.outcome === 'incomplete' ? 'outdated' : answer?.outcome
  const problem = outcome ?? (navigator.onLine ? 'failed' : 'offline')
  showSummary(shownForm, [paragraph(words.problems[problem] ?? words.problems.failed ?? '')])
}

/** Whether the form has these fields and words: a newer release may ask for more than a page that was opened before it. */
function canShow(form: HTMLFormElement, problems: EnquiryProblems, {problems: words}: SpokenWords): boolean {
  return Object.entries(problems).every(([name, code]) => form.elements.namedItem(name) && words[code])
}

async function send({action}: HTMLFormElement, body: FormData, shown: number): Promise<EnquiryAnswer> {
  await pause(earliest - (performance.now() - shown))
  body.set('elapsed', String(Math.round(performance.now() - shown)))
  const response = await fetch(action, {
    method: 'POST',
    headers: {Accept: 'application/json'},
    body,
    signal: AbortSignal.timeout(timeout),
  })
  return response.json()
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * The form that has taken this one's place with what was typed in it: of a new version of the page, or of a later visit, in either
 * language.
 */
function successorOf(form: HTMLFormElement, pathname: string): HTMLFormElement | undefined {
  const shown = document.querySelector<HTMLFormElement>(`form#${form.id}`)
  if (form.isConnected || !shown) return undefined
  const [key, own] = [shown, form].map((one) => new FormData(one).get('key'))
  return location.pathname === pathname || key === own ? shown : undefined
}

/** Resets a form but for what was typed since it was sent. */
function empty(form: HTMLFormElement, sent: ReadonlyMap<string, string>): void {
  const typed = valueFieldsOf(form)
    .filter(({name, value}) => value !== sent.get(name))
    .map((field) => [field, field.value] as const)
  form.reset()
  for (const [field, value] of typed) field.value = value
  if (typed.length > 0) form.dispatchEvent(new Event('input'))
}

/** Shows the confirmation by its fragment, as without JavaScript. */
function showReceived(): void {
  location.hash = enquiryIds.received
  document.getElementById(enquiryIds.received)?.focus()
}

/** Shows each problem beside its field and all in the focused summary; without problems, clears both. */
function showProblems(form: HTMLFormElement, problems: EnquiryProblems, {problems: words}: SpokenWords): void {
  const links: HTMLElement[] = []
  for (const name of enquiryFields) {
    const code = problems[name]
    const sentence = code ? (words[code] ?? '') : ''
    // Not in the document: the visitor may have left for the page in the other language.
    const place = form.querySelector<HTMLElement>(`#${enquiryIds.problem(name)}`)
    const input = form.querySelector<HTMLElement>(`#${enquiryIds.field(name)}`)
    if (place) {
      place.textContent = sentence
      place.hidden = !code
    }
    input?.toggleAttribute('aria-invalid', false)
    if (!code) continue
    input?.setAttribute('aria-invalid', 'true')
    const link = document.createElement('a')
    link.href = `#${enquiryIds.field(name)}`
    const fieldLabel = form.querySelector(`label[for="${enquiryIds.field(name)}"]`)?.firstChild?.textContent ?? ''
    link.textContent = listedProblem(code, sentence, fieldLabel)
    // Following the link would add a history entry.
    link.addEventListener('click', (event) => {
      event.preventDefault()
      input?.focus()
    })
    const item = document.createElement('li')
    item.append(link)
    links.push(item)
  }
  const list = document.createElement('ul')
  list.append(...links)
  showSummary(form, links.length > 0 ? [paragraph(words.title ?? ''), list] : [])
}

function showSummary(form: HTMLFormElement, content: HTMLElement[]): void {
  const summary = form.querySelector<HTMLElement>(`#${enquiryIds.summary}`)
  if (!summary) return
  summary.replaceChildren(...content)
  summary.hidden = content.length === 0
  if (content.length > 0) summary.focus()
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('p')
  element.textContent = text
  return element
}
