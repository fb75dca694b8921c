'use client'

import {usePathname} from 'next/navigation'
import {useLayoutEffect, useSyncExternalStore} from 'react'
import {arrive, bar} from '@/browser/navigation'

/** The page-load bar along the top edge. Screen readers hear the new page's title instead. */
export function ProgressBar() {
  const path = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path means that its page is in place
  useLayoutEffect(arrive, [path])
  const {shown, failed, percent} = useSyncExternalStore(bar.subscribe, bar.current, bar.current)
  return (
    <div
      className="progress-bar"
      aria-hidden="true"
      data-progress={shown ? (failed ? 'failed' : 'loading') : 'hidden'}
      style={shown ? {transform: `scaleX(${percent / 100})`} : undefined}
    />
  )
}
