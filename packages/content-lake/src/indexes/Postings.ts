/** Maps document ids to small integers, which indexes store instead. */
export class Slots {
  readonly #ids: (string | undefined)[] = []
  readonly #slots = new Map<string, number>()
  readonly #free: number[] = []

  get length(): number {
    return this.#ids.length
  }

  idOf(slot: number): string | undefined {
    return this.#ids[slot]
  }

  take(id: string): number {
    const known = this.#slots.get(id)
    if (known !== undefined) return known
    const slot = this.#free.pop() ?? this.#ids.length
    this.#ids[slot] = id
    this.#slots.set(id, slot)
    return slot
  }

  release(id: string): void {
    const slot = this.#slots.get(id)
    if (slot === undefined) return
    this.#slots.delete(id)
    this.#ids[slot] = undefined
    this.#free.push(slot)
  }
}

export function union(lists: readonly (readonly number[])[], slotCount: number): readonly number[] {
  const [first, ...rest] = lists
  if (!first || rest.length === 0) return first ?? []
  const seen = new Uint8Array(slotCount)
  const found: number[] = []
  for (const list of lists) {
    for (const slot of list) {
      if (seen[slot]) continue
      seen[slot] = 1
      found.push(slot)
    }
  }
  return found
}

export function intersection(lists: readonly (readonly number[])[], slotCount: number): readonly number[] {
  const [shortest, ...rest] = lists.toSorted((left, right) => left.length - right.length)
  let found = shortest ?? []
  for (const list of rest) {
    if (found.length === 0) break
    const seen = new Uint8Array(slotCount)
    for (const slot of list) seen[slot] = 1
    found = found.filter((slot) => seen[slot])
  }
  return found
}

export class Postings {
  readonly #lists = new Map<string, number[]>()

  get(key: string): readonly number[] {
    return this.#lists.get(key) ?? []
  }

  keys(): Iterable<string> {
    return this.#lists.keys()
  }

  /** Moves a slot from the keys that it had to those that it has. */
  update(old: ReadonlySet<string>, now: ReadonlySet<string>, slot: number): void {
    for (const key of old) if (!now.has(key)) this.#delete(key, slot)
    for (const key of now) if (!old.has(key)) this.#add(key, slot)
  }

  #add(key: string, slot: number): void {
    const list = this.#lists.get(key)
    if (list) list.push(slot)
    else this.#lists.set(key, [slot])
  }

  #delete(key: string, slot: number): void {
    const list = this.#lists.get(key)
    const index = list?.indexOf(slot) ?? -1
    const last = index === -1 ? undefined : list?.pop()
    if (!list || last === undefined) return
    if (index < list.length) list[index] = last
    if (list.length === 0) this.#lists.delete(key)
  }
}
