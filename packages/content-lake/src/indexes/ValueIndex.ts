import type {LakeDocument} from '../types.ts'
import {changedKeys} from './changedKeys.ts'
import {fieldValues, type Primitive} from './fieldValues.ts'
import {Postings} from './Postings.ts'
import {union} from './slotSets.ts'

/** Finds documents by what a field holds. */
export class ValueIndex {
  readonly #path: readonly string[]
  readonly #postings = new Postings()

  constructor(path: readonly string[]) {
    this.#path = path
  }

  update(before: LakeDocument | undefined, after: LakeDocument | null, slot: number): void {
    const old = before ? fieldValues(before, this.#path) : new Set<string>()
    const now = after ? fieldValues(after, this.#path) : new Set<string>()
    const {gone, added} = changedKeys(old, now)
    for (const value of gone) this.#postings.delete(value, slot)
    for (const value of added) this.#postings.add(value, slot)
  }

  /** The documents in which the path leads to any value at all. */
  all(slotCount: number): readonly number[] {
    return union(
      Array.from(this.#postings.keys(), (value) => this.#postings.get(value)),
      slotCount,
    )
  }

  find(values: readonly Primitive[], slotCount: number): readonly number[] {
    return union(
      Array.from(new Set(values), (value) => this.#postings.get(String(value))),
      slotCount,
    )
  }
}
