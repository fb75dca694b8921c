import {setImmediate as nextTick} from 'node:timers/promises'
import PQueue from 'p-queue'
import type {Work} from '../documents/work.ts'
import type {Lake} from '../Lake.ts'
import type {CompactionResult} from '../types.ts'
import {compactHistory} from './compactHistory.ts'

const HOUR_MS = 3_600_000

interface CompactionOptions {
  thorough?: boolean
  signal?: AbortSignal
}

/** Merges edits older than the configured age, yielding between steps. */
export async function compactLake(
  {datasets, options}: Pick<Lake, 'datasets' | 'options'>,
  {thorough = false, signal}: CompactionOptions,
): Promise<CompactionResult> {
  const age = options.compactAfterHours * HOUR_MS
  if (!Number.isFinite(age)) return {merged: 0}
  const before = new Date(Math.max(0, Date.now() - age))
  let merged = 0
  for (const {database, historyInTurn} of datasets()) {
    if (signal?.aborted) break
    const inTurn = async (step: () => void) => {
      await nextTick()
      const run = function* (): Work {
        if (!signal?.aborted) step()
        yield
      }
      await historyInTurn(run, () => {})
      return !signal?.aborted
    }
    merged += await compactHistory(database, {before, whole: thorough, inTurn})
    // Enables incremental vacuum, also for older files.
    if (thorough && !signal?.aborted) database.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM')
  }
  return {merged}
}

const DAY_MS = 24 * 3_600_000

interface Compaction {
  compact(options?: {thorough?: boolean}): Promise<CompactionResult>
  close(): Promise<void>
}

/** Compacts now, daily and on demand, one run at a time. */
export function startCompaction(lake: Pick<Lake, 'datasets' | 'options' | 'log'>): Compaction {
  const closing = new AbortController()
  const runs = new PQueue({concurrency: 1})
  const compact = ({thorough = false} = {}): Promise<CompactionResult> =>
    runs.add(async () => (closing.signal.aborted ? {merged: 0} : compactLake(lake, {thorough, signal: closing.signal})))
  const compactInBackground = (): void => {
    compact().catch((error) => lake.log.problem(`The history could not be compacted: ${String(error)}`))
  }
  compactInBackground()
  const daily = setInterval(compactInBackground, DAY_MS)
  daily.unref()
  return {
    compact,
    async close() {
      clearInterval(daily)
      closing.abort()
      await runs.onIdle()
    },
  }
}
