import {isDeepStrictEqual} from 'node:util'
import {isRecord} from '../json.ts'
import type {DocumentChange, JsonObject, JsonValue, LakeDocument} from '../types.ts'

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
  writeValue(patch, before, after)
  return patch
}

/**
 * Emits operations that leave `after` on the output stack, with `before` on top of the input stack. Returns whether the two
 * are equal: then it is a single copy. The order of an object's fields does not count.
 */
function writeValue(patch: unknown[], before: JsonValue, after: JsonValue): boolean {
  if (isRecord(before) && isRecord(after)) return writeObject(patch, before, after)
  if (Array.isArray(before) && Array.isArray(after)) return writeArray(patch, before, after)
  if (before === after) patch.push(opcodes.copy)
  else if (typeof before === 'string' && typeof after === 'string') patch.push(...stringPatch(before, after))
  else patch.push(opcodes.value, after)
  return before === after
}

/** The Studio's decoder addresses fields by their position in this order, so it must be JavaScript's default one. */
function writeObject(patch: unknown[], before: JsonObject, after: JsonObject): boolean {
  const copied = patch.push(opcodes.copy)
  for (const [position, key] of Object.keys(before).sort().entries()) {
    const [old, now] = [before[key], Object.hasOwn(after, key) ? after[key] : undefined]
    const start = patch.length
    if (now === undefined) patch.push(opcodes.objectDeleteField, position)
    else if (old !== undefined) {
      patch.push(opcodes.pushField, position)
      if (writeValue(patch, old, now)) patch.length = start
      else patch.push(opcodes.returnIntoObjectSameKeyPop)
    }
  }
  for (const [key, now] of Object.entries(after)) {
    if (!Object.hasOwn(before, key)) patch.push(opcodes.objectSetFieldValue, now, key)
  }
  return patch.length === copied
}

/** Rebuilds the array from slices of the old one, edited members and new members. */
function writeArray(patch: unknown[], before: JsonValue[], after: JsonValue[]): boolean {
  const start = patch.length
  if (after.length === 0 && before.length > 0) {
    patch.push(opcodes.value, after)
    return false
  }
  const find = memberFinder(before)
  patch.push(opcodes.blank)
  /** The old index after the member that was found last, and after the slice that was written last, if nothing followed it. */
  let next = 0
  let sliceEnd: number | undefined
  for (const [position, member] of after.entries()) {
    const origin = find(member, [next, position])
    const isKept = origin !== undefined && !writeEdited(patch, origin, {old: before[origin], member})
    if (origin === undefined) patch.push(opcodes.arrayAppendValue, member)
    else next = origin + 1
    if (isKept && sliceEnd === origin) patch[patch.length - 1] = next
    else if (isKept) patch.push(opcodes.arrayAppendSlice, origin, next)
    sliceEnd = isKept ? next : undefined
  }
  const isEqual = after.length === before.length && (after.length === 0 || isSliceOfAll(patch, start, before.length))
  if (isEqual) patch.splice(start, patch.length, opcodes.copy)
  return isEqual
}

/** Writes a member with a key if it was edited, and returns whether it was. One without a key is found by being equal. */
function writeEdited(
  patch: unknown[],
  origin: number,
  {old, member}: {old: JsonValue | undefined; member: JsonValue},
): boolean {
  if (old === undefined || keyOf(member) === undefined) return false
  const start = patch.length
  patch.push(opcodes.pushElement, origin)
  const isSame = writeValue(patch, old, member)
  if (isSame) patch.length = start
  else patch.push(opcodes.returnIntoArrayPop)
  return !isSame
}

const isSliceOfAll = (patch: readonly unknown[], start: number, length: number): boolean =>
  patch.length === start + 4 && patch[start + 1] === opcodes.arrayAppendSlice && patch[start + 3] === length

const keyOf = (member: JsonValue | undefined): JsonValue | undefined => (isRecord(member) ? member._key : undefined)

type FindMember = (member: JsonValue, likely: readonly number[]) => number | undefined

/** The old index of a member: of the one with its `_key`, else of an equal one without; a likely place before any other. */
function memberFinder(before: JsonValue[]): FindMember {
  const byKey = new Map<JsonValue, number>()
  for (const [position, member] of before.entries()) {
    const key = keyOf(member)
    if (key !== undefined) byKey.set(key, position)
  }
  let places: Map<JsonValue, number> | undefined
  return (member, likely) => {
    const key = keyOf(member)
    if (key !== undefined) return likely.find((place) => keyOf(before[place]) === key) ?? byKey.get(key)
    const near = likely.find((place) => place < before.length && isEqual(before[place], member))
    if (near !== undefined) return near
    places ??= firstPlaces(before)
    return places.get(identityOf(member))
  }
}

/** `isDeepStrictEqual` alone takes long for the numbers of a long list. */
const isEqual = (one: JsonValue | undefined, other: JsonValue): boolean =>
  one === other || (typeof one === 'object' && typeof other === 'object' && isDeepStrictEqual(one, other))

/** First index of each member without a `_key`. A map, as comparing all pairs is quadratic. */
function firstPlaces(members: JsonValue[]): Map<JsonValue, number> {
  const places = new Map<JsonValue, number>()
  for (const [position, member] of members.entries()) {
    const identity = keyOf(member) === undefined ? identityOf(member) : undefined
    if (identity !== undefined && !places.has(identity)) places.set(identity, position)
  }
  return places
}

/** Equal for equal members. */
const identityOf = (member: JsonValue): JsonValue =>
  typeof member === 'string' || typeof member === 'object' ? JSON.stringify(member) : member

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

/** Returns whether a position is between the halves of a surrogate pair. */
const splitsCharacter = (text: string, position: number): boolean => (text.codePointAt(position - 1) ?? 0) > 0xffff
