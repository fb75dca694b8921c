import {isDraftId, publishedIdOf, releaseOfVersion} from '../documentIds.ts'
import {DocumentIndexes} from '../indexes/DocumentIndexes.ts'
import {sizeOfDocument} from '../json.ts'
import {createListeners} from '../listeners.ts'
import type {LakeDocument} from '../types.ts'
import {ReferenceIndex} from './ReferenceIndex.ts'

/** Time in which a commit updates indexes. docs/limits.md lists it. */
const INDEXING_MS = 200

export type StoredChange = readonly [id: string, after: LakeDocument | null]

/**
 * All documents in memory, with their indexes, for queries and commits. Stored documents are immutable. They are the
 * source of truth: an index or a view that fails on a document is dropped and rebuilt.
 */
export class DocumentStore {
  readonly #byId = new Map<string, LakeDocument>()
  #references = new ReferenceIndex()
  readonly #unpublished = new Map<string, Set<string>>()
  /** Indexes by field and by text, created lazily. */
  readonly indexes: DocumentIndexes
  readonly #changed = createListeners<readonly string[]>((error) => this.#failed('A view of the documents', error))
  readonly #report: (problem: string) => void
  #version = 0
  #largest = 0

  /** `report`: called when an index is dropped. */
  constructor(documents: Iterable<LakeDocument> = [], report: (problem: string) => void = () => {}) {
    this.#report = report
    this.indexes = new DocumentIndexes((id) => this.#byId.get(id), report)
    for (const document of documents) this.#put(document._id, document)
  }

  get size(): number {
    return this.#byId.size
  }

  /** The number of commits so far. */
  get version(): number {
    return this.#version
  }

  /** Approximate size of the largest document so far, in characters of JSON. */
  get largest(): number {
    return this.#largest
  }

  get(id: string): LakeDocument | undefined {
    return this.#byId.get(id)
  }

  has(id: string): boolean {
    return this.#byId.has(id)
  }

  all(): Iterable<LakeDocument> {
    return this.#byId.values()
  }

  /** Published ids of all drafts (`drafts`), or of the versions in a release; undefined if there are none. */
  unpublishedIn(name: string): ReadonlySet<string> | undefined {
    return this.#unpublished.get(name)
  }

  /** Ids of documents that reference this one, strongly or weakly. */
  referencing(id: string): ReadonlySet<string> {
    return this.#references.referencing(id)
  }

  /** Applies a commit's changes: a document, or null for a deleted one. */
  apply(changes: readonly StoredChange[]): void {
    this.#version += 1
    const end = performance.now() + INDEXING_MS
    for (const [id, after] of changes) {
      if (performance.now() > end) this.indexes.drop()
      this.#put(id, after)
    }
    this.#changed.call(changes.map(([id]) => id))
  }

  /** Subscribes to the ids of changed documents, synchronously, so that derived views are never stale. */
  onChange(listener: (ids: readonly string[]) => void): void {
    this.#changed.add(listener)
  }

  #put(id: string, after: LakeDocument | null): void {
    const before = this.#byId.get(id)
    if (after) {
      this.#byId.set(id, after)
      this.#largest = Math.max(this.#largest, sizeOfDocument(after))
    } else this.#byId.delete(id)
    this.#noteUnpublished(id, after !== null)
    this.indexes.update(id, before, after)
    try {
      this.#references.update(before, after)
    } catch (error) {
      this.#failed('The index of references', error)
      this.#indexReferences()
    }
  }

  #noteUnpublished(id: string, exists: boolean): void {
    const isDraft = isDraftId(id)
    const name = isDraft ? 'drafts' : releaseOfVersion(id)
    // No release can have the name, but a version may be stored under it.
    if (name === undefined || (name === 'drafts' && !isDraft)) return
    const ids = this.#unpublished.get(name) ?? new Set()
    if (exists) this.#unpublished.set(name, ids.add(publishedIdOf(id)))
    else if (ids.delete(publishedIdOf(id)) && ids.size === 0) this.#unpublished.delete(name)
  }

  #indexReferences(): void {
    this.#references = new ReferenceIndex()
    for (const document of this.#byId.values()) this.#references.update(undefined, document)
  }

  /** Reports a failure, as the commit is on disk and must not fail. */
  #failed(name: string, error: unknown): void {
    this.#report(`${name} failed on a change and is made anew: ${String(error)}`)
  }
}
