import {opcodes} from './opcodes.ts'

/** Below this many characters a literal is shorter than a patch that reuses parts. */
const SHORTEST_PATCHED = 8

/**
 * Encodes a changed string as its common start, what is new, and its common end, so that the Studio attributes only
 * the new characters to this edit. Offsets count UTF-8 bytes. The end is always sliced up to the string's last byte:
 * the published decoder resolves other ends wrongly after characters outside ASCII.
 */
export function stringPatch(before: string, after: string): unknown[] {
  const [old, now] = [Array.from(before), Array.from(after)]
  if (old.length < SHORTEST_PATCHED) return [opcodes.value, after]
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && old[start] === now[start]) start += 1
  let end = 0
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  if (start + end === 0) return [opcodes.value, after]

  const total = bytes(old)
  const patch: unknown[] = [opcodes.blank]
  const inserted = now.slice(start, now.length - end).join('')
  if (start > 0) patch.push(opcodes.stringAppendSlice, 0, bytes(old.slice(0, start)))
  if (inserted) patch.push(opcodes.stringAppendString, inserted)
  if (end > 0) patch.push(opcodes.stringAppendSlice, total - bytes(old.slice(old.length - end)), total)
  return patch
}

function bytes(characters: string[]): number {
  return characters.reduce((sum, character) => sum + Buffer.byteLength(character), 0)
}
