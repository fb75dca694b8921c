/**
 * A least recently used cache. Not the `lru-cache` package: V8 may stop an evaluation at any point (`withTimeLimit`), also
 * inside a cache. Here each step is one atomic operation on a Map; a linked list would be left inconsistent.
 */
export class LruCache<Key, Value> {
  readonly #entries = new Map<Key, Value>()
  readonly #limit: number
  readonly #weigh: (value: Value, key: Key) => number
  #weight = 0

  /** `limit`: the maximum number of entries, or their maximum total weight. */
  constructor(limit: number, weigh: (value: Value, key: Key) => number = () => 1) {
    this.#limit = limit
    this.#weigh = weigh
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) {
      this.#entries.delete(key)
      this.#entries.set(key, value)
    }
    return value
  }

  /** An entry that alone is heavier than the limit is not kept. */
  set(key: Key, value: Value): void {
    this.delete(key)
    const weight = this.#weigh(value, key)
    if (weight > this.#limit) return
    this.#entries.set(key, value)
    this.#weight += weight
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit) return
      this.delete(oldest)
    }
  }

  delete(key: Key): void {
    const value = this.#entries.get(key)
    if (value !== undefined) this.#weight -= this.#weigh(value, key)
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#weight = 0
  }

  entries(): Iterable<[Key, Value]> {
    return this.#entries.entries()
  }

  keys(): Iterable<Key> {
    return this.#entries.keys()
  }

  values(): Iterable<Value> {
    return this.#entries.values()
  }
}
