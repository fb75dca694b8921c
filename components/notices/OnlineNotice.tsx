'use client'

import {useOffline} from 'next/offline'
import {useEffect, useState, useSyncExternalStore} from 'react'
import {isStalled, retryNavigation, setOffline, subscribeToStall} from '@/browser/navigation'
import {onlineNoticeDuration} from '@/lib/constants'
import {Notices} from './Notices'

interface OnlineNoticeProps {
  words: {offline: string; online: string; waiting: string; retry: string}
}

type Connection = 'online' | 'offline' | 'back'

const never = () => false

/**
 * Tells the visitor when the connection is lost and, for a moment, when it is back; and of a page that waits for it, with
 * a way to try again. Events of the browser tell of the former, requests that fail of the latter.
 */
export function OnlineNotice({words}: OnlineNoticeProps) {
  const [connection, setConnection] = useState<Connection>('online')
  const unreachable = useOffline()
  const stalled = useSyncExternalStore(subscribeToStall, isStalled, never)
  useEffect(() => setOffline(unreachable), [unreachable])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const lose = () => {
      clearTimeout(timer)
      setConnection('offline')
    }
    const regain = () => {
      // Another try at the visitor's wish looks like this event, too.
      if (!navigator.onLine) return
      setConnection((before) => (before === 'online' ? before : 'back'))
      timer = setTimeout(() => setConnection('online'), onlineNoticeDuration)
    }
    if (!navigator.onLine) lose()
    window.addEventListener('offline', lose)
    window.addEventListener('online', regain)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('offline', lose)
      window.removeEventListener('online', regain)
    }
  }, [])
  return (
    <Notices about="connection">
      {stalled ? (
        <p className="notice">
          {words.waiting}
          <button type="button" onClick={retryNavigation}>
            {words.retry}
          </button>
        </p>
      ) : (
        connection !== 'online' && <p className="notice">{connection === 'offline' ? words.offline : words.online}</p>
      )}
    </Notices>
  )
}
