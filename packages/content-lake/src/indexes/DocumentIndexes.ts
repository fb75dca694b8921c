import {LruCache} from '../LruCache.ts'
import type {LakeDocument} from '../types.ts'
import {intersection, union} from './Postings.ts'
import {TextIndex} from './TextIndex.ts'
import {type Primitive, ValueIndex} from './ValueIndex.ts'

/** Each costs some microseconds on every commit. */
const MAX_VALUE_INDEXES = 32

type Documents = ReadonlyMap<string, LakeDocument>
type Report = (problem: string) => void

/**
 * Indexes over the stored documents, for all perspectives. Each is built lazily and updated by every commit. They
 * return candidates by stored id, which the caller filters. A failing index is dropped and rebuilt, or queries scan all
 * documents.
 */
export class DocumentIndexes {
  readonly #documents: Documents
  readonly #values = new LruCache<string, ValueIndex>(MAX_VALUE_INDEXES)
  readonly #text: TextIndexBuilder
  readonly #report: Report

  /** `documents`: those of the store, by id, which follow each commit. */
  constructor(documents: Documents, report: Report) {
    this.#documents = documents
    this.#report = report
    this.#text = new TextIndexBuilder(documents, report)
  }

  get fields(): string[] {
    return Array.from(this.#values.keys())
  }

  /** The documents in which a path may lead to one of these values. */
  withValue(path: readonly string[], values: readonly Primitive[]): readonly string[] {
    return this.#valueIndex(path).find(values)
  }

  /**
   * The documents in which a path may lead to a string, number or boolean whose text passes a test; undefined if there are
   * more than `most`.
   */
  withValueLike(
    path: readonly string[],
    test: (value: string) => boolean,
    most: number,
  ): readonly string[] | undefined {
    return this.#valueIndex(path).like(test, most)
  }

  /**
   * Documents whose text may match all (or some) of these folded terms, among them all that are too long for the index;
   * undefined if the index cannot tell or is still being built. `isWholeText`: the searched text leaves out data URLs, as the index does.
   */
  withText(terms: readonly string[], mode: 'every' | 'some', isWholeText: boolean): readonly string[] | undefined {
    const text = this.#text.index
    if (!text) return undefined
    const lists = terms.map((term) => text.find(term))
    const known = lists.filter((list) => list !== undefined)
    if (known.length === 0 || (mode === 'some' && known.length < lists.length)) return undefined
    const found = mode === 'every' ? intersection(known) : union(known)
    const unindexed = [text.long, isWholeText ? [] : text.unknown].filter(({length}) => length > 0)
    return union([found, ...unindexed])
  }

  /** Settles once the text index is built. */
  textReady(): Promise<void> {
    return this.#text.ready()
  }

  /** Drops all indexes: those that queries need are built anew, between other requests. */
  drop(): void {
    for (const path of this.fields) this.#values.delete(path)
    this.#text.drop()
  }

  update(id: string, before: LakeDocument | undefined, after: LakeDocument | null): void {
    for (const [path, index] of this.#values.entries()) {
      try {
        index.update(id, before, after)
      } catch (error) {
        this.#values.delete(path)
        this.#report(`The index of ${path} failed on a change and is made anew: ${String(error)}`)
      }
    }
    this.#text.update(id, before, after)
  }

  #valueIndex(path: readonly string[]): ValueIndex {
    const key = path.join('.')
    const index = this.#values.get(key) ?? this.#build(path)
    this.#values.set(key, index)
    return index
  }

  #build(path: readonly string[]): ValueIndex {
    const index = new ValueIndex(path)
    for (const [id, document] of this.#documents) index.update(id, undefined, document)
    return index
  }
}

/** The index is built in slices of this many milliseconds. */
const SLICE_MS = 4

/** Builds the text index lazily, without blocking the event loop. */
class TextIndexBuilder {
  readonly #documents: Documents
  readonly #report: Report
  readonly #ready = Promise.withResolvers<void>()
  /** `failed` for good: searches scan all documents. */
  #state: 'unused' | 'building' | 'complete' | 'failed' = 'unused'
  #index = new TextIndex()
  /** Documents that were there at the start, and are not indexed yet; undefined before the start. */
  #left: Set<string> | undefined

  constructor(documents: Documents, report: Report) {
    this.#documents = documents
    this.#report = report
  }

  /** The complete index, else undefined. The first access starts the build. */
  get index(): TextIndex | undefined {
    this.#begin()
    return this.#state === 'complete' ? this.#index : undefined
  }

  /** Starts the build if necessary. Settles when it ends. */
  ready(): Promise<void> {
    this.#begin()
    return this.#ready.promise
  }

  update(id: string, before: LakeDocument | undefined, after: LakeDocument | null): void {
    if (this.#left?.has(id) === false) this.#try(() => this.#index.update(id, before, after))
  }

  /** Makes it anew: at the next access, or at once if it is being built. */
  drop(): void {
    if (this.#state === 'complete') this.#state = 'unused'
    this.#index = new TextIndex()
    this.#left = undefined
  }

  #begin(): void {
    if (this.#state !== 'unused') return
    this.#state = 'building'
    this.#soon()
  }

  /** An unref'd timer, as an immediate would keep the process alive. */
  #soon(): void {
    setTimeout(() => this.#try(() => this.#continue()), 0).unref()
  }

  #continue(): void {
    const end = performance.now() + SLICE_MS
    this.#left ??= new Set(this.#documents.keys())
    for (const id of this.#left) {
      if (performance.now() > end) {
        this.#soon()
        return
      }
      const document = this.#documents.get(id)
      if (document) this.#index.update(id, undefined, document)
      this.#left.delete(id)
    }
    this.#state = 'complete'
    this.#ready.resolve()
  }

  /** Errors of the index must not fail a write or a search. */
  #try(run: () => void): void {
    if (this.#state === 'failed') return
    try {
      run()
    } catch (error) {
      this.#state = 'failed'
      this.#index = new TextIndex()
      this.#ready.resolve()
      this.#report(`The text index failed and is not used until the lake starts again: ${String(error)}`)
    }
  }
}
