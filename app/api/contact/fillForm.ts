import {enquiryIds} from '@/components/blocks/enquiryForm/enquiryIds'
import {
  type EnquiryField,
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
  /** The page that the visitor came from, kept for the next attempt. */
  page: string
  problems: EnquiryProblems
  /** The sentence above the form. */
  title: string
  words: (problem: Problem) => string
}

/**
 * Fills values and problems into the contact page, for a browser without JavaScript. String replacement suffices as our
 * own form is the input. Scripts are removed: they would hydrate the page as if it held no answer.
 */
export function fillForm(html: string, {values, page, problems, title, words}: FormAnswer): string {
  const bad = enquiryFields.filter((name) => problems[name])
  const sentence = (name: (typeof bad)[number]) => {
    const problem = problems[name]
    return escapeHtml(problem ? words(problem) : '')
  }
  const listed = (name: (typeof bad)[number]) => {
    const problem = problems[name]
    return problem ? listedProblem(problem, sentence(name), labelOf(html, name)) : ''
  }
  const items = bad.map((name) => `<li><a href="#${enquiryIds.field(name)}">${listed(name)}</a></li>`).join('')
  let filled = withoutScripts(html)
  for (const {kind, name} of fields) filled = fillField(filled, {kind, name, value: values[name]})
  if (values.consent) filled = changeTag(filled, fieldId('consent'), (tag) => withAttribute(tag, 'checked', ''))
  filled = changeTag(filled, 'name="page"', (tag) => withAttribute(tag, 'value', page))
  for (const name of bad) {
    filled = changeTag(filled, fieldId(name), (tag) => withAttribute(tag, 'aria-invalid', 'true'))
    filled = fillHidden(filled, enquiryIds.problem(name), sentence(name))
  }
  return fillHidden(filled, enquiryIds.summary, `<p>${escapeHtml(title)}</p>${items && `<ul>${items}</ul>`}`)
}

function fillField(
  html: string,
  {kind, name, value}: Pick<(typeof fields)[number], 'kind' | 'name'> & {value: string},
) {
  if (kind === 'product') {
    return changeTag(html, `<option value="${escapeHtml(value)}"`, (tag) => withAttribute(tag, 'selected', ''))
  }
  // HTML drops a line feed right after the tag.
  if (kind === 'text') return changeTag(html, fieldId(name), (tag) => `${tag}\n${escapeHtml(value)}`)
  return changeTag(html, fieldId(name), (tag) => withAttribute(tag, 'value', value))
}

/** The label of a field as it stands in the page, escaped. */
function labelOf(html: string, name: EnquiryField): string {
  return new RegExp(`<label for="${enquiryIds.field(name)}">([^<]*)`).exec(html)?.[1] ?? ''
}

function fieldId(name: EnquiryField): string {
  return `id="${enquiryIds.field(name)}"`
}

/** Fills a hidden element and shows it. */
function fillHidden(html: string, id: string, content: string): string {
  return changeTag(html, `id="${id}"`, (tag) => tag.replace(/ hidden=""/, '') + content)
}

/** Replaces the tag that contains `mark`. Attributes contain no `>`: React writes it as an entity. */
function changeTag(html: string, mark: string, change: (tag: string) => string): string {
  const at = html.indexOf(mark)
  if (at < 0) return html
  const start = html.lastIndexOf('<', at)
  const end = html.indexOf('>', at) + 1
  return html.slice(0, start) + change(html.slice(start, end)) + html.slice(end)
}

function withAttribute(tag: string, name: string, value: string): string {
  const bare = tag.replace(new RegExp(` ${name}="[^"]*"`), '')
  return bare.replace(/\/?>$/, (end) => ` ${name}="${escapeHtml(value)}"${end}`)
}

function withoutScripts(html: string): string {
  return html.replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '').replaceAll(/<link\b[^>]*\bas="script"[^>]*>/g, '')
}
