import {once} from 'node:events'
import {connect} from 'node:net'
import {Hono} from 'hono'
import {expect, onTestFinished, test} from 'vitest'
import {eventStream} from '../listen/eventStream.ts'
import type {LakeEnv} from './request.ts'
import {startServer} from './startServer.ts'

const MB = 1024 * 1024

/** Asks for a path and does not read the answer. Resolves when the server has ended the connection. */
async function askAndStopReading(path: string): Promise<void> {
  const app = new Hono<LakeEnv>()
  let asked = false
  app.use((_, next) => {
    asked = true
    return next()
  })
  app.get('/answer', (c) => c.body(new Uint8Array(64 * MB)))
  app.get('/events', () => {
    const stream = eventStream(128 * MB)
    for (let n = 0; n < 64; n += 1) stream.write(new Uint8Array(MB))
    return stream.response
  })
  const {server, url, close} = await startServer(app, '127.0.0.1', 0, {idleMs: 500})
  onTestFinished(close)
  // On a busy machine a connection may have been idle for too long before its request is read.
  while (!asked) {
    const connected = once(server, 'connection')
    const client = connect(Number(new URL(url).port), '127.0.0.1')
    client.on('error', () => {})
    onTestFinished(() => {
      client.destroy()
    })
    const [socket] = await connected
    client.pause()
    client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await once(socket, 'close')
    if (asked) expect(client.destroyed).toBe(false)
  }
}

test('a client that does not take its answer loses its connection', () => askAndStopReading('/answer'))
test('a client that does not take its events loses its connection', () => askAndStopReading('/events'))
