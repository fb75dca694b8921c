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
 * Shows when the connection is lost and, for a moment, when it is back, from browser events; and a navigation that
 * waits for it, from failed requests, with a retry.
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
      // A manual retry dispatches this event, too.
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
