import type {WebSocket} from 'ws'
import {MAX_WAITING_BYTES} from './eventStream.ts'

/** Sends within the buffer limit (bytes). A tab that does not read loses its socket with all streams, and reconnects when it resumes. */
export function sendText(socket: WebSocket, text: string, maxWaiting: number = MAX_WAITING_BYTES): void {
  if (socket.bufferedAmount > maxWaiting) socket.terminate()
  else socket.send(text)
}
