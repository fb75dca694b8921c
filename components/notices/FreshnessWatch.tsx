'use client'

import {useRouter} from 'next/navigation'
import {useSyncExternalStore, useTransition} from 'react'
import {fetchVersion} from '@/browser/fetchVersion'
import {isStalled, subscribeToStall} from '@/browser/navigation'
import {useFetchState} from '@/browser/useFetchState'
import {usePending} from '@/browser/usePending'
import {freshnessInterval} from '@/lib/constants'
import {Notices} from './Notices'

export interface FreshnessProps {
  /** The URL of the page's payload. */
  payload: string
  /** The version of what is shown. */
  version: string
  words: {changed: string; show: string; updating: string; failed: string; retry: string}
}

const options = {refreshInterval: freshnessInterval, revalidateOnMount: false, shouldRetryOnError: false}

/**
 * Looks at the page's payload when the visitor comes back to the tab, when the connection is back, and now and then.
 * New content is offered, never forced on a reader: it comes in place, where they are. What is shown stays on an error.
 */
export function FreshnessWatch({payload, version, words}: FreshnessProps) {
  const router = useRouter()
  const [refreshing, startRefresh] = useTransition()
  // The version is part of the key: what was fetched beside an older page says nothing of this one.
  const {data, pending, error, retry} = useFetchState(`${payload}#${version}`, () => fetchVersion(payload), options)
  const updating = usePending(refreshing)
  // A page that waits for the connection is told of already, and the same is the matter.
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
