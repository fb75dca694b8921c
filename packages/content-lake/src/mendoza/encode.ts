import type {JsonObject, JsonValue} from '../types.ts'
import {opcodes} from './opcodes.ts'
import {isJsonObject, sameJson} from './sameJson.ts'
import {stringPatch} from './stringPatch.ts'

/**
 * Encodes what turns `before` into `after` as a Mendoza patch, the format in which the Studio receives changes.
 *
 * Pass documents **without `_rev`**: fields are addressed by their position among the sorted keys, and the Studio
 * applies patches to documents from which it has removed `_rev`. Null stands for a document that does not exist.
 * The patch reuses as much of `before` as it can, because what it reuses keeps its author in the Studio's history.
 */
export function encode(before: JsonValue, after: JsonValue): unknown[] {
  if (before === null || after === null) return [opcodes.value, after]
  const patch: unknown[] = []
  writeValue(patch, before, after)
  return patch
}

/** Writes operations that leave `after` on the output stack, while `before` is on top of the input stack. */
function writeValue(patch: unknown[], before: JsonValue, after: JsonValue): void {
  if (sameJson(before, after)) patch.push(opcodes.copy)
  else if (isJsonObject(before) && isJsonObject(after)) writeObject(patch, before, after)
  else if (Array.isArray(before) && Array.isArray(after)) writeArray(patch, before, after)
  else if (typeof before === 'string' && typeof after === 'string') patch.push(...stringPatch(before, after))
  else patch.push(opcodes.value, after)
}

/** The Studio's decoder addresses fields by their position in this order, so it must be JavaScript's default one. */
function writeObject(patch: unknown[], before: JsonObject, after: JsonObject): void {
  patch.push(opcodes.copy)
  for (const [position, key] of Object.keys(before).sort().entries()) {
    const [old, now] = [before[key], Object.hasOwn(after, key) ? after[key] : undefined]
    if (now === undefined) patch.push(opcodes.objectDeleteField, position)
    else if (old !== undefined && !sameJson(old, now)) {
      patch.push(opcodes.pushField, position)
      writeValue(patch, old, now)
      patch.push(opcodes.returnIntoObjectSameKeyPop)
    }
  }
  for (const [key, now] of Object.entries(after)) {
    if (!Object.hasOwn(before, key)) patch.push(opcodes.objectSetFieldValue, now, key)
  }
}

/** Rebuilds the array from slices of the old one, edited members and new members. */
function writeArray(patch: unknown[], before: JsonValue[], after: JsonValue[]): void {
  if (before.length === 0 || after.length === 0) {
    patch.push(opcodes.value, after)
    return
  }
  patch.push(opcodes.blank)
  const find = memberFinder(before)
  for (let position = 0; position < after.length; position += 1) {
    const member = after[position]
    if (member === undefined) continue
    const origin = find(member, position)
    const old = origin === undefined ? undefined : before[origin]
    if (origin === undefined || old === undefined) patch.push(opcodes.arrayAppendValue, member)
    else if (sameJson(old, member)) {
      const length = sameRun(before, after, origin, position)
      patch.push(opcodes.arrayAppendSlice, origin, origin + length)
      position += length - 1
    } else {
      patch.push(opcodes.pushElement, origin)
      writeValue(patch, old, member)
      patch.push(opcodes.returnIntoArrayPop)
    }
  }
}

/** How many members from `origin` in the old array equal those from `position` in the new one. */
function sameRun(before: JsonValue[], after: JsonValue[], origin: number, position: number): number {
  let length = 1
  for (;;) {
    const [old, now] = [before[origin + length], after[position + length]]
    if (old === undefined || now === undefined || !sameJson(old, now)) return length
    length += 1
  }
}

type FindMember = (member: JsonValue, position: number) => number | undefined

/** Finds where a member was before: by its `_key`, else at the same place, else anywhere if it is unchanged. */
function memberFinder(before: JsonValue[]): FindMember {
  const byKey = new Map<JsonValue, number>()
  for (const [position, member] of before.entries()) {
    if (isJsonObject(member) && member._key !== undefined) byKey.set(member._key, position)
  }
  let places: Map<string, number> | undefined
  return (member, position) => {
    if (isJsonObject(member) && member._key !== undefined) return byKey.get(member._key)
    const old = before[position]
    if (old !== undefined && sameJson(old, member)) return position
    places ??= firstPlaces(before)
    return places.get(JSON.stringify(member))
  }
}

/** Where each member is first. Comparing every new member with every old one would take hours for long arrays. */
function firstPlaces(members: JsonValue[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const [position, member] of members.entries()) {
    const json = JSON.stringify(member)
    if (!places.has(json)) places.set(json, position)
  }
  return places
}
