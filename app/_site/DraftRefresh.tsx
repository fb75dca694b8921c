'use client'

import {useRouter} from 'next/navigation'
import {useEffect} from 'react'

/** Renders the page anew whenever content changes: half a second from keystroke to page, without a reload. */
export function DraftRefresh({events}: {events: string}) {
  const router = useRouter()
  useEffect(() => {
    const stream = new EventSource(events)
    const refresh = () => router.refresh()
    // `restart` says that events were missed.
    stream.addEventListener('message', refresh)
    stream.addEventListener('restart', refresh)
    return () => stream.close()
  }, [events, router])
  return null
}
