import {brotliCompressSync, constants} from 'node:zlib'

/**
 * Bytes after compression as a server that prepares its files does it. That is slow: where a quick compression already
 * keeps to the budget, its result is enough, and is returned.
 */
export function brotliSize(bodies: readonly Buffer[], budget = 0): number {
  const quick = compress(bodies, 5)
  return quick <= budget ? quick : compress(bodies, constants.BROTLI_MAX_QUALITY)
}

function compress(bodies: readonly Buffer[], quality: number): number {
  const sizes = bodies.map((body) => brotliCompressSync(body, {params: {[constants.BROTLI_PARAM_QUALITY]: quality}}))
  return sizes.reduce((total, {length}) => total + length, 0)
}
