import {carryInput, isChanged, select} from '@/browser/swapPage'
import {enquiryIds, valueFieldsOf} from './enquiryElements'
import type {SpokenWords, sendForm} from './sendForm'

/** Settings that `EnquiryFields` passes to the form's script, in the form's `data-settings`. */
export interface FormSettings {
  words: SpokenWords
  /** URL of the module of `sendForm`. */
  sender: string
}

type Sender = () => Promise<{sendForm: typeof sendForm}>

/**
 * Fills in what the page knows and takes over sending, without a navigation. `sendForm`, with the rules and the phone
 * library, is loaded once the form gets focus.
 */
export function attach(form: HTMLElement, load: Sender = () => import(settingsOf(form).sender)): void {
  if (!(form instanceof HTMLFormElement)) return
  const {words} = settingsOf(form)
  const shown = performance.now()

  const from = new URLSearchParams(location.search).get('from') ?? ''
  if (written) carryInput({body: [written]}, {body: [form]})
  else restoreTyped(form)
  written = form
  chooseInterest(form, from)
  takeRecap(form, from)
  fill(form, 'page', from)
  fill(form, 'key', key)
  // Typed before this was loaded, too.
  if (textOf(form) !== '{}') keepTyped(form)
  attached.push(form)
  form.addEventListener('reset', () => beginAnother(form))
  // Our own messages replace the browser's.
  form.noValidate = true
  form.addEventListener('focusin', () => void load().catch(() => {}), {once: true})
  // Back may have led to this form after another one was written in.
  form.addEventListener('input', () => {
    written = form
    keepTyped(form)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    load().then(
      ({sendForm}) => sendForm({form, words, shown}),
      // The module could not be loaded: send the form as without JavaScript. Offline that would only lose the page.
      () => {
        if (!navigator.onLine) return showOffline(form, words)
        keepTyped(form, true)
        form.submit()
      },
    )
  })
}

function showOffline(form: HTMLFormElement, {problems}: SpokenWords): void {
  const summary = form.querySelector<HTMLElement>(`#${enquiryIds.summary}`)
  if (!summary) return
  summary.textContent = problems.offline ?? ''
  summary.hidden = false
  summary.focus()
}

function settingsOf(form: HTMLElement): FormSettings {
  return JSON.parse(form.dataset.settings ?? '')
}

/** Selects the option of the page from which the visitor came, or else that of the page's product. */
function chooseInterest(form: HTMLFormElement, from: string): void {
  const interest = form.elements.namedItem('interest')
  if (!(interest instanceof HTMLSelectElement) || interest.value !== '') return
  const product = `/${/^\/([a-z]+)Pages\/|^demo-([a-z]+)$/.exec(from)?.slice(1).join('')}`
  const options = [...interest.options]
  const option = [from, product]
    .map((route) => options.find(({dataset}) => route && dataset.route === route))
    .find(Boolean)
  if (!option) return
  // The default, so that only what the visitor picks is brought along to another form.
  option.defaultSelected = true
  option.selected = true
}

/** Adds the recap that the demo left in this tab to the message, once. */
function takeRecap(form: HTMLFormElement, from: string): void {
  const message = form.elements.namedItem('message')
  if (!from.startsWith('demo-') || !(message instanceof HTMLTextAreaElement)) return
  try {
    const recap = sessionStorage.getItem(from) ?? ''
    sessionStorage.removeItem(from)
    if (!message.value.includes(recap)) message.value = [message.value, recap].filter(Boolean).join('\n\n')
  } catch {
    // Storage is blocked: the message stays as it is.
  }
}

/**
 * Marks what is being written, in whichever form: a newer version of the page brings another one along, in which the visitor
 * may send again what was already stored.
 */
let key = newKey()

/** The form that was shown or written in last: who left it half filled, to read on, may come back by any link, and to either language. */
let written: HTMLFormElement | undefined

/** All forms of this document: Back shows those of left pages as they were. */
const attached: HTMLFormElement[] = []

/**
 * Once an enquiry is stored, what is typed after it is another one, in all forms: with the key of the first it would be
 * taken for that. Empties the others, which hold what the stored one was before, but the one that was written in since.
 */
function beginAnother(form: HTMLFormElement): void {
  // Emptied here along with another one.
  if (new FormData(form).get('key') !== key) return
  key = newKey()
  const begun = written && written !== form && textOf(written) !== textOf(form) ? written : undefined
  if (begun) keepTyped(begun)
  else forgetTyped()
  fill(form, 'key', key)
  for (const other of attached) if (other !== form && other !== begun) other.reset()
  for (const other of attached) fill(other, 'key', key)
}

/** `crypto.randomUUID` is missing on plain http, as when a phone opens a development server. */
function newKey(): string {
  return crypto.getRandomValues(new Uint8Array(16)).reduce((key, byte) => key + byte.toString(16).padStart(2, '0'), '')
}

/**
 * Item of the tab's storage: what is typed and not sent yet. A page that is loaded anew remembers nothing, as after a deployment or
 * when a phone needed the memory.
 */
const typedItem = 'enquiry'

/** Milliseconds for which it is kept, as a tab may stay open where other people come by. */
const keptFor = 12 * 3_600_000

interface Typed {
  key: string
  values: Record<string, string>
  /** When it was typed, by `Date.now()`. */
  time: number
  /** It was sent as without scripts; the address of the page that comes tells whether it was received. */
  isPosted: boolean
}

function keepTyped(form: HTMLFormElement, isPosted = false): void {
  const typed: Typed = {key, values: valuesOf(form), time: Date.now(), isPosted}
  try {
    sessionStorage.setItem(typedItem, JSON.stringify(typed))
  } catch {
    // Storage is blocked: the form is kept as long as the page.
  }
}

function forgetTyped(): void {
  try {
    sessionStorage.removeItem(typedItem)
  } catch {
    // Storage is blocked: nothing is in it.
  }
}

function readTyped(): Partial<Typed> {
  try {
    return JSON.parse(sessionStorage.getItem(typedItem) ?? '{}')
  } catch {
    return {}
  }
}

/** What the visitor has filled in, by field; not what the page has chosen for him. */
function valuesOf(form: HTMLFormElement): Record<string, string> {
  const filled = valueFieldsOf(form).filter(
    (field) => field.value && (!(field instanceof HTMLSelectElement) || isChanged(field)),
  )
  return Object.fromEntries(filled.map(({name, value}) => [name, value]))
}

const textOf = (form: HTMLFormElement): string => JSON.stringify(valuesOf(form))

/** Consent is asked for again, as the newer page may bring another privacy statement. */
function restoreTyped(form: HTMLFormElement): void {
  const typed = readTyped()
  const isReceived = typed.isPosted && location.hash === `#${enquiryIds.received}`
  if (isReceived || Date.now() - (typed.time ?? 0) > keptFor) return void forgetTyped()
  key = typed.key ?? key
  for (const field of valueFieldsOf(form)) {
    const value = typed.values?.[field.name]
    if (field.value || !value) continue
    if (field instanceof HTMLSelectElement) select(field, value)
    else field.value = value
  }
}

function fill(form: HTMLFormElement, name: string, value: string): void {
  const input = form.elements.namedItem(name)
  if (input instanceof HTMLInputElement) input.value = value
}
