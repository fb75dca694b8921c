import type {Locale} from '../../lib/locales.ts'
import {withSentences} from '../claims/claimSentence.ts'

/** A document as the content lake keeps it, of whatever type and however complete. */
export interface ContentDocument {
  _id: string
  _type: string
  [field: string]: unknown
}

/** The id under which a document is published: that of a draft without its prefix. */
export function publishedId(id: string): string {
  return id.replace(/^drafts\./, '')
}

/** Is this the id of a draft? */
export function isDraftId(id: string): boolean {
  return id.startsWith('drafts.')
}

/** Neither a draft nor Sanity's own: what the site is made of. Assets count, since images refer to them. */
function isContent({_id, _type}: ContentDocument): boolean {
  return !_id.includes('.') && !_type.startsWith('system.')
}

/** The documents as visitors get them. */
export function publishedOnly(documents: readonly ContentDocument[]): ContentDocument[] {
  return documents.filter(isContent)
}

/** The documents as visitors would get them if every draft were published. */
export function withDrafts(documents: readonly ContentDocument[]): ContentDocument[] {
  const merged = new Map(publishedOnly(documents).map((document) => [document._id, document]))
  for (const draft of documents.filter(({_id}) => isDraftId(_id))) {
    merged.set(publishedId(draft._id), {...draft, _id: publishedId(draft._id)})
  }
  return [...merged.values()]
}

/** An object somewhere in a document, with the path that leads to it, written as the Studio writes paths. */
interface FoundObject {
  path: string
  value: Record<string, unknown>
}

/**
 * Every object in a document, the document itself first.
 *
 * @example objectsIn({blocks: [{_key: 'a', title: {zh: '关于'}}]}).map(({path}) => path)
 * // ['', 'blocks[_key=="a"]', 'blocks[_key=="a"].title']
 */
export function objectsIn(value: unknown, path = ''): FoundObject[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => objectsIn(item, `${path}${segmentOf(item, index)}`))
  if (!isObject(value)) return []
  const below = Object.entries(value).flatMap(([field, item]) => objectsIn(item, path ? `${path}.${field}` : field))
  return [{path, value}, ...below]
}

/** Is this an object that is no list? */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function segmentOf(item: unknown, index: number): string {
  return isObject(item) && typeof item._key === 'string' ? `[_key=="${item._key}"]` : `[${index}]`
}

interface FoundReference {
  path: string
  id: string
}

/** Every reference of a document, within text too, with the id that it points at. */
export function referencesIn(document: unknown): FoundReference[] {
  return objectsIn(document).flatMap(({path, value}) =>
    typeof value._ref === 'string' ? [{path, id: value._ref}] : [],
  )
}

/** The references of a document to documents that are not there. */
export function brokenReferences(document: ContentDocument, ids: ReadonlySet<string>): FoundReference[] {
  return referencesIn(document).filter(({id}) => !ids.has(id))
}

/** The fields that name a document, the first that is filled in wins. */
const naming = ['title', 'name', 'statement', 'siteName', 'label']

/** What a document is called, in a language or in Chinese; its id where it has no name. */
export function documentTitle(document: ContentDocument, locale: Locale): string {
  const whole = document._type === 'claim' ? withSentences(document) : document
  for (const field of naming) {
    const text = whole[field]
    if (!isObject(text)) continue
    const words = text[locale] || text.zh
    if (typeof words === 'string' && words !== '') return words
  }
  return document._id
}

/**
 * The pages that show a document: itself, in a block or within text, through another document that refers to it, or, for
 * a module, in the map of its product's modules.
 */
export function pagesShowing<Document extends ContentDocument>(id: string, documents: readonly Document[]): Document[] {
  const reached = new Set([id])
  const product = productOf(documents.find(({_id}) => _id === id))
  // Each round adds what refers to what is reached; pages are where it ends.
  for (let before = 0; before !== reached.size; ) {
    before = reached.size
    for (const document of documents) {
      if (document._type !== 'page' && referencesIn(document).some((found) => reached.has(found.id))) {
        reached.add(document._id)
      }
    }
  }
  return documents.filter(
    (document) =>
      document._type === 'page' &&
      (document._id === id ||
        referencesIn(document).some((found) => reached.has(found.id)) ||
        (product !== undefined && mapsModulesOf(document, product))),
  )
}

function productOf(document: ContentDocument | undefined): string | undefined {
  if (document?._type !== 'productModule') return undefined
  return referencesIn(document.product)[0]?.id
}

function mapsModulesOf(page: ContentDocument, product: string): boolean {
  return objectsIn(page.blocks).some(
    ({value}) => value._type === 'moduleMap' && referencesIn(value.product)[0]?.id === product,
  )
}
