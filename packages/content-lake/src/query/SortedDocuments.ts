import {byId} from '../documentIds.ts'
import {LruCache} from '../LruCache.ts'
import type {LakeDocument} from '../types.ts'
import {type FieldOrder, readerOf} from './ranking/fieldOrder.ts'

/** Documents of an order that are kept; a query for more sorts by itself. */
const KEPT_IN_ORDER = 500
const MAX_ORDERS = 16
/** Keys of an order that is kept: every commit compares by them. */
const MAX_KEYS = 8
/** Distinct values of all kept fields of a list. */
const MAX_VALUES = 100_000
/** Copies of a list for one commit; for more changes it is rebuilt once. */
const MAX_COPIES = 8

const lists = new WeakMap<readonly unknown[], SortedDocuments>()

/**
 * A list of documents by id, with the first documents of orders and the values of fields that queries asked for, kept by
 * every change. Copy on write, so that a running query keeps its array.
 */
export class SortedDocuments {
  #items: readonly LakeDocument[]
  readonly #orders = new LruCache<string, FirstDocuments>(MAX_ORDERS)
  readonly #values = new LruCache<string, FieldValues>(MAX_VALUES, ({weight}) => weight)

  constructor(documents: Iterable<LakeDocument> = []) {
    this.#items = Array.from(documents).sort(byId)
  }

  /** Returns the list whose present documents these are; undefined after a commit has changed it. */
  static of(documents: readonly unknown[]): SortedDocuments | undefined {
    const list = lists.get(documents)
    return list && list.#items === documents ? list : undefined
  }

  get items(): readonly LakeDocument[] {
    lists.set(this.#items, this)
    return this.#items
  }

  /** The first documents in an order; undefined for too many. `step` is called for each document that is looked at. */
  first(order: FieldOrder, count: number, step?: () => void): readonly LakeDocument[] | undefined {
    if (count > KEPT_IN_ORDER || order.length > MAX_KEYS) return undefined
    const known = this.#orders.get(order.name)?.first(count)
    if (known) return known
    const documents = order.first(this.#items, KEPT_IN_ORDER, step)
    this.#orders.set(order.name, new FirstDocuments(order, documents, documents.length === this.#items.length))
    return documents.slice(0, count)
  }

  /** The distinct values on a path. Null stands for a missing one; arrays and objects, which equal nothing, are left out. */
  valuesOf(path: readonly string[]): readonly unknown[] {
    const key = JSON.stringify(path)
    const values = this.#values.get(key) ?? new FieldValues(path, this.#items)
    this.#values.set(key, values)
    return values.all
  }

  /** Sets or removes documents, by id. */
  update(changes: ReadonlyMap<string, LakeDocument | undefined>): void {
    for (const [id, after] of changes) {
      const before = this.#items[this.#find(id)]
      for (const order of this.#orders.values()) order.update(before, after)
      for (const values of this.#values.values()) values.update(before, after)
    }
    if (changes.size > MAX_COPIES) this.#items = merged(this.#items, changes)
    else for (const [id, after] of changes) this.#replace(id, after)
  }

  #replace(id: string, after: LakeDocument | undefined): void {
    const removed = this.#find(id) === -1 ? 0 : 1
    this.#items = this.#items.toSpliced(this.#position(id), removed, ...(after ? [after] : []))
  }

  /** The index of a document, -1 if it is not in the list. */
  #find(id: string): number {
    const index = this.#position(id)
    return this.#items[index]?._id === id ? index : -1
  }

  #position(id: string): number {
    return positionIn(this.#items, ({_id}) => _id < id)
  }
}

/** Both are sorted runs, which V8 merges. */
function merged(
  items: readonly LakeDocument[],
  changes: ReadonlyMap<string, LakeDocument | undefined>,
): readonly LakeDocument[] {
  const added = Array.from(changes.values()).filter((after) => after !== undefined)
  return [...items.filter(({_id}) => !changes.has(_id)), ...added.sort(byId)].sort(byId)
}

/** The first documents of a list in an order. */
class FirstDocuments {
  readonly #order: FieldOrder
  readonly #documents: LakeDocument[]
  #isAll: boolean

  constructor(order: FieldOrder, documents: LakeDocument[], isAll: boolean) {
    this.#order = order
    this.#documents = documents
    this.#isAll = isAll
  }

  /** Undefined once too many of them have gone. */
  first(count: number): readonly LakeDocument[] | undefined {
    return this.#isAll || count <= this.#documents.length ? this.#documents.slice(0, count) : undefined
  }

  update(before: LakeDocument | undefined, after: LakeDocument | undefined): void {
    const documents = this.#documents
    const gone = before ? this.#position(before) : 0
    if (before && documents[gone] === before) documents.splice(gone, 1)
    const added = after ? this.#position(after) : 0
    if (after && (this.#isAll || added < documents.length)) documents.splice(added, 0, after)
    if (documents.length <= KEPT_IN_ORDER) return
    documents.length = KEPT_IN_ORDER
    this.#isAll = false
  }

  #position(document: LakeDocument): number {
    return positionIn(this.#documents, (other) => (this.#order.compare(other, document) || byId(other, document)) < 0)
  }
}

/** The values of a field in a list of documents, each with the number of documents that have it. */
class FieldValues {
  readonly #read: (document: LakeDocument) => unknown
  readonly #counts = new Map<unknown, number>()
  #all: readonly unknown[] | undefined
  readonly weight: number

  constructor(path: readonly string[], documents: readonly LakeDocument[]) {
    this.#read = readerOf(path)
    for (const document of documents) this.#count(document, 1)
    this.weight = 1 + this.#counts.size
  }

  /** The same array until they change. */
  get all(): readonly unknown[] {
    this.#all ??= Array.from(this.#counts.keys())
    return this.#all
  }

  update(before: LakeDocument | undefined, after: LakeDocument | undefined): void {
    if (before && after && this.#read(before) === this.#read(after)) return
    if (before) this.#count(before, -1)
    if (after) this.#count(after, 1)
  }

  #count(document: LakeDocument, change: 1 | -1): void {
    const value = this.#read(document)
    if (typeof value === 'object' && value !== null) return
    const known = this.#counts.get(value) ?? 0
    if (known + change === 0) this.#counts.delete(value)
    else this.#counts.set(value, known + change)
    if (known === 0 || known + change === 0) this.#all = undefined
  }
}

/** The first position whose item does not come before what is looked for. */
function positionIn(items: readonly LakeDocument[], isBefore: (item: LakeDocument) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item && isBefore(item)) low = middle + 1
    else high = middle
  }
  return low
}
