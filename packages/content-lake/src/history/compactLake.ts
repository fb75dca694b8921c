import {setImmediate as nextTick} from 'node:timers/promises'
import type {CompactionResult, Lake} from '../types.ts'
import {compactHistory} from './compactHistory.ts'

const HOUR_MS = 3_600_000

interface CompactionOptions {
  /** Looks at the whole history and writes the file anew. */
  thorough?: boolean
  /** Ends it before its time. */
  signal?: AbortSignal
}

/** Merges what is older than the lake's options say, in steps between which everything else goes on. */
export async function compactLake(
  {database, options}: Pick<Lake, 'database' | 'options'>,
  {thorough = false, signal}: CompactionOptions,
): Promise<CompactionResult> {
  const age = options.compactAfterHours * HOUR_MS
  if (!Number.isFinite(age)) return {merged: 0}
  const pause = async () => {
    await nextTick()
    return !signal?.aborted
  }
  const before = new Date(Math.max(0, Date.now() - age))
  const merged = await compactHistory(database, {before, whole: thorough, pause})
  // From then on, freed space can be given back bit by bit, also in a file from before that was possible.
  if (thorough && !signal?.aborted) database.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM')
  return {merged}
}

const DAY_MS = 24 * 3_600_000

interface Compaction {
  compact(options?: {thorough?: boolean}): Promise<CompactionResult>
  close(): Promise<void>
}

/** Compacts the history now and once a day, and whenever it is asked to: one after the other. */
export function startCompaction(lake: Pick<Lake, 'database' | 'options'>): Compaction {
  const closing = new AbortController()
  let running: Promise<unknown> = Promise.resolve()

  function enqueue(thorough: boolean): Promise<CompactionResult> {
    const result = running.then(() => {
      if (closing.signal.aborted) return {merged: 0}
      return compactLake(lake, {thorough, signal: closing.signal})
    })
    running = result.catch(() => {})
    return result
  }

  function compactInBackground(): void {
    enqueue(false).catch((error) => lake.options.log(`The history could not be compacted: ${String(error)}`))
  }

  compactInBackground()
  const daily = setInterval(compactInBackground, DAY_MS)
  daily.unref()
  return {
    compact: ({thorough = false} = {}) => enqueue(thorough),
    async close() {
      clearInterval(daily)
      closing.abort()
      await running
    },
  }
}
