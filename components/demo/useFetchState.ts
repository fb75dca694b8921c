import {useEffect, useRef, useState} from 'react'
import useSWR from 'swr'
import type {FetchState} from '@/browser/fetchState'
import {minimumPending} from '@/lib/constants'

/** Fetches and revalidates with SWR. A null key fetches nothing. `retry` fetches again, on the visitor's request. */
export function useFetchState<Data>(
  key: string | null,
  fetcher: () => Promise<Data>,
): FetchState<Data> & {retry: () => void} {
  const fetchNow = async () => ({value: await fetcher(), timestamp: Date.now()})
  const {data, error, isValidating, mutate} = useSWR<{value: Data; timestamp: number}, unknown>(key, fetchNow)
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
