import {useEffect, useRef, useState} from 'react'
import useSWR, {type SWRConfiguration} from 'swr'
import {minimumPending} from '../lib/constants.ts'

interface FetchState<Data> {
  /** The last successful result; an error does not clear it. */
  data: Data | undefined
  /** A request is pending; once true, it stays so for the minimum time. */
  pending: boolean
  error: unknown
  /** When `data` was fetched, in milliseconds. */
  timestamp: number | undefined
  /** Fetches again, on the visitor's request. */
  retry: () => void
}

/** Fetches and revalidates with SWR. A null key fetches nothing. */
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
    // A rejection is already in `error`.
    retry: () => void mutate().catch(() => undefined),
  }
}

/** Follows `active`, but stays true for a minimum time, so that nothing flickers. */
export function usePending(active: boolean): boolean {
  const [pending, setPending] = useState(active)
  const since = useRef(0)
  useEffect(() => {
    if (active) {
      since.current = performance.now()
      setPending(true)
      return
    }
    const rest = Math.max(0, since.current + minimumPending - performance.now())
    const timer = setTimeout(() => setPending(false), rest)
    return () => clearTimeout(timer)
  }, [active])
  return pending
}
