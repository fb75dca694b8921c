import {Agent, createServer, get, type IncomingMessage, type ServerResponse} from 'node:http'
import {text} from 'node:stream/consumers'
import {afterEach, describe, expect, it} from 'vitest'
import {listen} from '../../tests/support/listen.ts'
import {drain} from './drain.ts'

/** Longer than any test: what waits for it does not happen. */
const never = 600_000
const agents: Agent[] = []
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy()
})

/** A server that answers `done`, or leaves the answer to the test at /held. */
async function serve() {
  const {promise: held, resolve: hold} = Promise.withResolvers<ServerResponse>()
  const server = createServer((request, response) => {
    if (request.url === '/held') hold(response)
    else response.end('done')
  })
  // As in production, where it is longer than the limit for draining.
  server.keepAliveTimeout = never
  const port = await listen(server)
  /** One connection, kept open between requests. */
  const agent = new Agent({keepAlive: true, maxSockets: 1})
  agents.push(agent)
  const ask = (path = '/') =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({host: '127.0.0.1', port, path, agent}, resolve).once('error', reject)
    })
  return {server, port, ask, held}
}

describe('a server that is drained', () => {
  it('answers a request on a kept connection, and asks the client to close it', async () => {
    const {server, ask} = await serve()
    const first = await ask()
    expect(await text(first)).toBe('done')
    expect(first.headers.connection).toBe('keep-alive')
    const drained = drain(server, {idle: never, cutOff: never})
    const second = await ask()
    expect(await text(second)).toBe('done')
    expect(second.headers.connection).toBe('close')
    await drained
  })

  it('takes no new connection', async () => {
    const {server, port} = await serve()
    await drain(server, {idle: never, cutOff: never})
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
  })

  it('closes kept connections that stay idle', async () => {
    const {server, ask} = await serve()
    await text(await ask())
    await drain(server, {idle: 0, cutOff: never})
  })

  it('finishes an answer under way, then closes its connection though the client would keep it', async () => {
    const {server, ask, held} = await serve()
    const asked = ask('/held')
    const response = await held
    response.write('first, ')
    const drained = drain(server, {idle: 0, cutOff: never})
    const answer = await asked
    response.end('last')
    expect(await text(answer)).toBe('first, last')
    await drained
  })

  it('cuts off a stream that does not end', async () => {
    const {server, ask, held} = await serve()
    const asked = ask('/held')
    const response = await held
    response.write('first')
    const answer = await asked
    const read = text(answer)
    const drained = drain(server, {idle: never, cutOff: 0})
    await expect(read).rejects.toThrow()
    await drained
  })
})
