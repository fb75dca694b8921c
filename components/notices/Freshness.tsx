'use client'

import {type ComponentType, lazy, Suspense, useSyncExternalStore} from 'react'
import {isIdle, subscribeToIdle} from '@/browser/idle'
import type {FreshnessProps} from './FreshnessWatch'

// Not urgent, and optional: a chunk that fails to load renders nothing.
const FreshnessWatch = lazy(
  (): Promise<{default: ComponentType<FreshnessProps>}> =>
    import('./FreshnessWatch').then(
      ({FreshnessWatch}) => ({default: FreshnessWatch}),
      () => ({default: () => null}),
    ),
)

const never = () => false

/** Loads `FreshnessWatch` once the browser is idle. */
export function Freshness(props: FreshnessProps) {
  const idle = useSyncExternalStore(subscribeToIdle, isIdle, never)
  return idle ? (
    <Suspense fallback={null}>
      <FreshnessWatch {...props} />
    </Suspense>
  ) : null
}
