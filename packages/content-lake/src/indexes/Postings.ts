/** The documents in any of the lists, each once. */
export function union(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...rest] = lists
  return rest.length === 0 ? first : [...new Set(lists.flat())]
}

/** The documents in all of the lists. */
export function intersection(lists: readonly (readonly string[])[]): readonly string[] {
  const [shortest = [], ...rest] = lists.toSorted((left, right) => left.length - right.length)
  return rest.reduce((found, list) => {
    const known = new Set(found)
    return known.size === 0 ? found : list.filter((id) => known.has(id))
  }, shortest)
}

/** The ids of documents by a key. */
export class Postings {
  readonly #lists = new Map<string, string[]>()

  get(key: string): readonly string[] {
    return this.#lists.get(key) ?? []
  }

  keys(): Iterable<string> {
    return this.#lists.keys()
  }

  /** Moves a document from the keys that it had to those that it has. */
  update(old: ReadonlySet<string>, now: ReadonlySet<string>, id: string): void {
    for (const key of old) if (!now.has(key)) this.#delete(key, id)
    for (const key of now) if (!old.has(key)) this.#add(key, id)
  }

  #add(key: string, id: string): void {
    const list = this.#lists.get(key)
    if (list) list.push(id)
    else this.#lists.set(key, [id])
  }

  #delete(key: string, id: string): void {
    const list = this.#lists.get(key)
    const index = list?.indexOf(id) ?? -1
    const last = index === -1 ? undefined : list?.pop()
    if (!list || last === undefined) return
    if (index < list.length) list[index] = last
    if (list.length === 0) this.#lists.delete(key)
  }
}
