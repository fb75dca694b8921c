import {createHash} from 'node:crypto'
import type {GuardedPage} from '../lib/visibility.ts'
import {whyInvisible} from '../lib/visibility.ts'

/** Which documents a result shows, each with its revision, sorted by id. */
export function dependencies(result: unknown): {id: string; revision: string}[] {
  const found = new Map<string, string>()
  collect(result, found)
  return [...found].map(([id, revision]) => ({id, revision})).sort((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * The version of what a page shows. It changes when any document that the page shows changes, appears or disappears,
 * and with nothing else. The projections make that possible: each selects `_id` and `_rev` of what it dereferences.
 */
export function contentVersion(result: unknown): string {
  const list = dependencies(result).map(({id, revision}) => `${id}@${revision}`)
  return createHash('sha256').update(list.join('\n')).digest('hex').slice(0, 16)
}

/** What a page shows: a version that changes with any of its documents, and their ids. */
export interface PageState {
  version: string
  documents: readonly string[]
  /** Paths below the base path that show parts of the page besides the page itself and its payload. */
  parts?: readonly `/${string}`[]
}

export function pageState(result: unknown): PageState {
  return {version: contentVersion(result), documents: dependencies(result).map(({id}) => id)}
}

/** The versions of a page that shows no content: it answers 404 while it is hidden, 500 where its middleware is unknown. */
export const contentless = {hidden: 'hidden', failed: 'failed'} as const

/** What a page shows at a given time, its middleware considered. */
export function pageStateAt(result: {page: GuardedPage; site: unknown}, now: number): PageState {
  const state = pageState(result)
  const refusal = whyInvisible(result.page, now)
  if (!refusal) return state
  return {...state, version: refusal === 'hidden' ? contentless.hidden : contentless.failed}
}

function collect(value: unknown, found: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) return
  if ('_id' in value && '_rev' in value && typeof value._id === 'string' && typeof value._rev === 'string') {
    found.set(value._id, value._rev)
  }
  for (const item of Object.values(value)) collect(item, found)
}
