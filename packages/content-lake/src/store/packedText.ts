import type {SQLInputValue, SQLOutputValue} from 'node:sqlite'
import {constants, zstdCompressSync, zstdDecompressSync} from 'node:zlib'

/** Shorter texts are stored unpacked. */
const SHORTEST_PACKED = 256

/** The first byte of a packed text. */
const ALONE = 1
/** Written by lakes up to schema 8. */
const DELTA = 2
const COMPRESSED_DELTA = 3
const WITH_SOURCE = 4

/** Fast rather than small: commits wait for it. */
const params = {[constants.ZSTD_c_compressionLevel]: 1}
/** Finds what a long text has in common with a source of the same length. zstd takes less memory for less text. */
const paramsWithSource = {...params, [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_hashLog]: 20}

/** Packs a text for storage, by what it has in common with a source that is known when reading. Short texts stay as they are. */
export function packText(text: string, source?: Buffer): string | Uint8Array<ArrayBuffer> {
  if (text.length < SHORTEST_PACKED) return text
  if (!source) return Buffer.concat([Buffer.of(ALONE), zstdCompressSync(text, {params})])
  const packed = zstdCompressSync(text, {params: paramsWithSource, dictionary: source})
  return Buffer.concat([Buffer.of(WITH_SOURCE), packed])
}

/** Returns whether unpacking needs the source. */
export const needsSource = (packed: SQLInputValue): boolean => packed instanceof Uint8Array && packed[0] !== ALONE

/** Unpacks a text to UTF-8. Reads `source` only if needed. */
export function unpackText(packed: SQLOutputValue, source: () => Buffer): Buffer {
  if (typeof packed === 'string') return Buffer.from(packed)
  if (!(packed instanceof Uint8Array)) throw new Error('A stored text is neither text nor packed')
  const content = packed.subarray(1)
  switch (packed[0]) {
    case ALONE:
      return zstdDecompressSync(content)
    case DELTA:
      return applyDelta(source(), content)
    case COMPRESSED_DELTA:
      return applyDelta(source(), zstdDecompressSync(content))
    default:
      return zstdDecompressSync(content, {dictionary: source()})
  }
}

/** A delta: pairs of a literal (length, bytes) and a copy from the source (offset, length). */
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
