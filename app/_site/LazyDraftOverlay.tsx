'use client'

import {lazy, Suspense} from 'react'
import type {DraftOverlayProps} from './DraftOverlay'

// Visitors load the layout of every page, and never this.
const DraftOverlay = lazy(() => import('./DraftOverlay').then(({DraftOverlay}) => ({default: DraftOverlay})))

/** The tools of draft mode, as code of their own. */
export function LazyDraftOverlay(props: DraftOverlayProps) {
  return (
    <Suspense fallback={null}>
      <DraftOverlay {...props} />
    </Suspense>
  )
}
