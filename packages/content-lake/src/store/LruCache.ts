/** A map that forgets what was not used for longest. */
export class LruCache<Key, Value> {
  readonly #entries = new Map<Key, Value>()
  readonly #limit: number
  readonly #weigh: (value: Value) => number
  #weight = 0

  /** `limit`: how many entries it keeps, or how much they may weigh together. */
  constructor(limit: number, weigh: (value: Value) => number = () => 1) {
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

  has(key: Key): boolean {
    return this.get(key) !== undefined
  }

  set(key: Key, value: Value): void {
    this.delete(key)
    this.#entries.set(key, value)
    this.#weight += this.#weigh(value)
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit) return
      this.delete(oldest)
    }
  }

  delete(key: Key): void {
    const value = this.#entries.get(key)
    if (value !== undefined) this.#weight -= this.#weigh(value)
    this.#entries.delete(key)
  }

  /** In the order of their last use, the oldest first. */
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
