import {htmlToPortableText} from '@portabletext/html'
import {compileSchema, defineSchema} from '@portabletext/schema'
import {useToast} from '@sanity/ui/toast'
import type {OnPasteFn, PortableTextInputProps} from 'sanity'
import {isObject} from '../../lib/json.ts'
import type {Route} from '../../lib/routes.ts'
import {hasText} from '../../sanity/hasText.ts'
import {withoutUnseen} from '../../sanity/health/controls.ts'
import {sectionOf} from '../../sanity/projections/section.ts'
import {hint} from '../../sanity/schema/support/bilingual.ts'
import {requireExternalUrl} from '../../sanity/schema/support/requireExternalUrl.ts'
import {lastingToast} from '../lake/reasonOf.ts'
import {findRouteByUrl} from '../structure/siteMap/findPages.ts'

/**
 * Running text into which links, headings and lists may be pasted, as from Word, WPS or WeChat: Sanity's paste knows its own
 * type of link only, makes a paragraph of a heading of another level than the schema's, and keeps the bullets of WPS as text. Says
 * that pictures are left out.
 */
export function RichTextInput(props: PortableTextInputProps) {
  const toast = useToast()
  const paste: OnPasteFn = (pasted) => {
    const count = pastedPictures(pasted.event.clipboardData)
    if (count > 0) toast.push({...lastingToast('pasted-pictures'), status: 'warning', title: pictureAdvice(count)})
    return pasteHtml(pasted)
  }
  return (
    // By this attribute `UndoScope` decides who handles a key.
    <div data-empty={!props.value?.length} style={{display: 'contents'}}>
      {props.renderDefault({...props, onPaste: props.onPaste ?? paste})}
    </div>
  )
}

const pasteHtml: OnPasteFn = ({event, schemaTypes, path}) => {
  const insert = pastedBlocks(event.clipboardData, schemaTypes)
  return insert.length > 0 ? {insert, path} : undefined
}

/** Returns the number of pictures in what is pasted, of which running text takes none. */
export function pastedPictures(clipboard: Pick<DataTransfer, 'types' | 'getData'>): number {
  if (clipboard.types.includes('application/x-portable-text')) return 0
  return new DOMParser().parseFromString(clipboard.getData('text/html'), 'text/html').images.length
}

const pictureAdvice = (count: number) =>
  hint(
    `粘贴的内容里有 ${count} 张图片，没有放进正文：正文里只有文字。请把图片存成文件，上传到这个块的“照片”。`,
    `${count === 1 ? 'A picture was' : `${count} pictures were`} left out of what you pasted: running text holds words alone. Save each as a file, and upload it as the photograph of a text block.`,
  )

/** Returns what is pasted as blocks; none where the editor's own way is enough. */
export function pastedBlocks(clipboard: Pick<DataTransfer, 'types' | 'getData'>, allowed: Allowed) {
  // Text of this editor keeps its links by itself.
  if (clipboard.types.includes('application/x-portable-text')) return []
  const html = withHeadings(clipboard.getData('text/html') || htmlOf(clipboard.getData('text/plain')))
  const needsCare = /<(?:a|h\d|img|section)[\s>]|mso-list/i.test(html) || hasUnseen(html)
  return needsCare ? blocksOf(html, allowed) : []
}

/** Plain text as the editor reads it: an empty line ends a paragraph. */
function htmlOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const paragraphs = escaped.split(/(?:\r?\n){2,}/).map((paragraph) => `<p>${paragraph.replace(/\r?\n/g, '<br>')}</p>`)
  return paragraphs.join('')
}

function hasUnseen(html: string): boolean {
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent
  return withoutUnseen(text) !== text
}

const paragraphs = 'p, section, div'
const mostOfHeading = 60
/** The last is an item of a list of Word's or WPS's. */
const inOthers = 'li, table, blockquote, [style*="mso-list"]'

/**
 * Makes headings of paragraphs that are headings by their looks alone, as those of WeChat: short, bold, and larger than most of the
 * text. Where some are headings by their tags, these are all.
 */
function withHeadings(html: string): string {
  if (/<h[1-6][\s>]/i.test(html)) return html
  const pasted = new DOMParser().parseFromString(html, 'text/html')
  const usual = usualSize(textsIn(pasted.body))
  const headings = [...pasted.body.querySelectorAll(paragraphs)].filter((paragraph) =>
    looksLikeHeading(paragraph, usual),
  )
  if (headings.length === 0) return html
  for (const paragraph of headings) {
    const heading = pasted.createElement('h2')
    heading.append(...paragraph.childNodes)
    // A heading is bold by itself.
    for (const bold of heading.querySelectorAll('b, strong')) bold.replaceWith(...bold.childNodes)
    for (const styled of heading.querySelectorAll('[style]')) styled.removeAttribute('style')
    paragraph.replaceWith(heading)
  }
  return pasted.documentElement.outerHTML
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
    if (fontWeight) return fontWeight === 'bold' || Number(fontWeight) >= 600
    return tagName === 'B' || tagName === 'STRONG' ? true : undefined
  }) ?? false

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
  return htmlToPortableText(withKnownBullets(withLevels(html, styles)), {schema}).flatMap((block) => {
    const {markDefs, children}: Record<string, unknown> = {...block}
    if (!Array.isArray(markDefs) || !Array.isArray(children)) return block
    const seen = children.map(withSeenText)
    if (!hasText(textOf(seen))) return []
    const links = markDefs.flatMap((pasted: unknown) => linkOf(pasted) ?? [])
    const kept = new Set([...decoratorNames, ...links.map(({_key}) => _key)])
    return {...block, children: withoutBreakAtEnd(seen).map((child) => withMarks(child, kept)), markDefs: links}
  })
}

const withSeenText = (child: unknown): unknown =>
  isObject(child) && typeof child.text === 'string' ? {...child, text: withoutUnseen(child.text)} : child

const textOf = (children: readonly unknown[]) =>
  children.map((child) => (isObject(child) && typeof child.text === 'string' ? child.text : '')).join('')

/** Leaves out the line break that WeChat has at the end of a paragraph. */
function withoutBreakAtEnd(children: readonly unknown[]): unknown[] {
  const last = children.at(-1)
  if (!isObject(last) || typeof last.text !== 'string') return [...children]
  return [...children.slice(0, -1), {...last, text: last.text.replace(/\s*\n\s*$/, '')}]
}

/** Marks the bullets and numbers of a list as Word does: WPS writes more into the attribute, and they would stay as text. */
const withKnownBullets = (html: string) =>
  html.replace(/style=(["'])(?:(?!\1)[\s\S])*?mso-list:\s*ignore(?:(?!\1)[\s\S])*\1/gi, "style='mso-list:Ignore'")

/** Begins the headings at the first level that the schema has, and ends them at its last. */
function withLevels(html: string, styles: Allowed['styles']): string {
  const allowed = styles.flatMap(({value}) => (/^h\d$/.test(value) ? [Number(value[1])] : []))
  const [first, last] = [Math.min(...allowed), Math.max(...allowed)]
  const tags = /(<\/?h)([1-6])(?=[\s>])/gi
  const shift = Math.max(0, first - Math.min(...[...html.matchAll(tags)].map(([, , level]) => Number(level))))
  return html.replace(tags, (_, tag: string, level: string) => `${tag}${Math.min(Number(level) + shift, last)}`)
}

type Link = {_key: string} & (
  | {_type: 'externalLink'; href: string}
  | {_type: 'routeLink'; route: Route; section?: string}
)

/** A link as the schema has it; none for an address that it refuses, such as a script, a file or a place in the document. */
function linkOf(pasted: unknown): Link | undefined {
  if (!isObject(pasted) || typeof pasted._key !== 'string' || typeof pasted.href !== 'string') return undefined
  const href = pasted.href.trim()
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
