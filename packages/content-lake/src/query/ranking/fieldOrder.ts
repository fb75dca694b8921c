import {isRecord} from '../../json.ts'

/** A field to order by. */
export interface OrderKey {
  path: readonly string[]
  isDescending: boolean
}

/** Reads the value on a path; null where there is none. */
export function readerOf(path: readonly string[]): (value: unknown) => unknown {
  return (value) => {
    let found = value
    for (const name of path) {
      if (!isRecord(found) || !Object.hasOwn(found, name)) return null
      found = found[name]
    }
    return found
  }
}

/** Sort buffer: prune at this many extra items. */
const SORTED_AT_ONCE = 500

interface Ordered<Value> {
  value: Value
  keys: unknown[]
}

/** An order by fields, equivalent to `order()` of groq-js: equal values keep their places. */
export class FieldOrder {
  readonly #keys: readonly OrderKey[]
  readonly #reads: readonly ((value: unknown) => unknown)[]
  /** Orders with the same name are the same. */
  readonly name: string
  /** Its number of keys. */
  readonly length: number

  constructor(keys: readonly OrderKey[]) {
    this.#keys = keys
    this.#reads = keys.map(({path}) => readerOf(path))
    this.name = JSON.stringify(keys)
    this.length = keys.length
  }

  /** Negative if `left` comes first, 0 or NaN if they are equal. */
  compare(left: unknown, right: unknown): number {
    return this.#compareKeys(this.#keysOf(left), this.#keysOf(right))
  }

  /** The first `count` values. `step` is called for each value that is looked at. */
  first<Value>(values: readonly Value[], count: number, step?: () => void): Value[] {
    const compare = (left: Ordered<Value>, right: Ordered<Value>): number => this.#compareKeys(left.keys, right.keys)
    const [key] = this.#keys
    const [read] = this.#reads
    const kept: Ordered<Value>[] = []
    /** The current last item of the top `count`. */
    let last: Ordered<Value> | undefined
    for (const value of values) {
      step?.()
      // Most values end here.
      if (last && key && read && compareBy(key, read(value), last.keys[0]) > 0) continue
      const item = {value, keys: this.#keysOf(value)}
      if (last && compare(item, last) >= 0) continue
      kept.push(item)
      if (kept.length < count + SORTED_AT_ONCE) continue
      kept.sort(compare)
      kept.length = count
      last = kept[count - 1]
    }
    return kept
      .sort(compare)
      .slice(0, count)
      .map(({value}) => value)
  }

  #keysOf(value: unknown): unknown[] {
    return this.#reads.map((read) => read(value))
  }

  #compareKeys(left: readonly unknown[], right: readonly unknown[]): number {
    for (const [index, key] of this.#keys.entries()) {
      const order = compareBy(key, left[index], right[index])
      if (order !== 0) return order
    }
    return 0
  }
}

const compareBy = ({isDescending}: OrderKey, left: unknown, right: unknown): number =>
  isDescending ? compareValues(right, left) : compareValues(left, right)

const RANKS: Readonly<Record<string, number>> = {number: 1, string: 2, boolean: 3}
const LAST = 4

/** Numbers, then texts, then booleans, then the rest, which are equal to each other. */
function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0
  const ranks = (RANKS[typeof left] ?? LAST) - (RANKS[typeof right] ?? LAST)
  return ranks === 0 && RANKS[typeof left] !== undefined ? Number(left) - Number(right) : ranks
}
