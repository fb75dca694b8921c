import {createHash} from 'node:crypto'
import type {GuardedPage} from '../lib/visibility.ts'
import {whyInvisible} from '../lib/visibility.ts'

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
