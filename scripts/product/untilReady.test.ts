import {createServer} from 'node:http'
import {afterEach, expect, it} from 'vitest'
import {listen} from '@/tests/support/listen.ts'
import {untilReady} from './untilReady.ts'

const server = createServer()
afterEach(() => server.removeAllListeners('request'))
const port = listen(server)

it('waits for a success that carries the name of the instance', async () => {
  const answers: [status: number, instance: string][] = [
    [200, ''],
    [200, 'stranger'],
    [503, 'ours'],
    [200, 'ours'],
  ]
  let asked = 0
  server.on('request', (_, response) => {
    const [status, instance] = answers[asked] ?? [500, '']
    asked += 1
    response.writeHead(status, {'x-instance': instance}).end()
  })
  await untilReady(`http://127.0.0.1:${await port}/`, {instance: 'ours'})
  expect(asked).toBe(4)
})

it('says that what it has started fails, whose errors do not carry the name', async () => {
  server.on('request', (_, response) => response.writeHead(500).end())
  const failed = untilReady(`http://127.0.0.1:${await port}/`, {instance: 'ours', limit: 400})
  await expect(failed).rejects.toThrow('answers with 500; the messages above may say why')
})

it('says that another program answers', async () => {
  server.on('request', (_, response) => response.end('hello'))
  const url = `http://127.0.0.1:${await port}/`
  await expect(untilReady(url, {instance: 'ours', limit: 30_000})).rejects.toThrow(
    `Another program answers at ${url}. Stop it, or choose another port.`,
  )
})

it('says that nobody answers', async () => {
  server.on('request', (_, response) => response.writeHead(404).end())
  await expect(untilReady(`http://127.0.0.1:${await port}/`, {limit: 1})).rejects.toThrow(
    'did not answer within 0.001 s. The messages above may say why.',
  )
})
