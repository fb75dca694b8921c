'use client'

import {VisualEditing} from 'next-sanity/visual-editing'
import type {ComponentProps} from 'react'
import {basePath} from '@/lib/constants'
import {DraftNotice} from './DraftNotice'
import {DraftRefresh} from './DraftRefresh'

export type DraftOverlayProps = ComponentProps<typeof DraftNotice> & ComponentProps<typeof DraftRefresh>

/** Click-to-edit, the page following each keystroke, and what says that this is a draft. */
export function DraftOverlay({events, ...notice}: DraftOverlayProps) {
  return (
    <>
      <VisualEditing basePath={basePath} />
      <DraftRefresh events={events} />
      <DraftNotice {...notice} />
    </>
  )
}
