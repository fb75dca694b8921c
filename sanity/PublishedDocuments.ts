/** Keeps the published documents in memory and asks the content API only for what has changed. */
import {z} from 'zod'
import {coalesce} from '../lib/coalesce.ts'
import type {Documents, StoredDocument} from './evaluateQuery.ts'
import {fitDocument} from './fitDocument.ts'

/** Queries published documents. Rejects if the content API does not answer. */
export type Fetch = (query: string, params: Record<string, unknown>) => Promise<unknown>

/**
 * Everything in one request, so that the answer is of one moment: which documents have changed since a time, how many
 * there are in all, and the content of those that are named.
 */
const changesQuery = `{
  "count": count(*),
  "revisions": *[_updatedAt >= $since]{_id, _rev},
  "documents": *[_id in $ids]
}`

const storedDocuments = z.array(
  z.looseObject({_id: z.string(), _type: z.string(), _rev: z.string(), _updatedAt: z.string()}).transform(fitDocument),
)
const changes = z.object({
  count: z.number(),
  revisions: z.array(z.object({_id: z.string(), _rev: z.string()})),
  documents: storedDocuments,
})

const documentsQuery = '*[_id in $ids]'

/** Documents of one request: some 600 kB. */
const batchSize = 100

/**
 * Milliseconds by which a change may bear an earlier time than one that was seen before. What lies further back, as after
 * the clock was set back, is found by its webhook or by comparing all revisions.
 */
const overlap = 5000

/** Requests of one update. More are needed only while others publish without a pause. */
const requestLimit = 20

export interface Wanted {
  /** Documents that are known to have changed, so that their content comes with the first answer. */
  ids?: readonly string[]
  /** Compare the revisions of all documents and not only of those that changed since the last update. */
  compareAll?: boolean
}

export class PublishedDocuments {
  /** As of the last update; undefined before the first. Replaced as a whole, so one who reads it sees one moment. */
  documents: Documents | undefined
  /** When the last update that succeeded began, in milliseconds of `performance.now()`. */
  updatedAt = Number.NEGATIVE_INFINITY
  readonly #fetch: Fetch
  readonly #ids = new Set<string>()
  #comparesAll = false
  readonly #run = coalesce(() => this.#update())

  constructor(fetch: Fetch) {
    this.#fetch = fetch
  }

  /**
   * Resolves with the documents as published at some time after the call. Calls that come at a time share one update.
   * Rejects, and keeps the documents, if the content API does not answer.
   */
  update({ids = [], compareAll = false}: Wanted = {}): Promise<Documents> {
    for (const id of ids) this.#ids.add(id)
    this.#comparesAll ||= compareAll
    return this.#run()
  }

  async #update(): Promise<Documents> {
    const startedAt = performance.now()
    const documents = new Map(this.documents)
    let named = [...this.#ids]
    let since = this.documents && !this.#comparesAll ? latestTime(documents) : ''
    this.#ids.clear()
    this.#comparesAll = false
    for (let request = 0; request < requestLimit; request++) {
      const answer = changes.parse(await this.#fetch(changesQuery, {since, ids: named}))
      for (const id of named) documents.delete(id)
      for (const document of answer.documents) documents.set(document._id, document)
      const missing = answer.revisions.filter(({_id, _rev}) => documents.get(_id)?._rev !== _rev).map(({_id}) => _id)
      if (since === '') keepOnly(documents, answer.revisions)
      if (missing.length === 0 && (since === '' || documents.size === answer.count)) {
        return this.#publish(documents, startedAt)
      }
      // Something was deleted, or has changed unseen.
      if (missing.length === 0) since = ''
      named = missing.length <= batchSize ? missing : await this.#load(missing, documents)
    }
    throw new Error('The documents change faster than they can be read')
  }

  /** Loads many documents in batches. They may be of different moments: the next answer says which have changed since. */
  async #load(ids: readonly string[], documents: Map<string, StoredDocument>): Promise<string[]> {
    for (let start = 0; start < ids.length; start += batchSize) {
      const batch = ids.slice(start, start + batchSize)
      for (const document of storedDocuments.parse(await this.#fetch(documentsQuery, {ids: batch}))) {
        documents.set(document._id, document)
      }
    }
    return []
  }

  /** Returns the same map if nothing has changed, so that what was derived from it stays valid. */
  #publish(documents: Documents, startedAt: number): Documents {
    this.updatedAt = startedAt
    const before = this.documents
    if (before && changedIds(before, documents).length === 0) return before
    this.documents = documents
    return documents
  }
}

/** Ids of documents that are new, gone or of another revision. */
export function changedIds(before: Documents, after: Documents): string[] {
  const gone = [...before.keys()].filter((id) => !after.has(id))
  const changed = [...after.values()].filter(({_id, _rev}) => before.get(_id)?._rev !== _rev)
  return [...gone, ...changed.map(({_id}) => _id)]
}

/** The greatest time of a change, less the overlap. A time in the future, as imported content may have, hides no change. */
function latestTime(documents: Documents): string {
  const now = new Date().toISOString()
  let latest = ''
  for (const {_updatedAt} of documents.values()) if (_updatedAt > latest && _updatedAt <= now) latest = _updatedAt
  const time = Date.parse(latest)
  return Number.isNaN(time) ? '' : new Date(time - overlap).toISOString()
}

function keepOnly(documents: Map<string, StoredDocument>, revisions: readonly {_id: string}[]): void {
  const ids = new Set(revisions.map(({_id}) => _id))
  for (const id of documents.keys()) if (!ids.has(id)) documents.delete(id)
}
