import {LruCache} from '../LruCache.ts'
import type {LakeDocument} from '../types.ts'
import {intersection, Slots, union} from './Postings.ts'
import {TextIndex} from './TextIndex.ts'
import {type Primitive, ValueIndex} from './ValueIndex.ts'

/** Each costs some microseconds on every commit. */
const MAX_VALUE_INDEXES = 32

/**
 * Indexes over the stored documents, for all perspectives. Each is built lazily and updated by every commit. They
 * return candidates by stored id, which the caller filters. A failing index is dropped and rebuilt, or queries scan all
 * documents.
 */
export class DocumentIndexes {
  readonly #get: (id: string) => LakeDocument | undefined
  readonly #slots = new Slots()
  readonly #values = new LruCache<string, ValueIndex>(MAX_VALUE_INDEXES)
  readonly #text: TextIndexBuilder
  readonly #report: (problem: string) => void

  constructor(get: (id: string) => LakeDocument | undefined, report: (problem: string) => void) {
    this.#get = get
    this.#report = report
    this.#text = new TextIndexBuilder(this.#slots, get, report)
  }

  /** The documents in which a path may lead to one of these values. */
  withValue(path: readonly string[], values: readonly Primitive[]): string[] {
    return this.#ids(this.#valueIndex(path).find(values, this.#slots.length))
  }

  /** The documents in which a path may lead to a text that passes a test; undefined if there are more than `most`. */
  withValueLike(path: readonly string[], test: (value: string) => boolean, most: number): string[] | undefined {
    const found = this.#valueIndex(path).like(test, most, this.#slots.length)
    return found && this.#ids(found)
  }

  /**
   * Documents whose text may match all (or some) of these folded terms, among them all that are too long for the index;
   * undefined if the index cannot tell or is still being built. `isWholeText`: the searched text leaves out data URLs, as the index does.
   */
  withText(terms: readonly string[], mode: 'every' | 'some', isWholeText: boolean): string[] | undefined {
    const text = this.#text.index
    if (!text) return undefined
    const count = this.#slots.length
    const lists = terms.map((term) => text.find(term, count))
    const known = lists.filter((list) => list !== undefined)
    if (known.length === 0 || (mode === 'some' && known.length < lists.length)) return undefined
    const found = mode === 'every' ? intersection(known, count) : union(known, count)
    const unindexed = [text.long, isWholeText ? [] : text.unknown].filter(({length}) => length > 0)
    return this.#ids(union([found, ...unindexed], count))
  }

  /** Drops all indexes. Queries rebuild those that they need. */
  drop(): void {
    this.#values.clear()
    this.#text.drop()
  }

  update(id: string, before: LakeDocument | undefined, after: LakeDocument | null): void {
    const slot = this.#slots.take(id)
    for (const [key, index] of this.#values.entries()) {
      try {
        index.update(before, after, slot)
      } catch (error) {
        this.#values.delete(key)
        this.#report(`The index of ${key} failed on a change and is made anew: ${String(error)}`)
      }
    }
    this.#text.update(before, after, slot)
    if (!after) this.#slots.release(id)
  }

  #valueIndex(path: readonly string[]): ValueIndex {
    // As JSON: the name of a field may hold any character, and a stranger's query any name.
    const key = JSON.stringify(path)
    const index = this.#values.get(key) ?? this.#build(path)
    this.#values.set(key, index)
    return index
  }

  #build(path: readonly string[]): ValueIndex {
    const index = new ValueIndex(path)
    for (let slot = 0; slot < this.#slots.length; slot += 1) {
      const document = this.#get(this.#slots.idOf(slot) ?? '')
      if (document) index.update(undefined, document, slot)
    }
    return index
  }

  #ids(slots: readonly number[]): string[] {
    return slots.flatMap((slot) => this.#slots.idOf(slot) ?? [])
  }
}

/** The index is built in slices of this many milliseconds. */
const SLICE_MS = 4

/** Builds the text index lazily, without blocking the event loop. */
class TextIndexBuilder {
  readonly #slots: Slots
  readonly #get: (id: string) => LakeDocument | undefined
  readonly #report: (problem: string) => void
  /** `failed` for good: searches scan all documents. */
  #state: 'unused' | 'building' | 'complete' | 'failed' = 'unused'
  #index = new TextIndex()
  /** Documents in lower slots are indexed. */
  #next = 0

  constructor(slots: Slots, get: (id: string) => LakeDocument | undefined, report: (problem: string) => void) {
    this.#slots = slots
    this.#get = get
    this.#report = report
  }

  /** The complete index, else undefined. The first access starts the build. */
  get index(): TextIndex | undefined {
    if (this.#state === 'unused') {
      this.#state = 'building'
      this.#soon()
    }
    return this.#state === 'complete' ? this.#index : undefined
  }

  update(before: LakeDocument | undefined, after: LakeDocument | null, slot: number): void {
    if (slot < this.#next) this.#try(() => this.#index.update(before, after, slot))
  }

  /** Starts over: at the next access, or at once during a build. */
  drop(): void {
    if (this.#state === 'failed') return
    if (this.#state === 'complete') this.#state = 'unused'
    this.#index = new TextIndex()
    this.#next = 0
  }

  /** An unref'd timer, as an immediate would keep the process alive. */
  #soon(): void {
    setTimeout(() => this.#try(() => this.#continue()), 0).unref()
  }

  #continue(): void {
    const end = performance.now() + SLICE_MS
    for (; this.#next < this.#slots.length; this.#next += 1) {
      if (performance.now() > end) {
        this.#soon()
        return
      }
      const document = this.#get(this.#slots.idOf(this.#next) ?? '')
      if (document) this.#index.update(undefined, document, this.#next)
    }
    this.#next = Number.POSITIVE_INFINITY
    this.#state = 'complete'
  }

  /** Errors of the index must not fail a write or a search. */
  #try(run: () => void): void {
    if (this.#state === 'failed') return
    try {
      run()
    } catch (error) {
      this.#state = 'failed'
      this.#index = new TextIndex()
      this.#report(`The text index failed and is not used until the lake starts again: ${String(error)}`)
    }
  }
}
