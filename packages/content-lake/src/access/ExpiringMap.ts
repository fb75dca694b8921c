/** Values by key, each for the same time. */
export class ExpiringMap<Value> {
  readonly #entries = new Map<string, {value: Value; expires: number}>()
  readonly #lifetimeMs: number

  constructor(lifetimeMs: number) {
    this.#lifetimeMs = lifetimeMs
  }

  set(key: string, value: Value): void {
    const now = performance.now()
    // Oldest first, so the first that lives on ends the search.
    for (const [known, {expires}] of this.#entries) {
      if (expires > now) break
      this.#entries.delete(known)
    }
    this.#entries.delete(key)
    this.#entries.set(key, {value, expires: now + this.#lifetimeMs})
  }

  get(key: string): Value | undefined {
    const known = this.#entries.get(key)
    return known && known.expires > performance.now() ? known.value : undefined
  }

  /** Gets a value once. */
  take(key: string): Value | undefined {
    const value = this.get(key)
    this.#entries.delete(key)
    return value
  }
}
