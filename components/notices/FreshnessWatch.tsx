'use client'

import {useRouter} from 'next/navigation'
import {useSyncExternalStore, useTransition} from 'react'
import {isStalled, subscribeToStall} from '@/browser/navigation'
import {useFetchState, usePending} from '@/browser/useFetchState'
import {freshnessInterval} from '@/lib/constants'
import {Notices} from './Notices'

export interface FreshnessProps {
  /** The URL of the page's payload. */
  payload: string
  /** The version of the rendered page. */
  version: string
  words: {changed: string; show: string; updating: string; failed: string; retry: string}
}

const options = {refreshInterval: freshnessInterval, revalidateOnMount: false, shouldRetryOnError: false}

/**
 * Revalidates the page's payload when the tab gets the focus, when the connection is back, and at an interval. New content
 * is offered, never forced on a reader, and renders in place. On an error the page stays as it is.
 */
export function FreshnessWatch({payload, version, words}: FreshnessProps) {
  const router = useRouter()
  const [refreshing, startRefresh] = useTransition()
  // The version is part of the key, so that a result fetched for an older page is not reused.
  const {data, pending, error, retry} = useFetchState(`${payload}#${version}`, () => fetchVersion(payload), options)
  const updating = usePending(refreshing)
  // A stalled navigation has its own notice, with the same cause.
  const stalled = useSyncExternalStore(subscribeToStall, isStalled, isStalled)
  const changed = data !== undefined && data !== version
  return (
    <Notices about="freshness">
      {changed ? (
        <p className="notice">
          {words.changed}
          <button type="button" disabled={updating} onClick={() => startRefresh(() => router.refresh())}>
            {updating ? words.updating : words.show}
          </button>
        </p>
      ) : (
        error !== undefined &&
        !stalled && (
          <p className="notice">
            {words.failed}
            <button type="button" disabled={pending} onClick={retry}>
              {words.retry}
            </button>
          </p>
        )
      )}
    </Notices>
  )
}

/** The version in a page's payload. Throws where there is none; the error carries the response's status. */
async function fetchVersion(payload: string): Promise<string> {
  const response = await fetch(payload, {cache: 'no-cache'})
  const body: unknown = response.ok ? await response.json() : undefined
  if (typeof body === 'object' && body !== null && 'version' in body && typeof body.version === 'string') {
    return body.version
  }
  throw Object.assign(new Error(`${payload} answered ${response.status}`), {status: response.status})
}
