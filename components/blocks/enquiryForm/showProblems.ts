import {type EnquiryProblems, enquiryFields} from '@/enquiries/enquirySchema'
import {enquiryIds} from './fields'
import type {SpokenWords} from './watchForm'

/** Shows each problem beside its field, and all of them above the form, where the focus goes. None takes them away. */
export function showProblems(form: HTMLFormElement, problems: EnquiryProblems, {problems: words}: SpokenWords): void {
  const links: HTMLElement[] = []
  for (const name of enquiryFields) {
    const code = problems[name]
    const sentence = code ? (words[code] ?? '') : ''
    const place = document.getElementById(enquiryIds.problem(name))
    const input = document.getElementById(enquiryIds.field(name))
    if (place) {
      place.textContent = sentence
      place.hidden = !code
    }
    input?.toggleAttribute('aria-invalid', false)
    if (!code) continue
    input?.setAttribute('aria-invalid', 'true')
    const link = document.createElement('a')
    link.href = `#${enquiryIds.field(name)}`
    link.textContent = sentence
    // By hand: an address would end in the history.
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

/** Shows why the form as a whole was not taken. */
export function showFailure(form: HTMLFormElement, words: string): void {
  showSummary(form, [paragraph(words)])
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
