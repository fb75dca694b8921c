import type {DocumentIndexes} from '../indexes/DocumentIndexes.ts'
import type {LakeDocument} from '../types.ts'
import type {Comparison, Lookup} from './lookups.ts'
import {constantValue, type Operand, operandValues} from './operands.ts'

interface DocumentFinder {
  readonly all: readonly LakeDocument[]
  ofTypes(types: readonly string[]): readonly LakeDocument[]
  ofIds(ids: readonly string[]): readonly LakeDocument[]
  /** The presented forms of stored documents. */
  ofStored(ids: Iterable<string>): LakeDocument[]
  readonly indexes: DocumentIndexes | undefined
  referencing(id: string): ReadonlySet<string> | undefined
}

export interface Operands {
  params: Record<string, unknown>
  evaluated: readonly unknown[]
  /** Called before each lookup, as an index may have been built for the one before. Throws OutOfBudget. */
  check?: () => void
}

/** Below this, evaluating the filter is cheaper than another index. */
const FEW = 8
/** Beyond this share of all documents, a range saves nothing. */
const LARGE_SHARE = 1 / 8
/** From this share of the documents of a type on, filtering these is cheaper than finding and sorting a list of ids. */
const MOST_OF_TYPE = 1 / 2
/** Up to this share, filtering is cheaper than a look at all values of a field. */
const SMALL_SHARE = 1 / 64
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
  finder: DocumentFinder,
): readonly LakeDocument[] | undefined {
  operands.check?.()
  switch (lookup.kind) {
    case 'id':
      return ofStrings(lookup.operand, operands, (ids) => finder.ofIds(ids))
    case 'type':
      if (lookup.isExact) return ofExactType(lookup.operand, operands, finder)
      return ofStrings(lookup.operand, operands, (types) => finder.ofTypes(types))
    case 'reference':
      return ofStrings(lookup.operand, operands, (ids) => {
        const sources = ids.map((id) => finder.referencing(id))
        return sources.every((found) => found !== undefined)
          ? finder.ofStored(new Set(sources.flatMap((found) => Array.from(found))))
          : undefined
      })
    case 'value': {
      const values = operandValues(lookup.operand, operands.params, operands.evaluated)
      const found = values && finder.indexes?.withValue(lookup.path, values)
      return found && finder.ofStored(found)
    }
    case 'present': {
      const found = finder.indexes?.withAnyValue(lookup.path)
      return found && finder.ofStored(found)
    }
    case 'range': {
      const limit = constantValue(lookup.limit, operands.params)
      const found = typeof limit === 'string' ? inRange(lookup, limit, finder) : undefined
      return found && finder.ofStored(found)
    }
    case 'text': {
      const found = finder.indexes?.withText(lookup.terms, lookup.mode, lookup.isWholeText)
      return found && finder.ofStored(found)
    }
    case 'some': {
      const found = lookup.of.map((part) => findDocuments(part, operands, finder))
      return found.every((documents) => documents !== undefined) ? Array.from(new Set(found.flat())) : undefined
    }
    case 'every':
      return findInAll(lookup.of, operands, finder)
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
  {indexes, all}: DocumentFinder,
): string[] | undefined {
  const isInRange = IN_RANGE[comparison]
  return indexes?.withValueLike(path, (value) => isInRange(value, limit), all.length * LARGE_SHARE)
}

/** As `_type == operand` compares: a list equals nothing. */
function ofExactType(operand: Operand, {params}: Operands, finder: DocumentFinder): readonly LakeDocument[] {
  const type = operand.isConstant ? constantValue(operand.node, params) : undefined
  return typeof type === 'string' ? finder.ofTypes([type]) : []
}

function findInAll(lookups: Lookup[], operands: Operands, finder: DocumentFinder): readonly LakeDocument[] | undefined {
  let found: readonly LakeDocument[] | undefined
  for (const lookup of lookups.toSorted((left, right) => COST[left.kind] - COST[right.kind])) {
    if (found && found.length <= FEW) break
    if (lookup.kind === 'id' && isMostOfType(lookup.operand, lookups, {operands, finder})) continue
    if (found && lookup.kind === 'range' && found.length < finder.all.length * SMALL_SHARE) break
    // Types late: they are the least selective.
    const types = found && lookup.kind === 'type' ? stringsOf(lookup.operand, operands) : undefined
    const others = types ? undefined : findDocuments(lookup, operands, finder)
    if (types) found = found?.filter(({_type}) => types.includes(_type))
    else found = found && others ? inBoth(found, others) : (found ?? others)
  }
  return found
}

function isMostOfType(
  ids: Operand,
  lookups: readonly Lookup[],
  {operands, finder}: {operands: Operands; finder: DocumentFinder},
): boolean {
  const {length = 0} = stringsOf(ids, operands) ?? []
  const type = length > FEW ? lookups.find(({kind}) => kind === 'type') : undefined
  const documents = type && findDocuments(type, operands, finder)
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
