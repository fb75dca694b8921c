import {byId, publishedIdOf} from '../documentIds.ts'
import type {DocumentIndexes} from '../indexes/DocumentIndexes.ts'
import type {DocumentStore} from '../store/DocumentStore.ts'
import type {LakeDocument} from '../types.ts'
import {findDocuments, type IndexedDocuments, type Operands} from './findDocuments.ts'
import type {Lookup} from './lookups.ts'
import {SortedDocuments} from './SortedDocuments.ts'

/** The documents of a query, ordered by id. */
export interface QueryableDocuments {
  readonly all: readonly LakeDocument[]
  /** Upper bound of a document's size, in characters of JSON. */
  readonly largest: number
  get(id: string): LakeDocument | undefined
  /** A superset of the documents that match a condition. */
  find(lookup: Lookup, operands: Operands): readonly LakeDocument[]
}

/** Beyond this share, scanning all documents is faster than sorting candidates. */
const SORTED_SHARE = 1 / 8

/** The documents of one perspective, updated incrementally. */
export class DocumentView implements QueryableDocuments, IndexedDocuments {
  readonly #byId = new Map<string, LakeDocument>()
  readonly #byType = new Map<string, SortedDocuments>()
  readonly #store: DocumentStore | undefined
  #all: SortedDocuments

  /** `store`: the source of the documents and their indexes. */
  constructor(documents: Iterable<LakeDocument>, store?: DocumentStore) {
    this.#store = store
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

  get largest(): number {
    return this.#store?.largest ?? Number.POSITIVE_INFINITY
  }

  get(id: string): LakeDocument | undefined {
    return this.#byId.get(id)
  }

  ofTypes(types: readonly string[]): readonly LakeDocument[] {
    const lists = Array.from(new Set(types), (type) => this.#byType.get(type)?.items ?? [])
    const [only] = lists
    return lists.length === 1 && only ? only : lists.flat()
  }

  ofIds(ids: readonly string[]): readonly LakeDocument[] {
    return Array.from(new Set(ids)).flatMap((id) => this.#byId.get(id) ?? [])
  }

  ofStored(ids: Iterable<string>): LakeDocument[] {
    return Array.from(ids).flatMap((id) => {
      const document = this.#byId.get(id) ?? this.#byId.get(publishedIdOf(id))
      return document && (document._originalId ?? document._id) === id ? document : []
    })
  }

  get indexes(): DocumentIndexes | undefined {
    return this.#store?.indexes
  }

  referencing(id: string): ReadonlySet<string> | undefined {
    return this.#store?.referencing(id)
  }

  find(lookup: Lookup, operands: Operands): readonly LakeDocument[] {
    const found = findDocuments(lookup, operands, this)
    if (!found) return this.all
    return SortedDocuments.of(found) ? found : this.#inOrder(found)
  }

  /** Sets or removes documents, by id. */
  update(changes: ReadonlyMap<string, LakeDocument | undefined>): void {
    const byType = new Map<string, Map<string, LakeDocument | undefined>>()
    const note = (type: string, id: string, document: LakeDocument | undefined): void => {
      const ofType = byType.get(type) ?? new Map()
      byType.set(type, ofType.set(id, document))
    }
    for (const [id, document] of changes) {
      const before = this.#byId.get(id)
      if (before && before._type !== document?._type) note(before._type, id, undefined)
      if (document) note(document._type, id, document)
      if (document) this.#byId.set(id, document)
      else this.#byId.delete(id)
    }
    this.#all.update(changes)
    for (const [type, ofType] of byType) {
      const sameType = this.#byType.get(type) ?? new SortedDocuments()
      this.#byType.set(type, sameType)
      sameType.update(ofType)
    }
  }

  #inOrder(documents: readonly LakeDocument[]): readonly LakeDocument[] {
    if (documents.length < this.all.length * SORTED_SHARE) return documents.toSorted(byId)
    const wanted = new Set(documents)
    return this.all.filter((document) => wanted.has(document))
  }
}
