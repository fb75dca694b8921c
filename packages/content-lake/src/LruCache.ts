/**
 * A least recently used cache. Not the `lru-cache` package: V8 may stop an evaluation at any point (`withTimeLimit`), also
 * inside a cache. Here each step is one atomic operation on a Map; a linked list would be left inconsistent.
 */
export class LruCache<Key, Value> extends Map<Key, Value> {
  readonly #limit: number
  readonly #weigh: (value: Value, key: Key) => number
  #weight = 0

  /** `limit`: the maximum number of entries, or their maximum total weight. */
  constructor(limit: number, weigh: (value: Value, key: Key) => number = () => 1) {
    super()
    this.#limit = limit
    this.#weigh = weigh
  }

  override get(key: Key): Value | undefined {
    const value = super.get(key)
    if (value !== undefined) {
      super.delete(key)
      super.set(key, value)
    }
    return value
  }

  /** An entry that alone is heavier than the limit is not kept. */
  override set(key: Key, value: Value): this {
    this.delete(key)
    const weight = this.#weigh(value, key)
    if (weight > this.#limit) return this
    super.set(key, value)
    this.#weight += weight
    for (const oldest of this.keys()) {
      if (this.#weight <= this.#limit) break
      this.delete(oldest)
    }
    return this
  }

  override delete(key: Key): boolean {
    const value = super.get(key)
    if (value !== undefined) this.#weight -= this.#weigh(value, key)
    return super.delete(key)
  }

  override clear(): void {
    super.clear()
    this.#weight = 0
  }
}
