/** A view of the published documents at one moment: the site's queries, their results, and the versions of these. */
import {createHash} from 'node:crypto'
import {defineQuery} from 'next-sanity'
import {pageId, type Route} from '../lib/routes.ts'
import {type GuardedPage, whyInvisible} from '../lib/visibility.ts'
import {blockProjections} from './blocks/blocks.generated.ts'
import {changedIds, type Documents} from './PublishedDocuments.ts'
import {type BilingualPage, type BilingualSite, evaluateQuery, withoutPlaceholders} from './presentContent.ts'
import {documentFields} from './projections/documentFields.ts'
import {drawingProjection} from './projections/drawing.ts'
import {linkProjection} from './projections/link.ts'
import {productProjection} from './projections/product.ts'
import {productModuleProjection} from './projections/productModule.ts'
import {scenarioProjection} from './projections/scenario.ts'

/** A page with everything that it shows, in both languages. */
/** A page with all that it shows. */
export const pageProjection = /* groq */ `${documentFields}, route, title, description, layout, opening, middleware, embargoUntil,
  seo{title, description, noindex, image{alt, crop{top, bottom, left, right}, hotspot{x, y},
    asset->{${documentFields}, url, "width": metadata.dimensions.width, "height": metadata.dimensions.height}}},
  product->{${productProjection}},
  module->{${productModuleProjection}},
  actions[]{_key, ${linkProjection}},
  "picture": picture[0]{${drawingProjection}},
  blocks[]{${blockProjections}},
  "scenarios": select(route == "/demo" => *[_type == "scenario"] | order(order asc, _id asc){${scenarioProjection}}, [])
`

const menuGroupProjection = /* groq */ `_key, label, title, route, links[]{_key, ${linkProjection}}`

const navigationProjection = /* groq */ `${documentFields}, menu[]{${menuGroupProjection}}, footer[]{${menuGroupProjection}}`

const siteSettingsProjection = /* groq */ `${documentFields}, siteName, tagline, organization, address, phone, mail, icpNumber, policeNumber,
  contactLabel, footerNote`

/**
 * One page with everything that it shows, in both languages. TypeGen derives `PageQueryResult` from it, which types the blocks.
 *
 * @public
 */
export const pageQuery = defineQuery(`*[_type == "page" && _id == $id][0]{${pageProjection}}`)

/**
 * Settings, navigation, and the pages that their middleware may hide, as no link may lead to a hidden page. The latter get
 * ids of their own, so that a page depends on other pages' middleware and not on their content.
 */
export const siteQuery = defineQuery(`{
  "settings": *[_type == "siteSettings" && _id == "siteSettings"][0]{${siteSettingsProjection}},
  "navigation": *[_type == "navigation" && _id == "navigation"][0]{${navigationProjection}},
  "guarded": *[_type == "page" && "embargo" in middleware]{
    "_id": "guard." + _id, "_rev": coalesce(array::join(middleware, ","), "") + "@" + coalesce(embargoUntil, ""),
    route, middleware, embargoUntil
  }
}`)

/**
 * A draft of a page with settings and navigation in one request, so that they are of one moment. Published pages are
 * evaluated from `Snapshot`. Its type is composed of those of its two parts.
 */
export const pageWithSiteQuery = /* groq */ `{"page": ${pageQuery}, "site": ${siteQuery}}`

interface KeptPage {
  page: BilingualPage | null
  /** Ids of the documents that it was computed from, and of missing ones that it refers to. */
  sources: ReadonlySet<string>
}

/** Results are computed once, and shared: do not change them. Placeholders are removed from all. */
export class Snapshot {
  readonly documents: Documents
  readonly #pages = new Map<Route, KeptPage>()
  #site: BilingualSite | undefined
  #siteBefore: {site: BilingualSite; version: string} | undefined

  /** Takes over the pages of an earlier snapshot that cannot have changed since. */
  constructor(documents: Documents, earlier?: Snapshot) {
    this.documents = documents
    if (!earlier) return
    this.#siteBefore = earlier.#siteBefore
    const changed = changedIds(earlier.documents, documents)
    const appeared = changed.some((id) => !earlier.documents.has(id))
    const types = changed.flatMap((id) => [earlier.documents.get(id)?._type, documents.get(id)?._type])
    if (appeared || types.some((type) => type !== undefined && searchedTypes.has(type))) return
    for (const [route, kept] of earlier.#pages) {
      if (!changed.some((id) => kept.sources.has(id))) this.#pages.set(route, kept)
    }
  }

  /**
   * Returns what is published later. A method of the earlier one: Next bundles this class several times, and the private
   * members of one copy are closed to the others.
   */
  next(documents: Documents): Snapshot {
    return new Snapshot(documents, this)
  }

  page(route: Route): BilingualPage | null {
    const kept = this.#pages.get(route) ?? this.#evaluatePage(route)
    this.#pages.set(route, kept)
    return kept.page
  }

  /** Settings, navigation, and the pages that their middleware may hide. */
  get site(): BilingualSite {
    this.#site ??= this.#evaluateSite()
    return this.#site
  }

  pageWithSite(route: Route): {page: BilingualPage | null; site: BilingualSite} {
    return {page: this.page(route), site: this.site}
  }

  /** The same object as before if nothing in it has changed, so that what was derived from it stays valid. */
  #evaluateSite(): BilingualSite {
    const site = this.#evaluate<BilingualSite>(siteQuery)
    const version = contentVersion(site)
    const isSame = this.#siteBefore?.version === version
    this.#siteBefore = {site: isSame && this.#siteBefore ? this.#siteBefore.site : withoutPlaceholders(site), version}
    return this.#siteBefore.site
  }

  #evaluatePage(route: Route): KeptPage {
    const id = pageId(route)
    const followed = new Set<string>()
    const page = evaluateQuery<BilingualPage | null>(this.documents, pageQuery, {id}, followed)
    // Some documents are found by a search, without a reference.
    const found = dependencies(page).map((one) => one.id)
    return {page: withoutPlaceholders(page), sources: new Set([id, ...followed, ...found])}
  }

  #evaluate<Result>(query: string, params: Record<string, string> = {}): Result {
    return evaluateQuery<Result>(this.documents, query, params)
  }
}

/**
 * Types among whose documents a page looks for those that it shows, such as the modules of a product: any change of one
 * may put it on a page that has not shown it before.
 */
const searchedTypes: ReadonlySet<string> = new Set(
  [...pageQuery.matchAll(/\*\[_type == "(\w+)"(?! && _id == )/g)].map(([, type = '']) => type),
)

/** Returns the documents in a query result with their revisions, sorted by id. */
export function dependencies(result: unknown): {id: string; revision: string}[] {
  const found = new Map<string, string>()
  collect(result, found)
  return [...found].map(([id, revision]) => ({id, revision})).sort((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * Returns the version of a page's content. It changes if and only if a document that the page shows changes, appears or disappears:
 * projections select `_id` and `_rev` of everything they dereference.
 */
export function contentVersion(result: unknown): string {
  const list = dependencies(result).map(({id, revision}) => `${id}@${revision}`)
  return createHash('sha256').update(list.join('\n')).digest('hex').slice(0, 16)
}

/** The version of a page, and the documents that it shows. */
export interface PageState {
  /** The version that its URLs serve: of its content, or one of `errorVersions`. */
  version: string
  /** The version of its content even while hidden: a hidden page is rendered again when its embargo's date changes. */
  content: string
  documents: readonly string[]
  /** Further paths, below the base path, that show parts of the page. */
  parts?: readonly `/${string}`[]
}

/** Returns a page's state without its middleware. */
export function pageState(result: unknown): PageState {
  const version = contentVersion(result)
  return {version, content: version, documents: dependencies(result).map(({id}) => id)}
}

/** Versions of pages without content: 404 while hidden, 500 if the middleware is unknown. */
export const errorVersions = {hidden: 'hidden', failed: 'failed'} as const

/** Returns a page's state at a given time, after its middleware. `state` is the one without, if it is known. */
export function pageStateAt(
  result: {page: GuardedPage; site: unknown},
  now: number,
  state = pageState(result),
): PageState {
  const refusal = whyInvisible(result.page, now)
  if (!refusal) return state
  return {...state, version: refusal === 'hidden' ? errorVersions.hidden : errorVersions.failed}
}

/** Returns the version of what shows all pages, such as the search index: it changes with that of any page. */
export function versionOfAll(states: Iterable<readonly [route: string, state: Pick<PageState, 'version'>]>): string {
  const list = [...states].map(([route, {version}]) => `${route}@${version}`).sort()
  return createHash('sha256').update(list.join('\n')).digest('hex').slice(0, 16)
}

/** Returns the latest time at which a document in a query result has changed. */
export function lastUpdate(result: unknown): string {
  if (typeof result !== 'object' || result === null) return ''
  const own = '_updatedAt' in result && typeof result._updatedAt === 'string' ? result._updatedAt : ''
  return [own, ...Object.values(result).map(lastUpdate)].sort().at(-1) ?? ''
}

function collect(value: unknown, found: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) return
  if ('_id' in value && '_rev' in value && typeof value._id === 'string' && typeof value._rev === 'string') {
    found.set(value._id, value._rev)
  }
  for (const item of Object.values(value)) collect(item, found)
}

/** Cache tag of a page in both languages, and of its payloads. */
export function pageTag(route: Route): string {
  return `page:${pageId(route)}`
}

/** Cache tag of the not-found pages, which have only header and footer. */
export const siteTag = 'site'

/** Cache tag of the list of pages with their dates. */
export const sitemapTag = 'sitemap'
