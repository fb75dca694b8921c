import {connect, createServer} from 'node:net'
import {onTestFinished} from 'vitest'
import {listenLocally} from './listenLocally.ts'

export interface Relay {
  url: string
  leadTo(url: string): void
}

/** One address for a lake that is restarted on ever other ports: passes bytes on, and cuts off with it. */
export async function openRelay(target?: string): Promise<Relay> {
  let port = 0
  const leadTo = (url: string) => {
    port = Number(new URL(url).port)
  }
  if (target) leadTo(target)
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1')
    const end = () => {
      incoming.destroy()
      outgoing.destroy()
    }
    for (const socket of [incoming, outgoing]) socket.on('error', end).on('close', end)
    incoming.pipe(outgoing).pipe(incoming)
    onTestFinished(end)
  })
  const relayPort = await listenLocally(server)
  onTestFinished(() => {
    server.close()
  })
  return {url: `http://localhost:${relayPort}`, leadTo}
}
