/** The published documents at one moment, as the site's queries see them. */
import {pageId, type Route} from '../lib/routes.ts'
import type {BilingualPage, BilingualSite} from './content.types.ts'
import {contentVersion, dependencies} from './dependencies.ts'
import {type Documents, evaluateQuery} from './evaluateQuery.ts'
import {changedIds} from './PublishedDocuments.ts'
import {pageQuery, siteQuery} from './queries.ts'
import {withoutPlaceholders} from './withoutPlaceholders.ts'

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

  /** Settings, navigation, and the pages with middleware. */
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
