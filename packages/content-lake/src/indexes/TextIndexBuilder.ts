import type {LakeDocument} from '../types.ts'
import type {Slots} from './Postings.ts'
import {TextIndex} from './TextIndex.ts'

/** Documents indexed synchronously, within some 10 ms. */
const AT_ONCE = 500
/** Larger indexes are built in slices of this many milliseconds. */
const SLICE_MS = 4

/** Builds the text index lazily, without blocking the event loop. */
export class TextIndexBuilder {
  readonly #slots: Slots
  readonly #get: (id: string) => LakeDocument | undefined
  readonly #report: (problem: string) => void
  readonly #ready = Promise.withResolvers<void>()
  #index: TextIndex | undefined
  /** Failed for good: searches scan all documents. */
  #isGivenUp = false
  #isComplete = false
  /** Documents in lower slots are indexed. */
  #next = 0

  constructor(slots: Slots, get: (id: string) => LakeDocument | undefined, report: (problem: string) => void) {
    this.#slots = slots
    this.#get = get
    this.#report = report
  }

  /** The complete index, else undefined. The first access starts the build. */
  get index(): TextIndex | undefined {
    if (!this.#index && !this.#isGivenUp) this.#try(() => this.#begin())
    return this.#isComplete ? this.#index : undefined
  }

  /** Starts the build if necessary. Settles when it ends. */
  ready(): Promise<void> {
    if (!this.#index && !this.#isGivenUp) this.#try(() => this.#begin())
    return this.#ready.promise
  }

  update(before: LakeDocument | undefined, after: LakeDocument | null, slot: number): void {
    if (slot < this.#next) this.#try(() => this.#index?.update(before, after, slot))
  }

  #begin(): void {
    const index = new TextIndex()
    if (this.#slots.length > AT_ONCE) {
      this.#index = index
      this.#soon(index)
      return
    }
    for (let slot = 0; slot < this.#slots.length; slot += 1) this.#add(index, slot)
    this.#index = index
    this.#complete()
  }

  #continue(index: TextIndex): void {
    const end = performance.now() + SLICE_MS
    while (this.#next < this.#slots.length && performance.now() < end) {
      this.#add(index, this.#next)
      this.#next += 1
    }
    if (this.#next < this.#slots.length) this.#soon(index)
    else this.#complete()
  }

  /** An unref'd timer, as an immediate would keep the process alive. */
  #soon(index: TextIndex): void {
    setTimeout(() => this.#try(() => this.#continue(index)), 0).unref()
  }

  #add(index: TextIndex, slot: number): void {
    const document = this.#get(this.#slots.idOf(slot) ?? '')
    if (document) index.update(undefined, document, slot)
  }

  /** Errors of the index must not fail a write or a search. */
  #try(run: () => void): void {
    if (this.#isGivenUp) return
    try {
      run()
    } catch (error) {
      this.#isGivenUp = true
      this.#index = undefined
      this.#isComplete = false
      this.#ready.resolve()
      this.#report(`The text index failed and is not used until the lake starts again: ${String(error)}`)
    }
  }

  #complete(): void {
    this.#next = Number.POSITIVE_INFINITY
    this.#isComplete = true
    this.#ready.resolve()
  }
}
