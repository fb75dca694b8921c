import type {LakeDocument} from '../types.ts'
import type {Slots} from './Slots.ts'
import {TextIndex} from './TextIndex.ts'

/** So many documents are read at once, which takes a few hundredths of a second. */
const AT_ONCE = 500
/** Beyond that the index is made bit by bit, each bit this long, so that nobody has to wait for it. */
const SLICE_MS = 4

/** Makes the text index when it is first asked for, without holding up the process. */
export class TextIndexBuilder {
  readonly #slots: Slots
  readonly #get: (id: string) => LakeDocument | undefined
  readonly #report: (problem: string) => void
  readonly #ready = Promise.withResolvers<void>()
  #index: TextIndex | undefined
  /** It has failed, and would do so again: searches look at every document from then on. */
  #isGivenUp = false
  #isComplete = false
  /** Documents in slots below it are in the index. */
  #next = 0

  constructor(slots: Slots, get: (id: string) => LakeDocument | undefined, report: (problem: string) => void) {
    this.#slots = slots
    this.#get = get
    this.#report = report
  }

  /** The index, once it holds every document. Asking for it begins its making. */
  get index(): TextIndex | undefined {
    if (!this.#index && !this.#isGivenUp) this.#try(() => this.#begin())
    return this.#isComplete ? this.#index : undefined
  }

  /** Begins the making, if nobody has, and settles with its end. */
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

  /** A timer, unlike an immediate, keeps no process alive and still comes at once. */
  #soon(index: TextIndex): void {
    setTimeout(() => this.#try(() => this.#continue(index)), 0).unref()
  }

  #add(index: TextIndex, slot: number): void {
    const document = this.#get(this.#slots.idOf(slot) ?? '')
    if (document) index.update(undefined, document, slot)
  }

  /** An index is only quick: no write and no search fails for it. */
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
