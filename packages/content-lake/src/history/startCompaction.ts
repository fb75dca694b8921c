import type {CompactionResult, Lake} from '../types.ts'
import {compactLake} from './compactLake.ts'

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
