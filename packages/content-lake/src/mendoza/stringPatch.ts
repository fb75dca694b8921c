import {opcodes} from './opcodes.ts'

/** Below this many characters a literal is shorter than a patch that reuses parts. */
const SHORTEST_PATCHED = 8

/**
 * Encodes a changed string as its common start, what is new, and its common end, so that the Studio attributes only
 * the new characters to this edit. Offsets count UTF-8 bytes. The end is always sliced up to the string's last byte:
 * the published decoder resolves other ends wrongly after characters outside ASCII.
 */
export function stringPatch(before: string, after: string): unknown[] {
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

/** Whether the two halves of a character beyond sixteen bits are on either side of a position. */
const splitsCharacter = (text: string, position: number): boolean =>
  isBetween(text.charCodeAt(position - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(position), 0xdc00, 0xdfff)

const isBetween = (code: number, low: number, high: number): boolean => code >= low && code <= high
