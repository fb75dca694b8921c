import type {WebSocket} from 'ws'

const PING_MS = 30_000

/** Ends a socket whose other side no longer answers, so that nothing is held for it. */
export function keepAlive(socket: WebSocket): void {
  let answered = true
  const timer = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }, PING_MS)
  timer.unref()
  socket.on('pong', () => {
    answered = true
  })
  socket.on('close', () => clearInterval(timer))
}
