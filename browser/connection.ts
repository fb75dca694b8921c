import {onlineNoticeDuration} from '../lib/constants.ts'
import {isStalled, onPage, onStall, retryNavigation} from './followLinks.ts'
import {onNoticeButton, showNotice} from './notices.ts'

/**
 * Shows when the connection is lost and, for a moment, when it is back, from browser events; and a navigation that waits
 * for it, with a retry.
 */
export function showConnection(): void {
  let connection: 'offline' | 'online' | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const update = () => showNotice('connection', isStalled() ? 'waiting' : connection)
  const lose = () => {
    clearTimeout(timer)
    connection = 'offline'
    update()
  }
  const regain = () => {
    if (connection !== 'offline') return
    connection = 'online'
    timer = setTimeout(() => {
      connection = undefined
      update()
    }, onlineNoticeDuration)
    update()
  }
  addEventListener('offline', lose)
  addEventListener('online', regain)
  onStall(update)
  onPage(update)
  onNoticeButton('connection', retryNavigation)
  if (!navigator.onLine) lose()
}
