import {isJsonObject} from '../json.ts'
import type {DocumentChange, JsonObject, JsonValue, LakeDocument} from '../types.ts'

/** The Mendoza opcodes that the encoder writes. */
const opcodes = {
  value: 0,
  copy: 1,
  /** Push nothing yet: the next append decides whether it becomes a string or an array. */
  blank: 2,
  pushField: 6,
  pushElement: 7,
  returnIntoObjectSameKeyPop: 15,
  returnIntoArrayPop: 16,
  objectSetFieldValue: 17,
  objectDeleteField: 19,
  arrayAppendValue: 20,
  arrayAppendSlice: 21,
  stringAppendString: 22,
  stringAppendSlice: 23,
} as const

/** Mendoza patches between two states of a document, forth and back; null for a missing document. */
export function effectsBetween(before: LakeDocument | null, after: LakeDocument | null): DocumentChange['effects'] {
  const [old, now] = [withoutRevision(before), withoutRevision(after)]
  return {apply: encode(old, now), revert: encode(now, old)}
}

/** The Studio applies effects to documents without `_rev`, and fields are addressed by position. */
function withoutRevision(document: LakeDocument | null): JsonObject | null {
  if (!document) return null
  const {_rev, ...rest} = document
  return rest
}

/**
 * Encodes the change as a Mendoza patch. Pass documents **without `_rev`**, or null for a missing one. Reuses as much of
 * `before` as possible: reused parts keep their author in the Studio's history.
 */
export function encode(before: JsonValue, after: JsonValue): unknown[] {
  if (before === null || after === null) return [opcodes.value, after]
  const patch: unknown[] = []
  writeValue({patch, unequal: new WeakMap()}, before, after)
  return patch
}

interface Encoding {
  patch: unknown[]
  /**
   * What an object or array was last found to differ from. A value is compared before each of its parts is: what is equal
   * deep within would be gone through again at each level.
   */
  unequal: WeakMap<object, JsonValue>
}

/** Emits operations that leave `after` on the output stack, with `before` on top of the input stack. */
function writeValue(encoding: Encoding, before: JsonValue, after: JsonValue): void {
  const {patch, unequal} = encoding
  if (sameJson(before, after, unequal)) patch.push(opcodes.copy)
  else if (isJsonObject(before) && isJsonObject(after)) writeObject(encoding, before, after)
  else if (Array.isArray(before) && Array.isArray(after)) writeArray(encoding, before, after)
  else if (typeof before === 'string' && typeof after === 'string') patch.push(...stringPatch(before, after))
  else patch.push(opcodes.value, after)
}

/** The Studio's decoder addresses fields by their position in this order, so it must be JavaScript's default one. */
function writeObject(encoding: Encoding, before: JsonObject, after: JsonObject): void {
  const {patch, unequal} = encoding
  patch.push(opcodes.copy)
  for (const [position, key] of Object.keys(before).sort().entries()) {
    const [old, now] = [before[key], Object.hasOwn(after, key) ? after[key] : undefined]
    if (now === undefined) patch.push(opcodes.objectDeleteField, position)
    else if (old !== undefined && !sameJson(old, now, unequal)) {
      patch.push(opcodes.pushField, position)
      writeValue(encoding, old, now)
      patch.push(opcodes.returnIntoObjectSameKeyPop)
    }
  }
  for (const [key, now] of Object.entries(after)) {
    if (!Object.hasOwn(before, key)) patch.push(opcodes.objectSetFieldValue, now, key)
  }
}

/** Rebuilds the array from slices of the old one, edited members and new members. */
function writeArray(encoding: Encoding, before: JsonValue[], after: JsonValue[]): void {
  const {patch, unequal} = encoding
  if (before.length === 0 || after.length === 0) {
    patch.push(opcodes.value, after)
    return
  }
  patch.push(opcodes.blank)
  const find = memberFinder(before, unequal)
  for (let position = 0; position < after.length; position += 1) {
    const member = after[position]
    if (member === undefined) continue
    const origin = find(member, position)
    const old = origin === undefined ? undefined : before[origin]
    if (origin === undefined || old === undefined) patch.push(opcodes.arrayAppendValue, member)
    else if (sameJson(old, member, unequal)) {
      const length = sameRun({before, after, unequal}, origin, position)
      patch.push(opcodes.arrayAppendSlice, origin, origin + length)
      position += length - 1
    } else {
      patch.push(opcodes.pushElement, origin)
      writeValue(encoding, old, member)
      patch.push(opcodes.returnIntoArrayPop)
    }
  }
}

interface Arrays extends Pick<Encoding, 'unequal'> {
  before: JsonValue[]
  after: JsonValue[]
}

/** Length of the equal run from `origin` in the old array and `position` in the new one. */
function sameRun({before, after, unequal}: Arrays, origin: number, position: number): number {
  let length = 1
  for (;;) {
    const [old, now] = [before[origin + length], after[position + length]]
    if (old === undefined || now === undefined || !sameJson(old, now, unequal)) return length
    length += 1
  }
}

type FindMember = (member: JsonValue, position: number) => number | undefined

/** The old index of a member: by `_key`, else the same index, else any equal member. */
function memberFinder(before: JsonValue[], unequal: Encoding['unequal']): FindMember {
  const byKey = new Map<JsonValue, number>()
  for (const [position, member] of before.entries()) {
    if (isJsonObject(member) && member._key !== undefined) byKey.set(member._key, position)
  }
  let places: Map<string, number> | undefined
  return (member, position) => {
    if (isJsonObject(member) && member._key !== undefined) return byKey.get(member._key)
    const old = before[position]
    if (old !== undefined && sameJson(old, member, unequal)) return position
    places ??= firstPlaces(before)
    return places.get(JSON.stringify(member))
  }
}

/** First index of each member without a `_key`. A map, as comparing all pairs is quadratic. */
function firstPlaces(members: JsonValue[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const [position, member] of members.entries()) {
    if (isJsonObject(member) && member._key !== undefined) continue
    const json = JSON.stringify(member)
    if (!places.has(json)) places.set(json, position)
  }
  return places
}

/** Below this many characters a literal is shorter than a patch that reuses parts. */
const SHORTEST_PATCHED = 8

/**
 * Encodes a changed string as common prefix, new text and common suffix, so that the Studio attributes only the new
 * characters to this edit. Offsets are in UTF-8 bytes. The suffix is always sliced up to the last byte: the published
 * decoder resolves other ends wrongly after non-ASCII characters.
 */
function stringPatch(before: string, after: string): unknown[] {
  if (before.length < SHORTEST_PATCHED) return [opcodes.value, after]
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  while (start > 0 && (splitsCharacter(before, start) || splitsCharacter(after, start))) start -= 1
  let end = 0
  while (end < shorter - start && fromEnd(before, end) === fromEnd(after, end)) end += 1
  while (end > 0 && (splitsCharacter(before, before.length - end) || splitsCharacter(after, after.length - end)))
    end -= 1
  if (start + end === 0) return [opcodes.value, after]

  const total = Buffer.byteLength(before)
  const patch: unknown[] = [opcodes.blank]
  const inserted = after.slice(start, after.length - end)
  if (start > 0) patch.push(opcodes.stringAppendSlice, 0, Buffer.byteLength(before.slice(0, start)))
  if (inserted) patch.push(opcodes.stringAppendString, inserted)
  if (end > 0) {
    const tail = Buffer.byteLength(before.slice(before.length - end))
    patch.push(opcodes.stringAppendSlice, total - tail, total)
  }
  return patch
}

const fromEnd = (text: string, distance: number): number => text.charCodeAt(text.length - 1 - distance)

const splitsCharacter = (text: string, position: number): boolean =>
  isBetween(text.charCodeAt(position - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(position), 0xdc00, 0xdfff)

const isBetween = (code: number, low: number, high: number): boolean => code >= low && code <= high

/**
 * Deep equality of JSON values; the order of an object's fields does not count. `unequal` gets each object and array that
 * differs, with what it differs from, and saves comparing the two again.
 */
export function sameJson(left: JsonValue, right: JsonValue, unequal?: Encoding['unequal']): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || left === null || unequal?.get(left) === right) return false
  const isSame = Array.isArray(left) ? sameArray(left, right, unequal) : sameObject(left, right, unequal)
  if (!isSame) unequal?.set(left, right)
  return isSame
}

function sameArray(left: JsonValue[], right: JsonValue, unequal: Encoding['unequal'] | undefined): boolean {
  if (!Array.isArray(right) || left.length !== right.length) return false
  return left.every((item, index) => same(item, right[index], unequal))
}

function sameObject(left: JsonObject, right: JsonValue, unequal: Encoding['unequal'] | undefined): boolean {
  if (!isJsonObject(right)) return false
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every((key) => same(left[key], ownField(right, key), unequal))
}

function ownField(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

function same(left: JsonValue | undefined, right: JsonValue | undefined, unequal?: Encoding['unequal']): boolean {
  return left === undefined || right === undefined ? left === right : sameJson(left, right, unequal)
}
