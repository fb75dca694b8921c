'use client'

import {lazy, Suspense} from 'react'
import type {DraftBlocksProps} from './DraftBlocks'
import type {DraftOverlayProps} from './DraftOverlay'
import type {PreviewNoticeProps} from './PreviewNotice'

// Chunks of their own: every page's layout loads this module, visitors never load these.
const DraftOverlay = lazy(() => import('./DraftOverlay').then(({DraftOverlay}) => ({default: DraftOverlay})))
const LazyDraftBlocks = lazy(() => import('./DraftBlocks').then(({DraftBlocks}) => ({default: DraftBlocks})))
const PreviewNotice = lazy(() => import('./PreviewNotice').then(({PreviewNotice}) => ({default: PreviewNotice})))

/** Visual editing, live refresh and the exit from draft mode, loaded only where they are rendered. */
export function DraftTools(props: DraftOverlayProps) {
  return (
    <Suspense fallback={null}>
      <DraftOverlay {...props} />
    </Suspense>
  )
}

/** The tools of a guest, who opened a preview link: no editing, no refresh. */
export function GuestTools(props: PreviewNoticeProps) {
  return (
    <Suspense fallback={null}>
      <PreviewNotice {...props} />
    </Suspense>
  )
}

/** The blocks of a page that can be edited where they are. */
export function DraftBlocks(props: DraftBlocksProps) {
  return (
    <Suspense fallback={null}>
      <LazyDraftBlocks {...props} />
    </Suspense>
  )
}
