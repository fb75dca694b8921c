'use client'

import {useEffect, useState} from 'react'
import {onlineNoticeDuration} from '@/lib/constants'
import styles from './Notice.module.css'
import {Notices} from './Notices'

type Connection = 'online' | 'offline' | 'back'

/** Tells the visitor when the connection is lost and, for a moment, when it is back. */
export function OnlineNotice({offline, online}: {offline: string; online: string}) {
  const [connection, setConnection] = useState<Connection>('online')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const lose = () => {
      clearTimeout(timer)
      setConnection('offline')
    }
    const regain = () => {
      setConnection('back')
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
      {connection !== 'online' && <p className={styles.notice}>{connection === 'offline' ? offline : online}</p>}
    </Notices>
  )
}
