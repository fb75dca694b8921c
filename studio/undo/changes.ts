import {isObject} from '../../lib/json.ts'

type Segment = string | {_key: string}
export type Path = readonly Segment[]

export interface Item {
  _key: string
  [field: string]: unknown
}

/** A transaction's change at one path. Lists of items with keys change item by item, everything else by value. */
export type Change =
  | {kind: 'value'; path: Path; before: unknown; after: unknown}
  | {kind: 'insert'; path: Path; item: Item}
  /** `order`: all keys of the list before. */
  | {kind: 'remove'; path: Path; item: Item; order: string[]}
  /** Keys of the items that were in the list before and after. */
  | {kind: 'order'; path: Path; before: string[]; after: string[]}

/** A patch of Sanity's, with one operation. */
type Patch =
  | {set: Record<string, unknown>}
  | {unset: string[]}
  | {insert: {before: string; items: Item[]} | {after: string; items: Item[]}}

interface Inverse {
  /** To be applied in this order. */
  patches: Patch[]
  /** Changes that could not be taken back, as somebody has changed the same place since. */
  conflicts: Change[]
  /** Changes that were taken back. */
  reverted: Change[]
  /** The document with the patches applied. */
  result: Record<string, unknown>
}

/** Fields that the content lake sets itself. */
const systemFields = new Set(['_id', '_rev', '_type', '_createdAt', '_updatedAt', '_system'])

/** Lists what changed between two states of a document. */
export function changesBetween(before: Record<string, unknown>, after: Record<string, unknown>): Change[] {
  return fieldNames(before, after)
    .filter((name) => !systemFields.has(name))
    .flatMap((name) => diff(before[name], after[name], [name]))
}

function diff(before: unknown, after: unknown, path: Path): Change[] {
  if (sameJson(before, after)) return []
  if (isList(before) && isList(after)) return diffLists(before, after, path)
  if (isObject(before) && isObject(after) && before._type === after._type && before._key === after._key)
    return fieldNames(before, after).flatMap((name) => diff(before[name], after[name], [...path, name]))
  return [{kind: 'value', path, before, after}]
}

/** Insertions, then order, then removals: `invert` takes them back in this order. */
function diffLists(before: Item[], after: Item[], path: Path): Change[] {
  const [old, now] = [keysOf(before), keysOf(after)]
  const [oldCommon, nowCommon] = [old.filter((key) => now.includes(key)), now.filter((key) => old.includes(key))]
  return [
    ...after.filter(({_key}) => !old.includes(_key)).map((item): Change => ({kind: 'insert', path, item})),
    ...(sameJson(oldCommon, nowCommon)
      ? []
      : [{kind: 'order', path, before: oldCommon, after: nowCommon} satisfies Change]),
    ...before.filter(({_key}) => !now.includes(_key)).map((item): Change => ({kind: 'remove', path, item, order: old})),
    ...before.flatMap((item) => {
      const other = after.find(({_key}) => _key === item._key)
      return other ? diff(item, other, [...path, {_key: item._key}]) : []
    }),
  ]
}

/**
 * Takes back the changes of one's own transactions, the oldest first, in the document as it is now. Leaves alone what
 * somebody else has changed since.
 */
export function invert(transactions: readonly Change[][], current: Record<string, unknown>): Inverse {
  const inverse: Inverse = {patches: [], conflicts: [], reverted: [], result: current}
  for (const changes of transactions.toReversed()) {
    for (const change of changes) {
      const patches = takeBack(change, inverse.result)
      if (!patches) inverse.conflicts.push(change)
      else if (patches.length > 0) inverse.reverted.push(change)
      for (const step of patches ?? []) {
        inverse.patches.push(toPatch(step))
        inverse.result = applyEdit(inverse.result, step)
      }
    }
  }
  return inverse
}

/** An elementary edit of the document. */
type Edit =
  | {op: 'set'; path: Path; value: unknown}
  | {op: 'unset'; path: Path}
  | {op: 'insert'; path: Path; side: 'before' | 'after'; key: string; item: Item}

/** Returns the edits that take a change back, undefined if somebody has changed the same place since. */
function takeBack(change: Change, document: Record<string, unknown>): Edit[] | undefined {
  const {path} = change
  const now = valueIn(document, path)
  switch (change.kind) {
    case 'value':
      if (sameJson(now, change.before)) return []
      if (!sameJson(now, change.after) || !isObject(valueIn(document, path.slice(0, -1)))) return undefined
      return [change.before === undefined ? {op: 'unset', path} : {op: 'set', path, value: change.before}]
    case 'insert': {
      const own = [...path, {_key: change.item._key}]
      const item = valueIn(document, own)
      if (item === undefined) return []
      return sameJson(item, change.item) ? [{op: 'unset', path: own}] : undefined
    }
    case 'remove': {
      if (now === undefined && isObject(valueIn(document, path.slice(0, -1))))
        return [{op: 'set', path, value: [change.item]}]
      if (!isList(now)) return undefined
      const item = now.find(({_key}) => _key === change.item._key)
      if (item) return sameJson(item, change.item) ? [] : undefined
      return [putBack(now, change.item, change.order, path)]
    }
    case 'order':
      return isList(now) ? reorder(now, change, path) : undefined
  }
}

function reorder(list: Item[], change: Change & {kind: 'order'}, path: Path): Edit[] | undefined {
  const present = keysOf(list).filter((key) => change.after.includes(key))
  const wanted = change.before.filter((key) => present.includes(key))
  if (sameJson(present, wanted)) return []
  const left = change.after.filter((key) => present.includes(key))
  if (!sameJson(present, left)) return undefined
  const placedKeys = new Set(
    longestAscending(present.map((key) => wanted.indexOf(key))).map((position) => wanted[position]),
  )
  const edits: Edit[] = []
  let rest = list
  for (const key of wanted.filter((key) => !placedKeys.has(key))) {
    const item = rest.find(({_key}) => _key === key)
    if (!item) continue
    rest = rest.filter((other) => other !== item)
    placedKeys.add(key)
    // Only beside items that stand where they belong.
    const order = wanted.filter((other) => placedKeys.has(other))
    const insert = putBack(rest, item, order, path)
    edits.push({op: 'unset', path: [...path, {_key: key}]}, insert)
    rest = placed(rest, insert)
  }
  return edits
}

/** Puts an item where it stood in `order`: after the nearest neighbour before it that is still there, else before one. */
function putBack(list: Item[], item: Item, order: string[], path: Path): Edit {
  const present = keysOf(list)
  const position = order.indexOf(item._key)
  const earlier = order.slice(0, position).findLast((key) => present.includes(key))
  if (earlier !== undefined) return {op: 'insert', path, side: 'after', key: earlier, item}
  const first = order.slice(position + 1).find((key) => present.includes(key))
  if (first !== undefined) return {op: 'insert', path, side: 'before', key: first, item}
  const last = present.at(-1)
  return last === undefined ? {op: 'set', path, value: [item]} : {op: 'insert', path, side: 'after', key: last, item}
}

/** Returns the longest ascending part of distinct numbers. */
function longestAscending(numbers: number[]): number[] {
  const best: number[][] = []
  for (const [index, number] of numbers.entries()) {
    const before = best
      .slice(0, index)
      .filter((run) => (run.at(-1) ?? 0) < number)
      .reduce<number[]>((longest, run) => (run.length > longest.length ? run : longest), [])
    best.push([...before, number])
  }
  return best.reduce<number[]>((longest, run) => (run.length > longest.length ? run : longest), [])
}

function toPatch(edit: Edit): Patch {
  const path = pathText(edit.path)
  if (edit.op === 'set') return {set: {[path]: edit.value}}
  if (edit.op === 'unset') return {unset: [path]}
  const neighbour = pathText([...edit.path, {_key: edit.key}])
  return edit.side === 'after'
    ? {insert: {after: neighbour, items: [edit.item]}}
    : {insert: {before: neighbour, items: [edit.item]}}
}

/** Writes a path in Sanity's notation, e.g. `blocks[_key=="a"].title.zh`. */
export function pathText(path: Path): string {
  return path
    .map((segment, index) =>
      typeof segment === 'string' ? `${index > 0 ? '.' : ''}${segment}` : `[_key==${JSON.stringify(segment._key)}]`,
    )
    .join('')
}

function applyEdit(document: Record<string, unknown>, edit: Edit): Record<string, unknown> {
  const result = changeAt(document, edit.path, (old) => {
    if (edit.op === 'set') return edit.value
    if (edit.op === 'unset') return undefined
    return isList(old) ? placed(old, edit) : old
  })
  return isObject(result) ? result : document
}

function placed(list: Item[], edit: Edit): Item[] {
  if (edit.op === 'set') return isList(edit.value) ? edit.value : list
  if (edit.op === 'unset') return list
  const index = list.findIndex(({_key}) => _key === edit.key)
  return list.toSpliced(edit.side === 'after' ? index + 1 : index, 0, edit.item)
}

function changeAt(value: unknown, path: Path, change: (old: unknown) => unknown): unknown {
  const [segment, ...rest] = path
  if (segment === undefined) return change(value)
  if (typeof segment === 'string') {
    if (!isObject(value)) return value
    const {[segment]: old, ...others} = value
    const next = changeAt(old, rest, change)
    return next === undefined ? others : {...others, [segment]: next}
  }
  if (!isList(value)) return value
  return value.flatMap((item) => {
    if (item._key !== segment._key) return [item]
    const next = changeAt(item, rest, change)
    return next === undefined ? [] : [next]
  })
}

/** Returns the value at a path. */
export function valueIn(document: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, segment) => {
    if (typeof segment === 'string') return isObject(value) ? value[segment] : undefined
    return isList(value) ? value.find(({_key}) => _key === segment._key) : undefined
  }, document)
}

/** A list whose items are told apart by their keys. */
function isList(value: unknown): value is Item[] {
  return (
    Array.isArray(value) &&
    value.every((item) => isObject(item) && typeof item._key === 'string') &&
    new Set(value.map((item) => item._key)).size === value.length
  )
}

const keysOf = (list: Item[]): string[] => list.map(({_key}) => _key)

const fieldNames = (...objects: Record<string, unknown>[]): string[] => [...new Set(objects.flatMap(Object.keys))]

function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => sameJson(item, other[index]))
  if (!isObject(one) || !isObject(other)) return false
  return fieldNames(one, other).every((name) => sameJson(one[name], other[name]))
}
