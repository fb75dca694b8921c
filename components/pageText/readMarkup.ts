/** Reads what React rendered back as text: headings, sentences and tables, with links, in the order of the page. */

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

/** A tag, or text between tags. React quotes and escapes everything, so that this is all that there can be. */
const token = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/g
const attribute = /([\w:-]+)(?:="([^"]*)")?/g

const voidElements = new Set(['br', 'hr', 'img', 'input', 'wbr', 'meta', 'link', 'source', 'col'])
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
/** Inline elements that styles often set apart from their neighbours. */
const apart = new Set(['span', 'small', 'label', 'b', 'time'])
const titles = /^(?:h[1-6]|summary|dt|th|legend)$/
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
 * Leaves out navigation, controls, drawings and whatever is hidden from readers. `origin` makes links absolute; paths in
 * `hidden` are not linked.
 */
export function readMarkup(html: string, origin: string, hidden: ReadonlySet<string> = new Set()): TextSection[] {
  const sections: TextSection[] = [{id: undefined, heading: undefined, lines: []}]
  const open: OpenElement[] = []
  let skippedFrom: number | undefined
  let markdown = ''
  let text = ''
  let cells: {text: string; markdown: string}[] = []
  let lineCount = 0
  let rowCount = 0

  const linkTo = (address: string) => {
    const url = URL.parse(address, origin)
    // Addresses of mail keep what would end the address in Markdown.
    return url && !hidden.has(url.pathname) ? url.href.replace(/[<>]/g, encodeURIComponent) : undefined
  }
  const within = (pattern: RegExp) => open.findLast(({name}) => pattern.test(name))
  const addLine = (line: TextLine) => {
    sections.at(-1)?.lines.push(line)
    lineCount += 1
  }
  const kindOf = (plain: string): TextLine['kind'] => {
    if (open.some(({name, attributes}) => name === 'figcaption' || 'data-sample' in attributes)) return 'sample'
    return within(titles) || !endsSentence.test(plain) ? 'title' : 'prose'
  }
  const endLine = () => {
    const [line, plain] = [squeeze(markdown), squeeze(text)]
    markdown = ''
    text = ''
    if (!plain) return
    if (within(/^t[dh]$/)) {
      cells.push({text: plain, markdown: line})
      return
    }
    const section = sections.at(-1)
    const heading = within(/^h[1-6]$/)
    if (section && heading && section.id && !section.heading) section.heading = plain
    addLine({kind: kindOf(plain), text: plain, markdown: signed(line, open, lineCount)})
  }
  const endRow = () => {
    if (cells.length === 0) return
    const row = `| ${cells.map((cell) => cell.markdown).join(' | ')} |`
    const rule = rowCount === 0 ? `\n|${' --- |'.repeat(cells.length)}` : ''
    addLine({kind: kindOf('.'), text: cells.map((cell) => cell.text).join(' · '), markdown: row + rule})
    cells = []
    rowCount += 1
  }
  const separate = () => {
    if (text && !/\s$/.test(text)) {
      text += boundary
      markdown += boundary
    }
  }

  const onOpen = (name: string, attributes: Record<string, string>) => {
    if (!inline.has(name)) endLine()
    if (apart.has(name)) separate()
    if (name === 'table') rowCount = 0
    if (name === 'br') {
      text += ' '
      markdown += ' '
    }
    if (name === 'img' && attributes.alt) {
      const url = linkTo(attributes.src ?? '')
      markdown += url ? `![${escapeMarkdown(attributes.alt)}](<${url}>)` : escapeMarkdown(attributes.alt)
      text += attributes.alt
    }
    if (sectionId.test(attributes.id ?? '') && attributes.id !== sections.at(-1)?.id) {
      sections.push({id: attributes.id, heading: undefined, lines: []})
    }
    if (name === 'svg' && attributes.role === 'img' && attributes['aria-label']) {
      endLine()
      const alternative = attributes['aria-label']
      addLine({kind: 'sample', text: alternative, markdown: `*${escapeMarkdown(alternative)}*`})
    }
    if (voidElements.has(name)) return
    open.push({name, attributes, from: markdown.length, line: lineCount})
    if (skipped.has(name) || attributes['aria-hidden'] === 'true' || 'hidden' in attributes) skippedFrom = open.length
  }
  const onClose = (name: string) => {
    if (!inline.has(name)) endLine()
    const closed = open.pop()
    if (name === 'tr') endRow()
    if (apart.has(name)) separate()
    const {href} = closed?.attributes ?? {}
    const label = squeeze(markdown.slice(closed?.from))
    const url = href && !href.startsWith('#') ? linkTo(href) : undefined
    if (url && closed?.line === lineCount && label) {
      markdown = `${markdown.slice(0, closed.from)}[${label}](<${url}>)`
    }
  }

  for (const [, closes, tag = '', rawAttributes = '', closesItself, rawText] of html.matchAll(token)) {
    const name = tag.toLowerCase()
    if (skippedFrom !== undefined) {
      if (rawText !== undefined || voidElements.has(name) || closesItself) continue
      if (!closes) open.push({name, attributes: {}, from: 0, line: 0})
      else if (open.pop() && open.length < skippedFrom) skippedFrom = undefined
      continue
    }
    if (rawText !== undefined) {
      const plain = unescapeHtml(rawText)
      text += plain
      markdown += escapeMarkdown(plain)
    } else if (closes) onClose(name)
    else onOpen(name, readAttributes(rawAttributes))
  }
  endLine()
  return sections.filter(({lines}) => lines.length > 0)
}

/** Whether a text ends like a sentence rather than like a name or a title. */
const endsSentence = /[。.！!；;：:，,]["”’』」)）]?$/

/** Stands between two elements that styles set apart; becomes a space unless Chinese stands on both sides. */
const boundary = '\uE000'
const han = '[\\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]'
const boundaries = new RegExp(`(?<=${han})\\s*${boundary}+\\s*(?=${han})`, 'gu')

function squeeze(text: string): string {
  return text.replace(boundaries, '').replaceAll(boundary, ' ').replace(/\s+/g, ' ').trim()
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

function readAttributes(source: string): Record<string, string> {
  return Object.fromEntries(
    [...source.matchAll(attribute)].map(([, name = '', value = '']) => [name, unescapeHtml(value)]),
  )
}

const entities: Readonly<Record<string, string>> = {amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'"}

function unescapeHtml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (whole, name: string) => entities[name] ?? whole)
}

/** Escapes a text so that Markdown shows it as it is. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<|]/g, '\\$&')
}
