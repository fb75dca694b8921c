import type {SQLInputValue, SQLOutputValue} from 'node:sqlite'
import {constants, zstdCompressSync, zstdDecompressSync} from 'node:zlib'

/** Shorter texts are stored unpacked. */
const SHORTEST_PACKED = 256
/** Window size: minimum length of a match. */
const WINDOW = 32
/** Maximum number of indexed windows of a source, evenly spaced: indexing every byte is too slow. */
const MAX_WINDOWS = 1 << 15
/** Bytes compared at once while extending a match. */
const STRIDE = 64 * 1024
const MULTIPLIER = 0x01000193
/** `MULTIPLIER` to the power of `WINDOW`: the weight of the byte that leaves the window. */
const LEAVING = Array.from({length: WINDOW}).reduce((power: number) => Math.imul(power, MULTIPLIER), 1)

/** The first byte of a packed text. */
const ALONE = 1
const DELTA = 2
const COMPRESSED_DELTA = 3

/** Fast rather than small: commits wait for it. */
const QUICK = {params: {[constants.ZSTD_c_compressionLevel]: 1}}

/**
 * Packs a text for storage: as a delta to a source that is known when reading, else compressed. Short texts stay as
 * they are.
 */
export function packText(text: string, source?: Buffer): string | Uint8Array<ArrayBuffer> {
  if (text.length < SHORTEST_PACKED) return text
  const target = Buffer.from(text)
  if (source) {
    const delta = encodeDelta(source, target)
    if (delta && delta.length < SHORTEST_PACKED) return tagged(DELTA, delta)
    if (delta) return tagged(COMPRESSED_DELTA, zstdCompressSync(delta, QUICK))
  }
  return tagged(ALONE, zstdCompressSync(target, QUICK))
}

/** Returns whether unpacking needs the source. */
export const needsSource = (packed: SQLInputValue): boolean => packed instanceof Uint8Array && packed[0] !== ALONE

/** Unpacks a text to UTF-8. Reads `source` only if needed. */
export function unpackText(packed: SQLOutputValue, source: () => Buffer): Buffer {
  if (typeof packed === 'string') return Buffer.from(packed)
  if (!(packed instanceof Uint8Array)) throw new Error('A stored text is neither text nor packed')
  const content = packed.subarray(1)
  if (packed[0] === ALONE) return zstdDecompressSync(content)
  return applyDelta(source(), packed[0] === COMPRESSED_DELTA ? zstdDecompressSync(content) : content)
}

const tagged = (tag: number, content: Uint8Array): Uint8Array<ArrayBuffer> => Buffer.concat([Buffer.of(tag), content])

/**
 * A delta: pairs of a literal (length, bytes) and a copy from the source (offset, length). Undefined if more than half
 * is literal.
 */
function encodeDelta(source: Buffer, target: Buffer): Buffer | undefined {
  const find = indexWindows(source)
  const parts: Buffer[] = []
  let written = 0
  let position = 0
  let own = 0
  const copy = (from: number, start: number): void => {
    let [begin, origin] = [start, from]
    while (begin > written && origin > 0 && target[begin - 1] === source[origin - 1]) {
      begin -= 1
      origin -= 1
    }
    const end = start + sameLength(source, from, target, start)
    own += begin - written
    parts.push(varint(begin - written), target.subarray(written, begin), varint(origin), varint(end - begin))
    written = end
    position = end
  }
  const start = sameLength(source, 0, target, 0)
  if (start > 0) copy(0, 0)
  let hash = hashAt(target, position)
  while (position + WINDOW <= target.length) {
    if (own + position - written > target.length / 2) return undefined
    const from = find(hash, target, position)
    if (from === undefined) {
      hash = roll(hash, target[position] ?? 0, target[position + WINDOW] ?? 0)
      position += 1
    } else {
      copy(from, position)
      hash = hashAt(target, position)
    }
  }
  if (own + target.length - written > target.length / 2) return undefined
  parts.push(varint(target.length - written), target.subarray(written), varint(0), varint(0))
  return Buffer.concat(parts)
}

function applyDelta(source: Buffer, delta: Uint8Array): Buffer {
  const parts: Uint8Array[] = []
  let position = 0
  const number = (): number => {
    let value = 0
    for (let weight = 1; ; weight *= 128) {
      const byte = delta[position] ?? 0
      position += 1
      value += (byte & 127) * weight
      if (byte < 128) return value
    }
  }
  while (position < delta.length) {
    const own = number()
    parts.push(delta.subarray(position, position + own))
    position += own
    const from = number()
    parts.push(source.subarray(from, from + number()))
  }
  return Buffer.concat(parts)
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}

function hashAt(bytes: Buffer, start: number): number {
  let hash = 0
  for (let index = start; index < start + WINDOW && index < bytes.length; index += 1) {
    hash = (Math.imul(hash, MULTIPLIER) + (bytes[index] ?? 0)) | 0
  }
  return hash
}

const roll = (hash: number, leaving: number, entering: number): number =>
  (Math.imul(hash, MULTIPLIER) + entering - Math.imul(leaving, LEAVING)) | 0

type FindWindow = (hash: number, target: Buffer, position: number) => number | undefined

/** Finds the bytes at a position of the target in the source. */
function indexWindows(source: Buffer): FindWindow {
  const step = Math.max(WINDOW, Math.ceil(source.length / MAX_WINDOWS))
  const bits = Math.max(4, Math.ceil(Math.log2((source.length + 1) / step)) + 2)
  // A hash table of window offsets plus one; collisions overwrite.
  const starts = new Int32Array(2 ** bits)
  const placeOf = (hash: number) => Math.imul(hash, 0x9e3779b1) >>> (32 - bits)
  for (let start = 0; start + WINDOW <= source.length; start += step) starts[placeOf(hashAt(source, start))] = start + 1
  return (hash, target, position) => {
    const start = (starts[placeOf(hash)] ?? 0) - 1
    if (start < 0 || target[position] !== source[start]) return undefined
    const isSame = target.compare(source, start, start + WINDOW, position, position + WINDOW) === 0
    return isSame ? start : undefined
  }
}

/** Length of the common run of two texts. */
function sameLength(a: Buffer, fromA: number, b: Buffer, fromB: number): number {
  const longest = Math.min(a.length - fromA, b.length - fromB)
  let length = 0
  while (
    length + STRIDE <= longest &&
    a.compare(b, fromB + length, fromB + length + STRIDE, fromA + length, fromA + length + STRIDE) === 0
  )
    length += STRIDE
  while (length < longest && a[fromA + length] === b[fromB + length]) length += 1
  return length
}
