import type {DocumentIndexes} from '../indexes/DocumentIndexes.ts'
import type {LakeDocument} from '../types.ts'
import type {Comparison, Lookup} from './lookups.ts'
import {constantValue, type Operand, operandValues} from './operands.ts'

export interface Operands {
  params: Record<string, unknown>
  evaluated: readonly unknown[]
  /** Called before each lookup, as an index may have been built for the one before. Throws OutOfBudget. */
  check?: () => void
}

/** Documents with the ways to look some of them up (`DocumentView`). */
export interface IndexedDocuments {
  readonly all: readonly LakeDocument[]
  readonly indexes: DocumentIndexes | undefined
  ofIds(ids: readonly string[]): readonly LakeDocument[]
  ofTypes(types: readonly string[]): readonly LakeDocument[]
  /** The presented forms of stored documents, without those hidden in this perspective. */
  ofStored(ids: Iterable<string>): LakeDocument[]
  /** Stored ids of documents that reference one; undefined if only a scan can tell. */
  referencing(id: string): ReadonlySet<string> | undefined
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
export function findDocuments(
  lookup: Lookup,
  operands: Operands,
  view: IndexedDocuments,
): readonly LakeDocument[] | undefined {
  operands.check?.()
  switch (lookup.kind) {
    case 'id':
      return ofStrings(lookup.operand, operands, (ids) => view.ofIds(ids))
    case 'type':
      if (lookup.isExact) return ofExactType(lookup.operand, operands, view)
      return ofStrings(lookup.operand, operands, (types) => view.ofTypes(types))
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
      const found = view.indexes?.withAnyValue(lookup.path)
      return found && view.ofStored(found)
    }
    case 'range': {
      const limit = constantValue(lookup.limit, operands.params)
      const found = typeof limit === 'string' ? inRange(lookup, limit, view) : undefined
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

/** Undefined if the range holds so many documents that looking at all is as fast. */
function inRange(
  {path, comparison}: {path: string[]; comparison: Comparison},
  limit: string,
  {indexes, all}: IndexedDocuments,
): string[] | undefined {
  const isInRange = IN_RANGE[comparison]
  return indexes?.withValueLike(path, (value) => isInRange(value, limit), all.length * LARGE_SHARE)
}

/** As `_type == operand` compares: a list equals nothing. */
function ofExactType(operand: Operand, {params}: Operands, view: IndexedDocuments): readonly LakeDocument[] {
  const type = operand.isConstant ? constantValue(operand.node, params) : undefined
  return typeof type === 'string' ? view.ofTypes([type]) : []
}

function findInAll(lookups: Lookup[], operands: Operands, view: IndexedDocuments): readonly LakeDocument[] | undefined {
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
  {operands, view}: {operands: Operands; view: IndexedDocuments},
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
