import {minimumPending} from '../lib/constants.ts'

export interface FetchState<Data> {
  /** The last successful result; an error does not clear it. */
  data: Data | undefined
  /** A request is pending; once true, it stays so for the minimum time. */
  pending: boolean
  error: unknown
  /** When `data` was fetched, in milliseconds. */
  timestamp: number | undefined
}

const initial = {data: undefined, pending: false, error: undefined, timestamp: undefined}

/** State of a fetch that a press begins, without React and without a cache. Calls `changed` after every change. */
export function createFetchState<Data>(fetcher: () => Promise<Data>, changed: () => void) {
  let state: FetchState<Data> = initial
  let current = 0
  const set = (next: Partial<FetchState<Data>>) => {
    state = {...state, ...next}
    changed()
  }
  return {
    state: () => state,
    /** Fetches, unless a request is pending. */
    async fetch(): Promise<void> {
      if (state.pending) return
      current += 1
      const own = current
      set({pending: true})
      const seen = new Promise((resolve) => setTimeout(resolve, minimumPending))
      const result = await fetcher().then(
        (data) => ({data, error: undefined, timestamp: Date.now()}),
        (error: unknown) => ({error: error ?? new Error('The request failed')}),
      )
      if (own !== current) return
      set(result)
      await seen
      if (own === current) set({pending: false})
    },
    /** Back to the beginning; the result of a pending request is ignored. */
    reset(): void {
      current += 1
      state = initial
      changed()
    },
  }
}
