import type {LakeDocument} from '../types.ts'
import type {Slots} from './Postings.ts'
import {TextIndex} from './TextIndex.ts'

/** The index is built in slices of this many milliseconds. */
const SLICE_MS = 4

/** Builds the text index lazily, without blocking the event loop. */
export class TextIndexBuilder {
  readonly #slots: Slots
  readonly #get: (id: string) => LakeDocument | undefined
  readonly #report: (problem: string) => void
  readonly #ready = Promise.withResolvers<void>()
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
    this.#begin()
    return this.#state === 'complete' ? this.#index : undefined
  }

  /** Starts the build if necessary. Settles when it ends. */
  ready(): Promise<void> {
    this.#begin()
    return this.#ready.promise
  }

  update(before: LakeDocument | undefined, after: LakeDocument | null, slot: number): void {
    if (slot < this.#next) this.#try(() => this.#index.update(before, after, slot))
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
