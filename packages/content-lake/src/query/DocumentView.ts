import {byId, publishedIdOf} from '../documentIds.ts'
import type {DocumentIndexes} from '../indexes/DocumentIndexes.ts'
import type {DocumentStore} from '../store/DocumentStore.ts'
import type {LakeDocument} from '../types.ts'
import type {Comparison, Lookup} from './lookups.ts'
import {constantValue, type Operand, operandValues} from './operands.ts'
import {storedIdOf} from './presentDocument.ts'
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

export interface Operands {
  params: Record<string, unknown>
  evaluated: readonly unknown[]
  /** Called before each lookup, as an index may have been built for the one before. Throws OutOfBudget. */
  check?: () => void
}

/** Beyond this share, scanning all documents is faster than sorting candidates. */
const SORTED_SHARE = 1 / 8

/** The documents of one perspective, updated incrementally. */
export class DocumentView implements QueryableDocuments {
  readonly #byId = new Map<string, LakeDocument>()
  readonly #byType = new Map<string, SortedDocuments>()
  readonly #store: DocumentStore | undefined
  #all: SortedDocuments

  /** `store`: the source of the documents and their indexes. */
  constructor(documents: Iterable<LakeDocument>, store?: DocumentStore) {
    this.#store = store
    for (const document of documents) this.#byId.set(document._id, document)
    this.#all = new SortedDocuments(this.#byId.values())
    const byType = Map.groupBy(this.#byId.values(), ({_type}) => _type)
    for (const [type, sameType] of byType) this.#byType.set(type, new SortedDocuments(sameType))
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

  /** The presented forms of stored documents, without those hidden in this perspective. */
  ofStored(ids: Iterable<string>): LakeDocument[] {
    return Array.from(ids).flatMap((id) => {
      const document = this.#byId.get(id) ?? this.#byId.get(publishedIdOf(id))
      return document && storedIdOf(document) === id ? document : []
    })
  }

  get indexes(): DocumentIndexes | undefined {
    return this.#store?.indexes
  }

  /** Stored ids of documents that reference one; undefined if only a scan can tell. */
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

/** Below this, evaluating the filter is cheaper than another index. */
const FEW = 8
/** Beyond this share of all documents, a range saves nothing. */
const LARGE_SHARE = 1 / 8
/** From this share of the documents of a type on, filtering these is cheaper than finding and sorting a list of ids. */
const MOST_OF_TYPE = 1 / 2
const COST: Record<Lookup['kind'], number> = {
  id: 0,
  reference: 1,
  value: 2,
  present: 2,
  text: 3,
  some: 4,
  every: 4,
  type: 5,
  range: 6,
}

/** A superset of the documents that match a condition; undefined if the indexes cannot tell. */
function findDocuments(lookup: Lookup, operands: Operands, view: DocumentView): readonly LakeDocument[] | undefined {
  operands.check?.()
  switch (lookup.kind) {
    case 'id':
      return ofStrings(lookup.operand, operands, (ids) => view.ofIds(ids))
    case 'type': {
      // As `_type == operand` compares: a list equals nothing.
      const exact = lookup.isExact ? constantValue(lookup.operand.node, operands.params) : undefined
      if (lookup.isExact) return typeof exact === 'string' ? view.ofTypes([exact]) : []
      return ofStrings(lookup.operand, operands, (types) => view.ofTypes(types))
    }
    case 'reference':
      return ofStrings(lookup.operand, operands, (ids) => {
        const sources = ids.map((id) => view.referencing(id))
        return sources.every((found) => found !== undefined)
          ? view.ofStored(new Set(sources.flatMap((found) => Array.from(found))))
          : undefined
      })
    case 'value': {
      const values = operandValues(lookup.operand, operands.params, operands.evaluated)
      const found = values && view.indexes?.withValue(lookup.path, values)
      return found && view.ofStored(found)
    }
    case 'present': {
      const found = view.indexes?.withValueLike(lookup.path, () => true, Number.POSITIVE_INFINITY)
      return found && view.ofStored(found)
    }
    case 'range': {
      const limit = constantValue(lookup.limit, operands.params)
      if (typeof limit !== 'string') return undefined
      const isInRange = IN_RANGE[lookup.comparison]
      const most = view.all.length * LARGE_SHARE
      const found = view.indexes?.withValueLike(lookup.path, (value) => isInRange(value, limit), most)
      return found && view.ofStored(found)
    }
    case 'text': {
      const found = view.indexes?.withText(lookup.terms, lookup.mode, lookup.isWholeText)
      return found && view.ofStored(found)
    }
    case 'some': {
      const found = lookup.of.map((part) => findDocuments(part, operands, view))
      return found.every((documents) => documents !== undefined) ? Array.from(new Set(found.flat())) : undefined
    }
    case 'every':
      return findInAll(lookup.of, operands, view)
  }
}

const IN_RANGE: Record<Comparison, (value: string, limit: string) => boolean> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
}

function findInAll(lookups: Lookup[], operands: Operands, view: DocumentView): readonly LakeDocument[] | undefined {
  let found: readonly LakeDocument[] | undefined
  for (const lookup of lookups.toSorted((left, right) => COST[left.kind] - COST[right.kind])) {
    if (found && found.length <= FEW) break
    if (lookup.kind === 'id' && isMostOfType(lookup.operand, lookups, {operands, view})) continue
    // Types late: they are the least selective.
    const types = found && lookup.kind === 'type' ? stringsOf(lookup.operand, operands) : undefined
    const others = types ? undefined : findDocuments(lookup, operands, view)
    if (types) found = found?.filter(({_type}) => types.includes(_type))
    else found = found && others ? inBoth(found, others) : (found ?? others)
  }
  return found
}

function isMostOfType(
  ids: Operand,
  lookups: readonly Lookup[],
  {operands, view}: {operands: Operands; view: DocumentView},
): boolean {
  const {length = 0} = stringsOf(ids, operands) ?? []
  const type = length > FEW ? lookups.find(({kind}) => kind === 'type') : undefined
  const documents = type && findDocuments(type, operands, view)
  return documents !== undefined && length >= documents.length * MOST_OF_TYPE
}

function inBoth(left: readonly LakeDocument[], right: readonly LakeDocument[]): readonly LakeDocument[] {
  const [fewer, more] = left.length < right.length ? [left, right] : [right, left]
  const known = new Set(fewer)
  return more.filter((document) => known.has(document))
}

function ofStrings(
  operand: Operand,
  operands: Operands,
  find: (values: string[]) => readonly LakeDocument[] | undefined,
): readonly LakeDocument[] | undefined {
  const values = stringsOf(operand, operands)
  return values && find(values)
}

/** Other values never match ids or types. */
const stringsOf = (operand: Operand, {params, evaluated}: Operands): string[] | undefined =>
  operandValues(operand, params, evaluated)?.filter((value) => typeof value === 'string')
