import {createServer, type IncomingMessage, request as send} from 'node:http'
import {expect, onTestFinished, test, vi} from 'vitest'
import {listen} from '../../tests/support/listen.ts'
import {queuePictures} from './pictureQueue.ts'

const picture = (name: number | string) => `/h5/_next/image?url=${name}&w=640&q=75`

/** A server that resizes a picture when the test says so. */
async function serve() {
  const begun: string[] = []
  const finish = new Map<string, (status?: number) => void>()
  const handle = queuePictures(async ({url = ''}, response) => {
    if (url === '/h5/lims') return void response.end()
    begun.push(url)
    const status = await new Promise<number | undefined>((resolve) => finish.set(url, resolve))
    response.writeHead(status ?? 200).end()
  })
  const gone: (string | undefined)[] = []
  let received = 0
  const server = createServer((request, response) => {
    received += 1
    response.once('close', () => gone.push(request.url))
    void handle(request, response)
  })
  const port = await listen(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const ask = (path: string, accept = 'image/avif,image/webp') => {
    const request = send({port, host: '127.0.0.1', path, headers: {accept}, agent: false})
    const answer = new Promise<IncomingMessage | undefined>((resolve) => {
      request.once('response', (response) => resolve(response.resume())).once('error', () => resolve(undefined))
    })
    request.end()
    return {answer, leave: () => request.destroy()}
  }
  const statusOf = async (path: string) => (await ask(path).answer)?.statusCode
  const hasBegun = (...paths: string[]) => expect.poll(() => begun).toEqual(paths)
  const finishes = (path: string, status?: number) => finish.get(path)?.(status)
  return {ask, statusOf, begun, gone, received: () => received, hasBegun, finishes}
}

test('two pictures are resized at a time, the others in their order, and pages do not wait', async () => {
  const {ask, statusOf, hasBegun, finishes} = await serve()
  for (const [count, name] of [1, 2].entries()) {
    ask(picture(name))
    await hasBegun(...[1, 2].slice(0, count + 1).map(picture))
  }
  ask(picture(3))
  expect(await statusOf('/h5/lims')).toBe(200)
  await hasBegun(picture(1), picture(2))
  finishes(picture(2))
  await hasBegun(picture(1), picture(2), picture(3))
})

test('a picture that many ask for is resized once, and later answered whatever waits', async () => {
  const {ask, statusOf, begun, hasBegun, finishes} = await serve()
  const first = ask(picture(1))
  await hasBegun(picture(1))
  for (const _ of [1, 2]) ask(picture(1))
  const missing = ask(picture(2))
  await hasBegun(picture(1), picture(2))
  finishes(picture(1))
  expect((await first.answer)?.statusCode).toBe(200)
  // Next has it now, so that it answers the others by itself.
  await hasBegun(picture(1), picture(2), picture(1), picture(1))
  finishes(picture(2), 404)
  expect((await missing.answer)?.statusCode).toBe(404)
  begun.length = 0
  for (const name of [3, 4, 5]) ask(picture(name))
  await expect.poll(() => begun.length).toBe(2)
  ask(picture(1))
  await expect.poll(() => begun).toContain(picture(1))
  ask(picture(2))
  ask(picture(1), 'image/webp')
  expect(await statusOf('/h5/lims')).toBe(200)
  expect(begun).toHaveLength(3)
})

test('who leaves gives his place up, also to others who wait for the same picture', async () => {
  const {ask, gone, hasBegun, finishes} = await serve()
  ask(picture(1))
  await hasBegun(picture(1))
  ask(picture(2))
  await hasBegun(picture(1), picture(2))
  const leaving = ask(picture(3))
  const staying = ask(picture(3))
  const next = ask(picture(4))
  // Once the others have been received: connections are taken in their order.
  expect((await ask('/h5/lims').answer)?.statusCode).toBe(200)
  leaving.leave()
  await expect.poll(() => gone).toContain(picture(3))
  finishes(picture(1))
  finishes(picture(2))
  await hasBegun(...[1, 2, 4, 3].map(picture))
  finishes(picture(3))
  finishes(picture(4))
  expect((await staying.answer)?.statusCode).toBe(200)
  expect((await next.answer)?.statusCode).toBe(200)
})

test('too many are told to come later, and so are those who would wait too long', async () => {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']})
  onTestFinished(() => void vi.useRealTimers())
  const {ask, begun, received, statusOf, hasBegun} = await serve()
  const waiting = []
  for (let name = 0; name < 202; name++) waiting.push(ask(picture(name)))
  await vi.waitFor(() => expect(received()).toBe(202))
  expect(await statusOf(picture('beyond'))).toBe(503)
  vi.advanceTimersByTime(45_000)
  const refused = await Promise.all(
    waiting.filter((_, name) => !begun.includes(picture(name))).map(({answer}) => answer),
  )
  expect(new Set(refused.map((one) => `${one?.statusCode} ${one?.headers['retry-after']}`))).toEqual(
    new Set(['503 15']),
  )
  await hasBegun(...begun.slice(0, 2))
})
