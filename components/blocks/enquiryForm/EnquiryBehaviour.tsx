'use client'

import {useEffect} from 'react'
import {enquiryIds} from './enquiryIds'

export interface SpokenWords {
  problems: Record<string, string>
  sending: string
  submit: string
}

/** Attaches the script to the form. Renders nothing. */
export function EnquiryBehaviour({words}: {words: SpokenWords}) {
  useEffect(() => attachForm(words), [words])
  return null
}

/**
 * Fills in what the page knows and takes over sending. `sendForm`, with the rules and the phone library, is loaded once
 * the form gets focus. Returns a cleanup function.
 */
export function attachForm(words: SpokenWords): (() => void) | undefined {
  const form = document.getElementById(enquiryIds.form)
  if (!(form instanceof HTMLFormElement)) return
  const shown = performance.now()
  const listening = new AbortController()
  const {signal} = listening
  const load = () => import('./sendForm')

  chooseInterest(form, new URLSearchParams(location.search).get('from') ?? '')
  fill(form, 'key', crypto.randomUUID())
  // Our own messages replace the browser's.
  form.noValidate = true
  form.addEventListener('focusin', () => void load().catch(() => {}), {once: true, signal})
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      load().then(
        ({sendForm}) => sendForm({form, words, shown}),
        // The chunk could not be loaded: send the form as without JavaScript.
        () => form.submit(),
      )
    },
    {signal},
  )
  return () => listening.abort()
}

/** Selects the option of the page from which the visitor came, or else that of the page's product. */
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
