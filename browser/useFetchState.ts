import useSWR, {type SWRConfiguration} from 'swr'
import {usePending} from './usePending.ts'

export interface FetchState<Data> {
  /** The last that was fetched well; an error does not take it away. */
  data: Data | undefined
  /** A request is under way; once true it stays so long enough to be seen. */
  pending: boolean
  error: unknown
  /** When `data` was fetched, in milliseconds. */
  timestamp: number | undefined
  /** Fetches anew, at the visitor's wish. */
  retry: () => void
}

/** Fetches in the browser and keeps what was fetched fresh, as SWR does. A missing key fetches nothing. */
export function useFetchState<Data>(
  key: string | null,
  fetcher: () => Promise<Data>,
  options: Pick<SWRConfiguration, 'refreshInterval' | 'revalidateOnMount' | 'shouldRetryOnError'> = {},
): FetchState<Data> {
  const fetchNow = async () => ({value: await fetcher(), timestamp: Date.now()})
  const {data, error, isValidating, mutate} = useSWR<{value: Data; timestamp: number}, unknown>(key, fetchNow, options)
  return {
    data: data?.value,
    pending: usePending(isValidating),
    error,
    timestamp: data?.timestamp,
    // What goes wrong is in `error`.
    retry: () => void mutate().catch(() => undefined),
  }
}
