/** Shorter lists are copied on change: arrays that grow in place over-allocate. */
const COPIED_BELOW = 32

/** Slots by key. Most keys have one document, stored without an array. */
export class Postings {
  readonly #lists = new Map<string, number | number[]>()

  get size(): number {
    return this.#lists.size
  }

  get(key: string): readonly number[] {
    const list = this.#lists.get(key)
    if (list === undefined) return []
    return typeof list === 'number' ? [list] : list
  }

  keys(): Iterable<string> {
    return this.#lists.keys()
  }

  add(key: string, document: number): boolean {
    const list = this.#lists.get(key)
    if (typeof list === 'number') this.#lists.set(key, [list, document])
    else if (!list) this.#lists.set(key, document)
    else if (list.length < COPIED_BELOW) this.#lists.set(key, list.concat(document))
    else list.push(document)
    return list === undefined
  }

  delete(key: string, document: number): boolean {
    const list = this.#lists.get(key)
    if (typeof list === 'number') return list === document && this.#lists.delete(key)
    const index = list?.indexOf(document) ?? -1
    const last = index === -1 ? undefined : list?.pop()
    if (!list || last === undefined) return false
    if (index < list.length) list[index] = last
    return list.length === 0 && this.#lists.delete(key)
  }
}

/** The keys to remove and to add when a document changes. */
export function changedKeys(old: ReadonlySet<string>, now: ReadonlySet<string>): {gone: string[]; added: string[]} {
  return {
    gone: Array.from(old).filter((key) => !now.has(key)),
    added: Array.from(now).filter((key) => !old.has(key)),
  }
}
