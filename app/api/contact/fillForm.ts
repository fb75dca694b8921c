import {DomUtils, parseDocument} from 'htmlparser2'
import {enquiryIds} from '@/components/blocks/enquiryForm/enquiryElements'
import {
  type EnquiryProblems,
  type EnquiryValues,
  enquiryFields,
  fields,
  listedProblem,
  type Problem,
} from '@/enquiries/fields'
import {escapeHtml} from '@/lib/escapeHtml'

interface FormAnswer {
  values: EnquiryValues
  /** The page that the visitor came from, and the key of what was sent, kept for the next attempt. */
  hidden: Record<'page' | 'key', string>
  problems: EnquiryProblems
  /** The sentence above the form. */
  title: string
  words: (problem: Problem) => string
}

/**
 * Fills values and problems into the contact page, for a browser without JavaScript. Removes scripts: they would hydrate the
 * page as if it held no answer.
 */
export function fillForm(html: string, {values, hidden, problems, title, words}: FormAnswer): string {
  const document = parseDocument(html)
  const find = (matches: (element: Element) => boolean) => DomUtils.findAll(matches, document.childNodes)
  const byId = (id: string) => DomUtils.getElementById(id, document)
  for (const script of find(isScript)) DomUtils.removeElement(script)
  for (const [wanted, value] of Object.entries(hidden))
    for (const {attribs} of find(({attribs: {name}}) => name === wanted)) attribs.value = value
  for (const {kind, name} of fields) {
    const field = byId(enquiryIds.field(name))
    if (field) fill(field, kind, values[name])
  }
  const consent = byId(enquiryIds.field('consent'))
  // Another version of the privacy statement has another value.
  if (consent && values.consent === consent.attribs.value) consent.attribs.checked = ''

  const items = enquiryFields.flatMap((name) => {
    const problem = problems[name]
    const id = enquiryIds.field(name)
    const field = byId(id)
    if (!problem || !field) return []
    const sentence = words(problem)
    const [label] = find(({attribs}) => attribs.for === id)
    field.attribs['aria-invalid'] = 'true'
    show(byId(enquiryIds.problem(name)), escapeHtml(sentence))
    const listed = listedProblem(problem, sentence, label?.firstChild ? DomUtils.textContent(label.firstChild) : '')
    return [`<li><a href="#${id}">${escapeHtml(listed)}</a></li>`]
  })
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : ''
  show(byId(enquiryIds.summary), `<p>${escapeHtml(title)}</p>${list}`)
  return DomUtils.getOuterHTML(document, {encodeEntities: 'utf8'})
}

type Element = NonNullable<ReturnType<typeof DomUtils.getElementById>>

const isScript = ({name, attribs}: Element): boolean =>
  name === 'script' || (name === 'link' && attribs.as === 'script')

function fill(field: Element, kind: (typeof fields)[number]['kind'], value: string): void {
  if (kind === 'product') {
    const option = DomUtils.findOne(({attribs}) => attribs.value === value, field.childNodes)
    if (option) option.attribs.selected = ''
  } else if (kind === 'text') {
    // HTML drops a line feed right after the tag.
    setContent(field, `\n${escapeHtml(value)}`)
  } else field.attribs.value = value
}

function setContent(element: Element, html: string): void {
  for (const child of [...element.childNodes]) DomUtils.removeElement(child)
  for (const child of [...parseDocument(html).childNodes]) DomUtils.appendChild(element, child)
}

/** Fills a hidden element and shows it. */
function show(element: Element | null, html: string): void {
  if (!element) return
  setContent(element, html)
  delete element.attribs.hidden
}
