import {reloadGuard} from '../lib/constants.ts'

const key = 'reloaded-at'

/**
 * Loads a page whole, in the hope that its code comes this time; at most once within the guard's time, so that code
 * which never comes cannot make a loop. Says whether it does. Without a memory for the last time it never does.
 */
export function reloadGuarded(load: () => void, storage: () => Storage, now: number): boolean {
  try {
    const last = Number(storage().getItem(key) ?? Number.NEGATIVE_INFINITY)
    if (now - last < reloadGuard) return false
    storage().setItem(key, String(now))
  } catch {
    return false
  }
  load()
  return true
}

/** Is this what a browser throws when a piece of page code did not load? */
export function isChunkError(error: unknown): boolean {
  return error instanceof Error && (error.name === 'ChunkLoadError' || /failed to load chunk/i.test(error.message))
}
