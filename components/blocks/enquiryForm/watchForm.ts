import {enquiryIds} from './fields'

export interface SpokenWords {
  problems: Record<string, string>
  sending: string
  submit: string
}

/**
 * Fills in what the page knows by itself, and has the form sent by a script. What that needs, the rules and the phone
 * library, is loaded when the visitor reaches for the form.
 */
export function watchForm(words: SpokenWords): (() => void) | undefined {
  const form = document.getElementById(enquiryIds.form)
  if (!(form instanceof HTMLFormElement)) return
  const shown = performance.now()
  const listening = new AbortController()
  const {signal} = listening
  const load = () => import('./sendForm')

  chooseInterest(form, new URLSearchParams(location.search).get('from') ?? '')
  fill(form, 'key', crypto.randomUUID())
  // Our own words take the place of the browser's.
  form.noValidate = true
  form.addEventListener('focusin', () => void load().catch(() => {}), {once: true, signal})
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      load().then(
        ({sendForm}) => sendForm({form, words, shown}),
        // The code did not come: the browser sends the form as it would without any.
        () => form.submit(),
      )
    },
    {signal},
  )
  return () => listening.abort()
}

/** The option of the page from which the visitor came; of its product, where the page has none of its own. */
function chooseInterest(form: HTMLFormElement, from: string): void {
  const select = form.elements.namedItem('interest')
  if (!(select instanceof HTMLSelectElement) || select.value !== '') return
  const product = `/${/^\/([a-z]+)Pages\/|^demo-([a-z]+)$/.exec(from)?.slice(1).join('')}`
  const options = [...select.options]
  const option = [from, product]
    .map((route) => options.find(({dataset}) => route && dataset.route === route))
    .find(Boolean)
  if (option) select.value = option.value
  fill(form, 'page', from)
}

function fill(form: HTMLFormElement, name: string, value: string): void {
  const input = form.elements.namedItem(name)
  if (input instanceof HTMLInputElement) input.value = value
}
