import type {Locale} from '../../lib/locales.ts'
import {withFilledStatement} from '../claims/claimSentence.ts'

/** A document of the content lake: any type, possibly incomplete. */
export interface ContentDocument {
  _id: string
  _type: string
  [field: string]: unknown
}

/** Returns an id without the prefix of drafts. */
export function publishedId(id: string): string {
  return id.replace(/^drafts\./, '')
}

/** Returns whether an id is a draft's. */
export function isDraftId(id: string): boolean {
  return id.startsWith('drafts.')
}

/** Neither a draft nor a system document. Assets count, since images refer to them. */
function isContent({_id, _type}: ContentDocument): boolean {
  return !_id.includes('.') && !_type.startsWith('system.')
}

/** Returns the published documents, without system documents. */
export function publishedOnly(documents: readonly ContentDocument[]): ContentDocument[] {
  return documents.filter(isContent)
}

/** Returns the documents as they would be if every draft were published. */
export function withDrafts(documents: readonly ContentDocument[]): ContentDocument[] {
  const merged = new Map(publishedOnly(documents).map((document) => [document._id, document]))
  for (const draft of documents.filter(({_id}) => isDraftId(_id))) {
    merged.set(publishedId(draft._id), {...draft, _id: publishedId(draft._id)})
  }
  return [...merged.values()]
}

/** An object within a document, with its path in the Studio's notation. */
interface FoundObject {
  path: string
  value: Record<string, unknown>
}

/**
 * Returns every object within a document, the document itself first.
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

/** Returns whether a value is an object and not an array. */
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

/** Returns every reference within a document, also within formatted text, with the id that it points at. */
export function referencesIn(document: unknown): FoundReference[] {
  return objectsIn(document).flatMap(({path, value}) =>
    typeof value._ref === 'string' ? [{path, id: value._ref}] : [],
  )
}

/** Returns the references to documents that do not exist. */
export function brokenReferences(document: ContentDocument, ids: ReadonlySet<string>): FoundReference[] {
  return referencesIn(document).filter(({id}) => !ids.has(id))
}

/** Fields that name a document, by priority. */
const titleFields = ['title', 'name', 'statement', 'siteName', 'label']

/** Returns a document's title in a language, else in Chinese, else its id. */
export function documentTitle(document: ContentDocument, locale: Locale): string {
  const filled = document._type === 'claim' ? withFilledStatement(document) : document
  for (const field of titleFields) {
    const text = filled[field]
    if (!isObject(text)) continue
    const words = text[locale] || text.zh
    if (typeof words === 'string' && words !== '') return words
  }
  return document._id
}

/**
 * Returns the pages that show a document: the page itself, pages that refer to it directly or through other documents,
 * and, for a module, pages with the module map of its product.
 */
export function pagesShowing<Document extends ContentDocument>(id: string, documents: readonly Document[]): Document[] {
  const reached = new Set([id])
  const product = productOf(documents.find(({_id}) => _id === id))
  // Repeats until no document is added. References from pages are not followed further.
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
        (product !== undefined && listsModulesOf(document, product))),
  )
}

function productOf(document: ContentDocument | undefined): string | undefined {
  if (document?._type !== 'productModule') return undefined
  return referencesIn(document.product)[0]?.id
}

function listsModulesOf(page: ContentDocument, product: string): boolean {
  return objectsIn(page.blocks).some(
    ({value}) => value._type === 'moduleMap' && referencesIn(value.product)[0]?.id === product,
  )
}
