'use client'

import {lazy, Suspense} from 'react'
import type {DraftOverlayProps} from './DraftOverlay'

// A chunk of its own: every page's layout loads this module, visitors never load the overlay.
const DraftOverlay = lazy(() => import('./DraftOverlay').then(({DraftOverlay}) => ({default: DraftOverlay})))

/** Visual editing, live refresh and the exit from draft mode, loaded only where they are rendered. */
export function DraftTools(props: DraftOverlayProps) {
  return (
    <Suspense fallback={null}>
      <DraftOverlay {...props} />
    </Suspense>
  )
}
