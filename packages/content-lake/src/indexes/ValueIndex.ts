import {isRecord} from '../json.ts'
import type {LakeDocument} from '../types.ts'
import {Postings, union} from './Postings.ts'

export class ValueIndex {
  readonly #path: readonly string[]
  readonly #postings = new Postings()

  constructor(path: readonly string[]) {
    this.#path = path
  }

  update(before: LakeDocument | undefined, after: LakeDocument | null, slot: number): void {
    this.#postings.update(fieldValues(before, this.#path), fieldValues(after, this.#path), slot)
  }

  /** Documents with a value that passes a test; undefined once they are more than `most`. */
  like(test: (value: string) => boolean, most: number, slotCount: number): readonly number[] | undefined {
    const lists: (readonly number[])[] = []
    let count = 0
    for (const value of this.#postings.keys()) {
      if (!test(value)) continue
      const list = this.#postings.get(value)
      count += list.length
      if (count > most) return undefined
      lists.push(list)
    }
    return union(lists, slotCount)
  }

  find(values: readonly Primitive[], slotCount: number): readonly number[] {
    return union(
      Array.from(new Set(values), (value) => this.#postings.get(String(value))),
      slotCount,
    )
  }
}

export type Primitive = string | number | boolean

/**
 * Every value on a path, as text. Arrays on the way are flattened, as by `tags[]` or `authors[]._ref`, so that one
 * index serves all forms of a path, at the price of false positives.
 */
function fieldValues(value: unknown, path: readonly string[], depth = 0, found = new Set<string>()): Set<string> {
  const name = path[depth]
  if (Array.isArray(value)) for (const item of value) fieldValues(item, path, depth, found)
  else if (name === undefined) {
    if (isPrimitive(value)) found.add(String(value))
  } else if (isRecord(value) && Object.hasOwn(value, name)) fieldValues(value[name], path, depth + 1, found)
  return found
}

export const isPrimitive = (value: unknown): value is Primitive =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
