import {fork} from 'node:child_process'
import {once} from 'node:events'
import type {RequestListener, ServerResponse} from 'node:http'
import {connect, type Socket} from 'node:net'
import {describe, expect, it, onTestFinished} from 'vitest'
import {listen} from '../../tests/support/listen.ts'
import {securityHeaders} from './securityHeaders.ts'
import {connectionsWithin, createSiteServer} from './siteServer.ts'

const request = (path = '/') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

async function serve(listener: RequestListener, limits?: Parameters<typeof createSiteServer>[1]) {
  const server = createSiteServer(listener, limits)
  const port = await listen(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {server, open: () => open(port)}
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => {
    socket.destroy()
  })
  await once(socket, 'connect')
  return socket
}

describe('the site’s server', () => {
  it.each([
    ['524288', 5000],
    ['unlimited', 5000],
    ['6000', 5000],
    ['4096', 3096],
    ['1024', 512],
    ['128', 64],
  ])('of a process that may open %s files takes %i connections, so that it can open its own', (files, connections) => {
    expect(connectionsWithin(`Max open files            64                 ${files}                files     \n`)).toBe(
      connections,
    )
  })

  it('ends slow headers and slow bodies', async () => {
    const {server} = await serve((_, response) => response.end())
    expect([server.headersTimeout, server.requestTimeout]).toEqual([15_000, 60_000])
  })

  it('ends a connection that sends many requests before the first is answered, and acts on few', async () => {
    let received = 0
    const {open} = await serve(() => {
      received += 1
    })
    const client = await open()
    client.resume()
    client.write(request().repeat(500))
    await once(client, 'close')
    expect(received).toBe(8)
  })

  it('answers a request for another protocol like any other, whoever would take its connection', async () => {
    const {server, open} = await serve((_, response) => response.end('done'))
    // As Next does, which leaves some of them open for ever.
    server.on('upgrade', (_, socket) => socket.end())
    const client = await open()
    client.write(request().replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'))
    const [answer] = await Promise.race([once(client, 'data'), once(client, 'end')])
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('answers a request that expects what no server does like any other, so that no answer goes out past the listener', async () => {
    const {open} = await serve((_, response) => response.end('done'))
    const client = await open()
    client.write(request().replace('\r\n\r\n', '\r\nExpect: more\r\n\r\n'))
    expect(String(await once(client, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
  })

  it.each([
    [400, 'no request\r\n\r\n'],
    [400, request().replace('\r\n\r\n', '\r\nContent-Length: -1\r\n\r\n')],
    [431, request(`/${'a'.repeat(20_000)}`)],
  ])(
    'answers %i to what Node cannot read, with the headers of any other answer, and ends the connection',
    async (status, text) => {
      const {open} = await serve((_, response) => response.end('done'))
      const client = await open()
      client.write(text)
      let answer = ''
      for await (const chunk of client) answer += String(chunk)
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      const sent = {...securityHeaders, Connection: 'close', 'Cache-Control': 'no-store', 'Content-Type': 'text/plain'}
      for (const [name, value] of Object.entries(sent)) expect(answer).toContain(`\r\n${name}: ${value}`)
      expect(answer).toContain('content-security-policy: default-src')
    },
  )

  it('ends a connection on which something unreadable comes in the middle of an answer, and writes nothing into that', async () => {
    const {open} = await serve((_, response) => {
      response.writeHead(200, {'Content-Type': 'text/event-stream'})
      response.write('data: 1\n\n')
    })
    const client = await open()
    client.write(request())
    await once(client, 'data')
    let rest = ''
    client.on('data', (chunk: Buffer) => (rest += chunk.toString()))
    client.write('no request\r\n\r\n')
    await once(client, 'close')
    expect(rest).not.toContain('HTTP/1.1')
  })

  it('leaves a request without a host to the listener, which refuses it with the site’s headers', async () => {
    const {open} = await serve((_, response) => response.end('done'))
    const client = await open()
    client.write('GET / HTTP/1.1\r\n\r\n')
    expect(String(await once(client, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('answers some requests that come at once, and any number one after the other', async () => {
    const {open} = await serve((_, response) => response.end('done'))
    const client = await open()
    client.write(request().repeat(5))
    let text = ''
    client.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const answers = () => text.split('done').length - 1
    await expect.poll(answers).toBe(5)
    for (let count = 6; count <= 40; count++) {
      client.write(request())
      await expect.poll(answers, {interval: 1}).toBe(count)
    }
  })

  it('ends a connection whose client does not take its answer', async () => {
    const {server, open} = await serve((_, response) => response.end(Buffer.alloc(64 * 2 ** 20)), {idle: 200})
    const accepted = once(server, 'connection')
    const client = await open()
    const [socket] = await accepted
    client.pause()
    client.write(request())
    await once(socket, 'close')
    expect(client.destroyed).toBe(false)
  })

  it('keeps an event stream on which nothing happens', async () => {
    let stream: ServerResponse | undefined
    const {server, open} = await serve(
      (_, response) => {
        stream = response.writeHead(200, {'Content-Type': 'text/event-stream'})
        stream.flushHeaders()
      },
      {idle: 50},
    )
    const client = await open()
    client.write(request())
    await once(client, 'data')
    await once(server, 'timeout')
    stream?.write('data: 1\n\n')
    expect(String(await once(client, 'data'))).toContain('data: 1')
  })

  it('closes connections beyond its number, while those that are open go on', async () => {
    const {open} = await serve((_, response) => response.end('done'), {connections: 1})
    const first = await open()
    first.write(request())
    await once(first, 'data')
    const second = await open()
    second.resume()
    await once(second, 'close')
    first.write(request())
    expect(String(await once(first, 'data'))).toContain('done')
  })

  it('closes them as a worker, too, whose supervisor would offer them again and again', async () => {
    const worker = fork(new URL('../../tests/support/crowdedWorker.ts', import.meta.url), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    onTestFinished(() => {
      worker.kill('SIGKILL')
    })
    const [port] = await once(worker, 'message')
    const first = await open(Number(port))
    first.write(request())
    await once(first, 'data')
    const second = await open(Number(port))
    second.resume()
    await once(second, 'close')
  })
})
