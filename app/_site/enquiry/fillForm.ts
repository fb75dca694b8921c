import {enquiryIds} from '@/components/blocks/enquiryForm/fields'
import {type EnquiryProblems, type EnquiryValues, enquiryFields} from '@/enquiries/enquirySchema'

interface FormAnswer {
  values: EnquiryValues
  /** The visitor's page, kept for the next attempt. */
  page: string
  problems: EnquiryProblems
  /** What stands above the form. */
  title: string
  words: (problem: NonNullable<EnquiryProblems[keyof EnquiryProblems]>) => string
}

/**
 * The contact page as a browser without JavaScript gets it back: with what it sent in the fields, and what is wrong
 * beside them. Our own form is what is filled in, so that its tags are known; and no script runs on the result, as it
 * would take the page for the one without an answer.
 */
export function fillForm(html: string, {values, page, problems, title, words}: FormAnswer): string {
  const bad = enquiryFields.filter((name) => problems[name])
  const sentence = (name: (typeof bad)[number]) => {
    const problem = problems[name]
    return escapeHtml(problem ? words(problem) : '')
  }
  const items = bad.map((name) => `<li><a href="#${enquiryIds.field(name)}">${sentence(name)}</a></li>`).join('')
  let filled = withoutScripts(html)
  for (const name of enquiryFields) filled = fillField(filled, name, values[name])
  filled = changeTag(filled, 'name="page"', (tag) => withAttribute(tag, 'value', page))
  for (const name of bad) {
    filled = changeTag(filled, `id="${enquiryIds.field(name)}"`, (tag) => withAttribute(tag, 'aria-invalid', 'true'))
    filled = fillHidden(filled, enquiryIds.problem(name), sentence(name))
  }
  return fillHidden(filled, enquiryIds.summary, `<p>${escapeHtml(title)}</p>${items && `<ul>${items}</ul>`}`)
}

function fillField(html: string, name: keyof EnquiryValues, value: string): string {
  if (name === 'interest') {
    return changeTag(html, `<option value="${escapeHtml(value)}"`, (tag) => withAttribute(tag, 'selected', ''))
  }
  const field = `id="${enquiryIds.field(name)}"`
  if (name === 'consent') return value ? changeTag(html, field, (tag) => withAttribute(tag, 'checked', '')) : html
  // A line feed right after the tag is not part of the text.
  if (name === 'message') return changeTag(html, field, (tag) => `${tag}\n${escapeHtml(value)}`)
  return changeTag(html, field, (tag) => withAttribute(tag, 'value', value))
}

/** Shows a part that waits for its text. */
function fillHidden(html: string, id: string, content: string): string {
  return changeTag(html, `id="${id}"`, (tag) => tag.replace(/ hidden=""/, '') + content)
}

/** Replaces the one tag that holds `mark`. Attributes hold no `>`: the page's renderer writes it as an entity. */
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

const entities: Record<string, string> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;'}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
