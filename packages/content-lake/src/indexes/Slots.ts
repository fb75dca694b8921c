/** Gives each stored document a small number, which indexes hold instead of its id. */
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

  slotOf(id: string): number | undefined {
    return this.#slots.get(id)
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
