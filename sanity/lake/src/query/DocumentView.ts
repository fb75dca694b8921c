import type {LakeDocument} from '../types.ts'
import {SortedDocuments} from './SortedDocuments.ts'

/** Documents that a query can read: all of them, some types, or some ids, always in the order of their ids. */
export interface QueryableDocuments {
  readonly all: readonly LakeDocument[]
  get(id: string): LakeDocument | undefined
  ofTypes(types: readonly string[]): readonly LakeDocument[]
  ofIds(ids: readonly string[]): readonly LakeDocument[]
}

/** What one perspective shows, kept up to date one document at a time. */
export class DocumentView implements QueryableDocuments {
  readonly #byId = new Map<string, LakeDocument>()
  readonly #byType = new Map<string, SortedDocuments>()
  #all: SortedDocuments

  constructor(documents: Iterable<LakeDocument>) {
    const types = new Map<string, LakeDocument[]>()
    for (const document of documents) {
      this.#byId.set(document._id, document)
      const sameType = types.get(document._type) ?? []
      sameType.push(document)
      types.set(document._type, sameType)
    }
    this.#all = new SortedDocuments(this.#byId.values())
    for (const [type, sameType] of types) this.#byType.set(type, new SortedDocuments(sameType))
  }

  get all(): readonly LakeDocument[] {
    return this.#all.items
  }

  get(id: string): LakeDocument | undefined {
    return this.#byId.get(id)
  }

  ofTypes(types: readonly string[]): readonly LakeDocument[] {
    const unique = new Set(types)
    const lists = Array.from(unique, (type) => this.#byType.get(type)?.items ?? [])
    const [only] = lists
    return lists.length === 1 && only ? only : new SortedDocuments(lists.flat()).items
  }

  ofIds(ids: readonly string[]): readonly LakeDocument[] {
    return new SortedDocuments(Array.from(new Set(ids)).flatMap((id) => this.#byId.get(id) ?? [])).items
  }

  /** Shows this document under its id from now on, or nothing. */
  set(id: string, document: LakeDocument | undefined): void {
    const before = this.#byId.get(id)
    if (before && before._type !== document?._type) this.#byType.get(before._type)?.delete(id)
    if (!document) {
      this.#byId.delete(id)
      this.#all.delete(id)
      return
    }
    this.#byId.set(id, document)
    this.#all.set(document)
    const sameType = this.#byType.get(document._type) ?? new SortedDocuments()
    this.#byType.set(document._type, sameType)
    sameType.set(document)
  }
}
