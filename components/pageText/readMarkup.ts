/** Reads what React rendered back as text: headings, sentences and tables, with links, in the order of the page. */
import {Parser} from 'htmlparser2'
import {withoutUnseen} from '@/sanity/health/controls'

export interface TextLine {
  /** `title`: a heading, a name, a question. `prose`: a sentence or more. `sample`: example data, pictures in words, captions. */
  kind: 'title' | 'prose' | 'sample'
  /** Without markup. */
  text: string
  /** The same in Markdown, with its heading, list or table signs. */
  markdown: string
}

export interface TextSection {
  /** The id that a link to the section names; undefined for what stands before the first section. */
  id: string | undefined
  heading: string | undefined
  lines: TextLine[]
}

/** Not text that is read: controls, drawings, what only styles or scripts use. */
const skipped = new Set(['svg', 'nav', 'button', 'input', 'select', 'textarea', 'script', 'style', 'template'])
/** Elements within a line. All others end it. */
const inline = new Set([
  ...[
    'a',
    'abbr',
    'b',
    'bdi',
    'br',
    'cite',
    'code',
    'data',
    'del',
    'dfn',
    'em',
    'i',
    'img',
    'ins',
    'kbd',
    'label',
    'mark',
  ],
  ...['output', 'q', 'ruby', 's', 'samp', 'small', 'span', 'strong', 'sub', 'sup', 'time', 'u', 'var', 'wbr'],
])
/** Not for readers, or, for narrow windows, what stands beside it too. */
const skippedAttributes = ['hidden', 'data-narrow']
/** Inline elements that styles often set apart from their neighbours. */
const apart = new Set(['span', 'small', 'label', 'b', 'time'])
const titles = /^(?:h[1-6]|summary|dt|th|legend)$/
const cell = /^t[dh]$/
const sectionId = /^section-/

interface OpenElement {
  name: string
  attributes: Readonly<Record<string, string>>
  /** Position in the current line at which the element began. */
  from: number
  /** Number of lines at which it began. */
  line: number
}

/**
 * Splits rendered markup (`renderMarkup`) into sections: one begins at each element whose id begins with `section-`.
 * Leaves out navigation, controls, drawings and whatever is hidden from readers. `origin` makes links absolute.
 */
export function readMarkup(html: string, origin: string): TextSection[] {
  const reader = new MarkupReader(origin)
  new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (text) => reader.addText(text),
    onclosetag: (name) => reader.close(name),
  }).end(html)
  return reader.end()
}

class MarkupReader {
  readonly #origin: string
  readonly #sections: TextSection[] = [{id: undefined, heading: undefined, lines: []}]
  readonly #open: OpenElement[] = []
  /** Number of open elements down to the one whose content is skipped. */
  #skippedFrom: number | undefined
  /** The current line, in both forms. */
  #markdown = ''
  #text = ''
  /** Cells of the current row. */
  #cells: {text: string; markdown: string}[] = []
  #lineCount = 0
  /** Rows of the current table so far. */
  #rowCount = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  addText(text: string): void {
    if (this.#skippedFrom === undefined) this.#add(text, escapeMarkdown(text))
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#skippedFrom === undefined) this.#begin(name, attributes)
    this.#open.push({name, attributes, from: this.#markdown.length, line: this.#lineCount})
    const isUnread = attributes['aria-hidden'] === 'true' || skippedAttributes.some((key) => key in attributes)
    if (isUnread || skipped.has(name)) this.#skippedFrom ??= this.#open.length
  }

  close(name: string): void {
    if (this.#skippedFrom !== undefined) {
      this.#open.pop()
      if (this.#open.length < this.#skippedFrom) this.#skippedFrom = undefined
      return
    }
    if (!inline.has(name)) this.#endLine()
    const closed = this.#open.pop()
    if (name === 'tr') this.#endRow()
    if (apart.has(name)) this.#separate()
    if (closed) this.#linkFrom(closed)
  }

  end(): TextSection[] {
    this.#endLine()
    return this.#sections.filter(({lines}) => lines.length > 0)
  }

  #begin(name: string, {id = '', ...attributes}: Record<string, string>): void {
    if (!inline.has(name)) this.#endLine()
    if (apart.has(name)) this.#separate()
    if (name === 'table') this.#rowCount = 0
    if (cell.test(name)) this.#cells.push({text: '', markdown: ''})
    if (name === 'br') this.#add(' ', ' ')
    if (name === 'img' && attributes.alt) this.#addImage(attributes.alt, attributes.src)
    if (sectionId.test(id) && id !== this.#sections.at(-1)?.id) {
      this.#sections.push({id, heading: undefined, lines: []})
    }
    const alternative = attributes['aria-label']
    if (name === 'svg' && attributes.role === 'img' && alternative) {
      this.#endLine()
      this.#addLine({kind: 'sample', text: alternative, markdown: `*${escapeMarkdown(alternative)}*`})
    }
  }

  #add(text: string, markdown: string): void {
    this.#text += text
    this.#markdown += markdown
  }

  #addImage(alternative: string, source = ''): void {
    const url = this.#urlOf(source)
    const words = escapeMarkdown(alternative)
    this.#add(alternative, url ? `![${words}](<${url}>)` : words)
  }

  #addLine(line: TextLine): void {
    this.#sections.at(-1)?.lines.push(line)
    this.#lineCount += 1
  }

  #separate(): void {
    if (this.#text && !/\s$/.test(this.#text)) this.#add(boundary, boundary)
  }

  #endLine(): void {
    const [line, plain] = [squeeze(this.#markdown), squeeze(this.#text)]
    this.#markdown = ''
    this.#text = ''
    if (!plain) return
    const current = this.#within(cell) ? this.#cells.at(-1) : undefined
    if (current) {
      // Several lines in one cell are a name with its value, or stand for themselves.
      const sign = this.#within(/^dt$/) ? ': ' : ' · '
      current.text += plain + sign
      current.markdown += line + sign
      return
    }
    const section = this.#sections.at(-1)
    if (section?.id && !section.heading && this.#within(/^h[1-6]$/)) section.heading = plain
    this.#addLine({kind: this.#kindOf(plain), text: plain, markdown: signed(line, this.#open, this.#lineCount)})
  }

  #endRow(): void {
    const cells = this.#cells.splice(0)
    const texts = cells.map(({text}) => text.replace(lastSign, '')).filter(Boolean)
    if (texts.length === 0) return
    const row = `| ${cells.map(({markdown}) => markdown.replace(lastSign, '')).join(' | ')} |`
    const rule = this.#rowCount === 0 ? `\n|${' --- |'.repeat(cells.length)}` : ''
    this.#addLine({kind: this.#kindOf('.'), text: texts.join(' · '), markdown: row + rule})
    this.#rowCount += 1
  }

  /** Makes the line a link from where an element with an address began, if it is still the same line. */
  #linkFrom({attributes: {href}, from, line}: OpenElement): void {
    const label = squeeze(this.#markdown.slice(from))
    const url = href && !href.startsWith('#') ? this.#urlOf(href) : undefined
    if (url && label && line === this.#lineCount)
      this.#markdown = `${this.#markdown.slice(0, from)}[${label}](<${url}>)`
  }

  #urlOf(address: string): string | undefined {
    // Addresses of mail keep what would end the address in Markdown.
    return URL.parse(address, this.#origin)?.href.replace(/[<>]/g, encodeURIComponent)
  }

  #within(pattern: RegExp): boolean {
    return this.#open.some(({name}) => pattern.test(name))
  }

  #kindOf(plain: string): TextLine['kind'] {
    const isSample = this.#open.some(({name, attributes}) => name === 'figcaption' || 'data-sample' in attributes)
    if (isSample) return 'sample'
    return this.#within(titles) || !endsSentence.test(plain) ? 'title' : 'prose'
  }
}

const lastSign = /(?:: | · )$/

/** Whether a text ends like a sentence rather than like a name or a title. */
const endsSentence = /[。.！!；;：:，,]["”’』」)）]?$/

/** Stands between two elements that styles set apart; becomes a space unless Chinese stands on both sides. */
const boundary = '\uE000'
const han = '[\\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]'
const boundaries = new RegExp(`(?<=${han})\\s*${boundary}+\\s*(?=${han})`, 'gu')

function squeeze(text: string): string {
  return withoutUnseen(text).replace(boundaries, '').replaceAll(boundary, ' ').replace(/\s+/g, ' ').trim()
}

/** A line with the signs of the elements that it stands in. */
function signed(line: string, open: readonly OpenElement[], lineCount: number): string {
  const lists = open.filter(({name}) => name === 'ul' || name === 'ol')
  const item = open.findLast(({name}) => name === 'li')
  const isFirst = item?.line === lineCount
  const marker = lists.at(-1)?.name === 'ol' ? '1. ' : '- '
  const indent = item ? ' '.repeat(3 * (lists.length - 1) + (isFirst ? 0 : marker.length)) : ''
  const [, level] = /^h([1-6])$/.exec(open.findLast(({name}) => /^h[1-6]$/.test(name))?.name ?? '') ?? []
  if (level && !item) return `${'#'.repeat(Number(level))} ${line}`
  const isTitle = level || open.some(({name}) => name === 'dt' || name === 'summary')
  const words = isTitle ? `**${line}**` : line.replace(startsLikeMarkdown, (number) => `${number}\\`)
  return `${indent}${item && isFirst ? marker : ''}${words}`
}

/** A quotation, heading, list or rule at the start of a line. */
const startsLikeMarkdown = /^(?=>|#{1,6}(?:\s|$)|[+-](?:\s|$)|~~~|-{3,}|={3,})|^(\d+)(?=[.)]\s)/

/** Escapes a text so that Markdown shows it as it is. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<|]/g, '\\$&')
}
