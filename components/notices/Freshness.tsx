'use client'

import {type ComponentType, lazy, Suspense, useSyncExternalStore} from 'react'
import {isIdle, subscribeToIdle} from '@/browser/idle'
import type {FreshnessProps} from './FreshnessWatch'

// It can wait until the page has loaded, and a page whose watch does not load is still a page.
const FreshnessWatch = lazy(
  (): Promise<{default: ComponentType<FreshnessProps>}> =>
    import('./FreshnessWatch').then(
      ({FreshnessWatch}) => ({default: FreshnessWatch}),
      () => ({default: () => null}),
    ),
)

const never = () => false

/** Watches, once the browser is idle, whether the page that is being read has changed. */
export function Freshness(props: FreshnessProps) {
  const idle = useSyncExternalStore(subscribeToIdle, isIdle, never)
  return idle ? (
    <Suspense fallback={null}>
      <FreshnessWatch {...props} />
    </Suspense>
  ) : null
}
