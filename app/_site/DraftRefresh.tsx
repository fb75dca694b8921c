'use client'

import {useRouter} from 'next/navigation'
import {useEffect} from 'react'
import {followEvents} from './followEvents'

/** Renders the page anew whenever content changes: half a second from keystroke to page, without a reload. */
export function DraftRefresh({events}: {events: string}) {
  const router = useRouter()
  useEffect(() => followEvents(events, () => router.refresh()), [events, router])
  return null
}
