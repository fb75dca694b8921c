import {htmlToPortableText} from '@portabletext/html'
import {compileSchema, defineSchema} from '@portabletext/schema'
import type {OnPasteFn} from 'sanity'
import {isObject} from '../../lib/json.ts'
import type {Route} from '../../lib/routes.ts'
import {hasText} from '../../sanity/hasText.ts'
import {withoutUnseen} from '../../sanity/health/controls.ts'
import {sectionOf} from '../../sanity/projections/section.ts'
import {requireExternalUrl} from '../../sanity/schema/support/requireExternalUrl.ts'
import {findRouteByUrl} from '../structure/siteMap/findPages.ts'

type Clipboard = Pick<DataTransfer, 'types' | 'getData'>

/** Text of this editor, which keeps all of it by itself. */
const isOwn = (clipboard: Clipboard) => clipboard.types.includes('application/x-portable-text')

const documentOf = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')

/** Returns what running text does not take of a paste, and whoever pastes should know. */
export function leftOutOfPaste(clipboard: Clipboard): {pictures: number; isRevised: boolean} {
  if (isOwn(clipboard)) return {pictures: 0, isRevised: false}
  const pasted = documentOf(clipboard.getData('text/html'))
  return {pictures: pasted.images.length, isRevised: revisionsIn(pasted).some(({textContent}) => hasText(textContent))}
}

/**
 * Returns what is pasted, as from Word, WPS, WeChat or Feishu, as blocks that the schema allows; none where the editor's own way is
 * enough. That one knows its own type of link only, makes one paragraph of those that are `div` or `section`, and keeps the bullets
 * of WPS as text.
 */
export function pastedBlocks(clipboard: Clipboard, allowed: Allowed) {
  if (isOwn(clipboard)) return []
  const html = clipboard.getData('text/html')
  if (html) return blocksOf(html, allowed)
  const text = clipboard.getData('text/plain')
  return withoutUnseen(text) !== text || /^\u3000/m.test(text) ? blocksOf(htmlOf(text), allowed) : []
}

/** Plain text as the editor reads it: an empty line ends a paragraph. So does, in Chinese, one that begins with a blank. */
function htmlOf(text: string): string {
  const escaped = text.replace(/\r\n?/g, '\n').replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const paragraphs = escaped
    .split(/\n{2,}|\n(?=\u3000)/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
  return paragraphs.join('')
}

/** Words that are struck out, comments, and hidden text of Word and WPS. */
const revisionsIn = ({body}: Document) => [
  ...body.querySelectorAll(
    'del, s, strike, [style*="line-through"], [style*="mso-element:comment"], .MsoCommentReference, [style*="mso-hide:all"]',
  ),
]

/** Elements that are no part of the text. Styles stay: Word says there what a list is. */
const unread = 'script, noscript, template, svg, iframe, button, select, textarea, [hidden]'

function removeUnread(pasted: Document): void {
  const hidden = [...pasted.body.querySelectorAll<HTMLElement>('[style*="display"]')].filter(
    ({style}) => style.display === 'none',
  )
  for (const element of [...pasted.body.querySelectorAll(unread), ...hidden, ...revisionsIn(pasted)]) element.remove()
}

const headings = 'h1, h2, h3, h4, h5, h6'
const paragraphs = 'p, section, div'
const mostOfHeading = 60
/** The last is an item of a list of Word's or WPS's. */
const inOthers = 'li, table, blockquote, [style*="mso-list"]'

/**
 * Makes headings of paragraphs that are headings by their looks alone, as those of WeChat: short, bold, and larger than most of the
 * text. Where some are headings by their tags, these are all.
 */
function addHeadings(pasted: Document): void {
  if (pasted.body.querySelector(headings)) return
  const usual = usualSize(textsIn(pasted.body))
  const found = [...pasted.body.querySelectorAll(paragraphs)].filter((paragraph) => looksLikeHeading(paragraph, usual))
  for (const paragraph of found) {
    const heading = pasted.createElement('h2')
    heading.append(...paragraph.childNodes)
    paragraph.replaceWith(heading)
  }
}

/** Begins the headings at the first level that the schema has, and ends them at its last. */
function setLevels({body}: Document, styles: Allowed['styles']): void {
  const allowed = styles.flatMap(({value}) => (/^h\d$/.test(value) ? [Number(value[1])] : []))
  const [first, last] = [Math.min(...allowed), Math.max(...allowed)]
  const found = [...body.querySelectorAll(headings)].map((heading) => ({heading, level: Number(heading.tagName[1])}))
  const shift = Math.max(0, first - Math.min(...found.map(({level}) => level)))
  for (const {heading, level} of found) rename(heading, `h${Math.min(level + shift, last)}`)
}

/** Leaves the attributes out: by its styles a heading that Word numbers would be an item of a list. */
function rename(element: Element, tag: string): void {
  const renamed = element.ownerDocument.createElement(tag)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

function looksLikeHeading(paragraph: Element, usual: number): boolean {
  if (paragraph.querySelector(`${paragraphs}, ul, ol, table`) || paragraph.closest(inOthers)) return false
  const text = paragraph.textContent.trim()
  if (text.length > mostOfHeading || !/\p{L}/u.test(text)) return false
  return textsIn(paragraph).every((node) => sizeOf(node) > usual * 1.1 && isBold(node))
}

/** The size in which most of the characters are. */
function usualSize(texts: readonly Text[]): number {
  const counts = new Map<number, number>()
  for (const node of texts) counts.set(sizeOf(node), (counts.get(sizeOf(node)) ?? 0) + node.data.trim().length)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 0
}

function textsIn(root: Node): Text[] {
  const found: Text[] = []
  const nodes = (root.ownerDocument ?? document).createNodeIterator(root, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode())
    if (node instanceof Text && node.data.trim()) found.push(node)
  return found
}

/** The first answer of the elements around a text, from within. */
function nearest<Answer>(node: Text, ask: (element: HTMLElement) => Answer | undefined): Answer | undefined {
  for (let element = node.parentElement; element; element = element.parentElement) {
    const answer = ask(element)
    if (answer !== undefined) return answer
  }
  return undefined
}

/** In CSS pixels. */
const sizeOf = (node: Text): number =>
  nearest(node, ({style}) => {
    const [, size, unit] = /^([\d.]+)(px|pt)$/.exec(style.fontSize) ?? []
    return size === undefined ? undefined : Number(size) * (unit === 'pt' ? 4 / 3 : 1)
  }) ?? 16

const isBold = (node: Text): boolean =>
  nearest(node, ({style: {fontWeight}, tagName}) => {
    if (/^bold/.test(fontWeight) || Number(fontWeight) >= 600) return true
    // `inherit` and the like say nothing by themselves.
    if (/^(normal|lighter|initial|\d)/.test(fontWeight)) return false
    return tagName === 'B' || tagName === 'STRONG' ? true : undefined
  }) ?? false

const isItalic = (node: Text): boolean =>
  nearest(node, ({style: {fontStyle}, tagName}) => {
    if (/^(italic|oblique)/.test(fontStyle)) return true
    if (/^(normal|initial)/.test(fontStyle)) return false
    return tagName === 'I' || tagName === 'EM' ? true : undefined
  }) ?? false

/** Marks what looks bold or italic by elements alone: WeChat and browsers do it by styles. Headings are bold by themselves. */
function markByLooks(pasted: Document): void {
  const looks = textsIn(pasted.body).map((node) => ({node, isBold: isBold(node), isItalic: isItalic(node)}))
  // Google Docs has all of a text in one that says where it is from.
  for (const element of pasted.body.querySelectorAll('b:not([id^="docs-internal"]), strong, i, em'))
    element.replaceWith(...element.childNodes)
  for (const {node, ...look} of looks) {
    if (look.isItalic) wrap(node, 'em')
    if (look.isBold && !node.parentElement?.closest(headings)) wrap(node, 'strong')
  }
}

function wrap(node: ChildNode, tag: string): void {
  const around = (node.ownerDocument ?? document).createElement(tag)
  node.before(around)
  around.append(node)
}

const lists = 'ul, ol'
const ends = `${headings}, ${paragraphs}, ${lists}, li, table, thead, tbody, tfoot, tr, td, th, caption, pre, article, header, footer, main, aside, nav, address, center, dl, dt, dd, figure, figcaption, fieldset, form, details, summary, hr`
const isBlock = (node: Node): node is Element =>
  node instanceof Element && (node.matches(ends) || node.querySelector(ends) !== null)

/**
 * Makes each paragraph a `p`, as only these, headings, cells and items of lists become blocks: what is in a `div` or a `section` would
 * be run together with what follows it.
 */
function separate(container: Element): void {
  let line: ChildNode[] = []
  const end = () => {
    const [first] = line
    if (first && line.some(({textContent}) => hasText(textContent))) {
      const paragraph = container.ownerDocument.createElement('p')
      first.before(paragraph)
      paragraph.append(...line)
    }
    line = []
  }
  for (const node of [...container.childNodes]) {
    const previous = line.findLast((other) => !(other instanceof Text) || other.data.trim())
    if (isBlock(node)) {
      end()
      if (node.matches('li')) joinLines(node)
      else if (!node.matches(`p, pre, ${headings}`)) separate(node)
    } else if (isBreak(node) && previous && isBreak(previous)) end()
    else line.push(node)
  }
  end()
}

const isBreak = (node: Node) => node instanceof Element && node.matches('br')

/** Makes lines of the paragraphs of an item: a second block would be no part of the list. */
function joinLines(item: Element): void {
  for (const list of item.querySelectorAll(lists)) if (list.closest('li') === item) separate(list)
  const blocks = [...item.querySelectorAll(ends)].filter(
    (block) => block.closest('li') === item && !block.matches(lists),
  )
  const parts = [...item.childNodes].filter((node) => !(node instanceof Element && node.matches(lists)))
  const filled = parts.filter(({textContent}) => hasText(textContent))
  if (blocks.length === 1 && filled.length === 1 && filled[0] === blocks[0]) return
  for (const block of blocks) {
    if (block.previousSibling && !isBreak(block.previousSibling)) block.before(item.ownerDocument.createElement('br'))
    block.replaceWith(...block.childNodes, item.ownerDocument.createElement('br'))
  }
}

type Allowed = Pick<Parameters<OnPasteFn>[0]['schemaTypes'], 'styles' | 'lists' | 'decorators'>

/**
 * Returns pasted HTML as blocks that the schema allows, with links to pages of the site and to other sites, and with its
 * headings as those of the levels that there are. Empty lines, which WeChat puts between paragraphs, are left out, and so are
 * characters that nobody sees.
 */
export function blocksOf(html: string, {styles, lists, decorators}: Allowed) {
  const named = (list: readonly {value: string}[]) => list.map(({value}) => ({name: value}))
  const schema = compileSchema(
    defineSchema({
      styles: named(styles),
      lists: named(lists),
      decorators: named(decorators),
      annotations: [{name: 'link', fields: [{name: 'href', type: 'string'}]}],
    }),
  )
  const decoratorNames = decorators.map(({value}) => value)
  const pasted = documentOf(html)
  removeUnread(pasted)
  addHeadings(pasted)
  setLevels(pasted, styles)
  markByLooks(pasted)
  markBullets(pasted)
  // The schema has no quotations.
  for (const quotation of pasted.querySelectorAll('blockquote')) rename(quotation, 'div')
  separate(pasted.body)
  return htmlToPortableText(pasted.documentElement.outerHTML, {schema}).flatMap((block) => {
    const {markDefs, children}: Record<string, unknown> = {...block}
    if (!Array.isArray(markDefs) || !Array.isArray(children)) return block
    const seen = children.map(withSeenText)
    if (!hasText(textOf(seen))) return []
    const links = markDefs.flatMap((pasted: unknown) => linkOf(pasted) ?? [])
    const kept = new Set([...decoratorNames, ...links.map(({_key}) => _key)])
    return {...block, children: withoutBreakAtEnd(seen).map((child) => withMarks(child, kept)), markDefs: links}
  })
}

/** Marks the bullets and numbers of a list as Word does: WPS writes more into the attribute, and they would stay as text. */
function markBullets({body}: Document): void {
  for (const bullet of body.querySelectorAll('[style]'))
    if (/mso-list:\s*ignore/i.test(bullet.getAttribute('style') ?? '')) bullet.setAttribute('style', 'mso-list:Ignore')
}

/** Without the no-break spaces that Word and mails put between words: lines would end elsewhere than the page's width says. */
const withSeenText = (child: unknown): unknown =>
  isObject(child) && typeof child.text === 'string'
    ? {...child, text: withoutUnseen(child.text).replaceAll('\u00a0', ' ')}
    : child

const textOf = (children: readonly unknown[]) =>
  children.map((child) => (isObject(child) && typeof child.text === 'string' ? child.text : '')).join('')

/** Leaves out the line break that WeChat has at the end of a paragraph. */
function withoutBreakAtEnd(children: readonly unknown[]): unknown[] {
  const last = children.at(-1)
  if (!isObject(last) || typeof last.text !== 'string') return [...children]
  return [...children.slice(0, -1), {...last, text: last.text.replace(/\s*\n\s*$/, '')}]
}

type Link = {_key: string} & (
  | {_type: 'externalLink'; href: string}
  | {_type: 'routeLink'; route: Route; section?: string}
)

/** A link as the schema has it; none for an address that it refuses, such as a script, a file or a place in the document. */
function linkOf(pasted: unknown): Link | undefined {
  if (!isObject(pasted) || typeof pasted._key !== 'string' || typeof pasted.href !== 'string') return undefined
  const href = withoutUnseen(pasted.href).trim().replaceAll(' ', '%20')
  if (!URL.canParse(href) || !['https:', 'http:', 'mailto:'].includes(new URL(href).protocol)) return undefined
  if (requireExternalUrl(href) === true) return {_key: pasted._key, _type: 'externalLink', href}
  const route = findRouteByUrl(href)
  if (route === undefined) return undefined
  const [, key] = /#section-([\w-]+)$/.exec(href) ?? []
  return {_key: pasted._key, _type: 'routeLink', route, ...(key && {section: sectionOf(route, key)})}
}

function withMarks(child: unknown, kept: ReadonlySet<string>): unknown {
  if (!isObject(child) || !Array.isArray(child.marks)) return child
  return {...child, marks: child.marks.filter((mark) => kept.has(mark))}
}
