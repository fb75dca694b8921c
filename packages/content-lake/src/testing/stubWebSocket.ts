import {onTestFinished, vi} from 'vitest'
import {WebSocket} from 'ws'
import {sessionCookie} from '../http/request.ts'
import type {StartedLake} from '../Lake.ts'

/** The headers that a browser with a session sends from one of the lake's own pages. */
export function browserHeaders(lake: Pick<StartedLake, 'url' | 'sessions'>): Record<string, string> {
  const [cookie = ''] = sessionCookie(lake.sessions.create(), lake).split(';')
  return {cookie, origin: lake.url}
}

/** Gives this process the `WebSocket` of a browser, with its cookies. Returns the sockets that were opened with it. */
export function stubWebSocket(headers: Record<string, string>): WebSocket[] {
  const opened: WebSocket[] = []
  class BrowserSocket extends WebSocket {
    constructor(url: string) {
      super(url, {headers})
      this.on('error', () => {})
      opened.push(this)
    }
  }
  vi.stubGlobal('WebSocket', BrowserSocket)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    for (const socket of opened) socket.terminate()
  })
  return opened
}
