import {chunkTimeout, reloadGuard} from '../lib/constants.ts'

const key = 'reloaded-at'

/**
 * Loads a chunk. Rejects if it fails to load, or takes longer than the chunk timeout, and the page does not reload
 * because of it. Once its page is left, which `left` tells, a failure must not reload the next one: it never settles.
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>, left?: AbortSignal): Promise<Chunk> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The chunk took too long to load')), chunkTimeout)
  })
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    if (left?.aborted || reloadForChunk()) return await new Promise(() => {})
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Reloads after a chunk failed to load, unless offline or just tried. Returns whether it reloads. */
export function reloadForChunk(load = () => window.location.reload()): boolean {
  // Offline, a reload would take away even what can still be read.
  return navigator.onLine && reloadGuarded(load, () => window.sessionStorage, Date.now())
}

/**
 * Loads at most once within the guard's time, so that a missing chunk cannot cause a reload loop; never where the time
 * cannot be stored. Returns whether it loads.
 */
export function reloadGuarded(load: () => void, storage: () => Storage, now: number): boolean {
  try {
    const last = Number(storage().getItem(key) ?? Number.NEGATIVE_INFINITY)
    // A clock that was set back must not block it for longer.
    if (Math.abs(now - last) < reloadGuard) return false
    storage().setItem(key, String(now))
  } catch {
    return false
  }
  load()
  return true
}

/** Returns whether an error is the one that browsers throw for a chunk that failed to load. */
export function isChunkError(error: unknown): boolean {
  return error instanceof Error && (error.name === 'ChunkLoadError' || /failed to load chunk/i.test(error.message))
}
