import type {DatabaseSync} from 'node:sqlite'

/**
 * Timestamps of commits: each later than the one before, even within a millisecond or after the system's clock was
 * set back, so that comparing `_updatedAt` tells which revision is newer.
 */
export function createClock(database: DatabaseSync): () => string {
  const newest = database.prepare('SELECT max(timestamp) AS timestamp FROM transactions').get()?.timestamp
  let last = typeof newest === 'string' ? Date.parse(newest) : 0
  return () => {
    last = Math.max(Date.now(), last + 1)
    return new Date(last).toISOString()
  }
}
