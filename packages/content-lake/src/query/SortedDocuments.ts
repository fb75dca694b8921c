import type {LakeDocument} from '../types.ts'

/** Documents in the order of their ids. Each change makes a new array, so that a query may keep the one it has. */
export class SortedDocuments {
  #items: readonly LakeDocument[]

  constructor(documents: Iterable<LakeDocument> = []) {
    this.#items = Array.from(documents).sort(byId)
  }

  get items(): readonly LakeDocument[] {
    return this.#items
  }

  set(document: LakeDocument): void {
    const index = this.#position(document._id)
    const replaced = this.#items[index]?._id === document._id ? 1 : 0
    this.#items = this.#items.toSpliced(index, replaced, document)
  }

  delete(id: string): void {
    const index = this.#position(id)
    if (this.#items[index]?._id === id) this.#items = this.#items.toSpliced(index, 1)
  }

  /** Where the id is, or would be. */
  #position(id: string): number {
    let low = 0
    let high = this.#items.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const item = this.#items[middle]
      if (item && compare(item._id, id) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

export const byId = (left: LakeDocument, right: LakeDocument): number => compare(left._id, right._id)
