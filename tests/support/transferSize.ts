import {brotliCompressSync, constants} from 'node:zlib'

/**
 * Returns the size in bytes after Brotli at its highest level, as for precompressed files. Returns the size at a faster
 * level if that is already within the budget.
 */
export function brotliSize(bodies: readonly Buffer[], budget = 0): number {
  const quick = compress(bodies, 5)
  return quick <= budget ? quick : compress(bodies, constants.BROTLI_MAX_QUALITY)
}

function compress(bodies: readonly Buffer[], quality: number): number {
  const sizes = bodies.map((body) => brotliCompressSync(body, {params: {[constants.BROTLI_PARAM_QUALITY]: quality}}))
  return sizes.reduce((total, {length}) => total + length, 0)
}
