import {isObject} from '../../lib/json.ts'
import type {Locale} from '../../lib/locales.ts'
import {withFilledStatement} from '../claims/claimSentence.ts'
import {firstText} from '../hasText.ts'

/** A document of the content lake: any type, possibly incomplete. */
export interface ContentDocument {
  _id: string
  _type: string
  [field: string]: unknown
}

/** Returns an id without the prefix of drafts and of versions in releases. */
export function publishedId(id: string): string {
  return id.replace(/^(drafts|versions\.[^.]+)\./, '')
}

/** Returns whether an id is a draft's. */
export function isDraftId(id: string): boolean {
  return id.startsWith('drafts.')
}

/** Returns the draft with which the first edit of a published document begins, without the fields that the content lake sets. */
export function draftOf(published: ContentDocument): ContentDocument {
  const {_rev, _createdAt, _updatedAt, ...content} = published
  return {...content, _id: `drafts.${published._id}`}
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
  return inPerspective(documents, ['drafts'])
}

/**
 * Returns the documents as a perspective shows them: of each the first version in a stack of releases and `drafts`, else
 * what is published. What a release takes down is left out.
 *
 * @example inPerspective(documents, ['spring-fair', 'drafts'])
 */
export function inPerspective(documents: readonly ContentDocument[], stack: readonly string[]): ContentDocument[] {
  const merged = new Map(publishedOnly(documents).map((document) => [document._id, document]))
  for (const name of stack.filter((layer) => layer !== 'published').toReversed()) {
    for (const version of documents.filter(({_id}) => layerOf(_id) === name)) {
      const id = publishedId(version._id)
      if (isObject(version._system) && version._system.delete === true) merged.delete(id)
      else merged.set(id, {...version, _id: id})
    }
  }
  return [...merged.values()]
}

/** Returns the first layer of a stack that has a version of a document: a release, `drafts`, or `published`. */
export function layerShown(documents: readonly ContentDocument[], id: string, stack: readonly string[]): string {
  const layers = new Set(documents.flatMap(({_id}) => (publishedId(_id) === id ? layerOf(_id) : [])))
  return stack.find((name) => layers.has(name)) ?? 'published'
}

function layerOf(id: string): string {
  return releaseNameOf(id) ?? (isDraftId(id) ? 'drafts' : 'published')
}

/** Returns the name of the release that an id's version is in; undefined for drafts and published documents. */
export function releaseNameOf(id: string): string | undefined {
  return /^versions\.([^.]+)\./.exec(id)?.[1]
}

/**
 * Returns the perspective in which a form shows other documents: as they will be with all drafts, and before those with the
 * release that the form's document is in.
 */
export function perspectiveBeside(id: unknown): string[] {
  const release = typeof id === 'string' ? releaseNameOf(id) : undefined
  return release === undefined ? ['drafts'] : [release, 'drafts']
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
export function objectsIn(value: unknown): FoundObject[] {
  const found: FoundObject[] = []
  collectObjects(value, '', found)
  return found
}

function collectObjects(value: unknown, path: string, found: FoundObject[]): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      collectObjects(item, `${path}${segmentOf(item, index)}`, found)
    })
  } else if (isObject(value)) {
    found.push({path, value})
    for (const [field, item] of Object.entries(value)) collectObjects(item, path ? `${path}.${field}` : field, found)
  }
}

function segmentOf(item: unknown, index: number): string {
  return isObject(item) && typeof item._key === 'string' ? `[_key=="${item._key}"]` : `[${index}]`
}

interface FoundReference {
  path: string
  id: string
}

/** Returns every reference within a document or a part of one, also within formatted text, with the id that it points at. */
export function referencesIn(value: unknown): FoundReference[] {
  return objectsIn(value).flatMap(({path, value}) => (typeof value._ref === 'string' ? [{path, id: value._ref}] : []))
}

/** Returns the references to documents that do not exist. */
export function brokenReferences(document: ContentDocument, ids: ReadonlySet<string>): FoundReference[] {
  return referencesIn(document).filter(({id}) => !ids.has(id))
}

/** Fields that name a document, by priority. */
const titleFields = ['title', 'name', 'statement', 'siteName', 'label']

/** Returns a document's title in a language, else in the other one, else its id. */
export function documentTitle(document: ContentDocument, locale: Locale): string {
  const filled = document._type === 'claim' ? withFilledStatement(document) : document
  for (const field of titleFields) {
    const text = filled[field]
    const words = isObject(text) ? firstText(text[locale], text.zh, text.en) : undefined
    if (words !== undefined) return words
  }
  return document._id
}

/** Blocks that list every module of their products. */
const moduleLists: ReadonlySet<unknown> = new Set(['moduleMap', 'enquiryForm'])

/**
 * Returns the pages that show a document, by route: the page itself, or every page whose query reads the document. Leaves
 * out settings and navigation, which all pages show. Documents have their published ids.
 */
export function pagesShowing<Document extends ContentDocument>(id: string, documents: readonly Document[]): Document[] {
  return pagesShowingAny(new Set([id]), documents)
}

/** Returns the pages that show at least one of some documents, by route. */
export function pagesShowingAny<Document extends ContentDocument>(
  ids: ReadonlySet<string>,
  documents: readonly Document[],
): Document[] {
  return documents
    .filter((page) => {
      if (page._type !== 'page') return false
      if (ids.has(page._id)) return true
      const shown = documentsShownBy(page, documents)
      return [...ids].some((id) => shown.has(id))
    })
    .toSorted((a, b) => String(a.route).localeCompare(String(b.route), 'en'))
}

/** Follows the references that `pageProjection` follows. */
function documentsShownBy(page: ContentDocument, documents: readonly ContentDocument[]): ReadonlySet<string> {
  const scenarios = page.route === '/demo' ? documents.filter(({_type}) => _type === 'scenario') : []
  const shown = new Set([...scenarios.map(({_id}) => _id), ...shownIdsIn(page), ...idsIn(scenarios)])
  const modules = documents.filter(({_type}) => _type === 'productModule')
  const lists = objectsIn(page.blocks).filter(({value}) => moduleLists.has(value._type))
  const listed = new Set(lists.flatMap(({value}) => idsIn(value)))
  // The side bar of a screen lists the modules beside its own.
  const screens = objectsIn([page.blocks, page.picture, scenarios]).filter(({value}) => value._type === 'screen')
  const own = new Set(screens.flatMap(({value}) => idsIn(value.module)))
  for (const {_id, product} of modules) {
    if (own.has(_id)) for (const id of idsIn(product)) listed.add(id)
  }
  for (const {_id, product} of modules) {
    const products = idsIn(product)
    if (products.some((id) => listed.has(id))) shown.add(_id)
    if (shown.has(_id)) for (const id of products) shown.add(id)
  }
  return shown
}

/** Ids of references, without those of links to steps of the demo: such a link shows nothing of its scenario. */
function shownIdsIn(page: ContentDocument): string[] {
  const links = objectsIn(page).filter(({value}) => value._type === 'link' || value._type === 'routeLink')
  const targets = new Set(links.map(({path}) => `${path}.demo.scenario`))
  return referencesIn(page).flatMap(({path, id}) => (targets.has(path) ? [] : [id]))
}

function idsIn(value: unknown): string[] {
  return referencesIn(value).map(({id}) => id)
}
