import {afterEach, expect, it, vi} from 'vitest'
import {freePort} from '../../tests/support/freePort.ts'
import {startRedis, type TestRedis} from '../../tests/support/startRedis.ts'
import {openRelay, type Relay} from './instances.ts'

const webhook = {body: '{"_id":"page-about"}', signature: 't=1,v1=x'}
const cleanups: (() => unknown)[] = []

afterEach(async () => {
  vi.restoreAllMocks()
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** An instance of the site that writes down what reaches it. */
function instance(url: string, apply = async () => true) {
  const applied: unknown[] = []
  let compared = 0
  const relay: Relay = openRelay({
    url,
    apply: (heard) => {
      applied.push(heard)
      return apply()
    },
    catchUp: async () => {
      compared++
    },
  })
  cleanups.push(() => relay.close())
  return {relay, applied, compared: () => compared}
}

async function redis(port: number): Promise<TestRedis> {
  const started = await startRedis(port)
  cleanups.push(() => started.kill())
  return started
}

const inTime = {timeout: 50_000, interval: 20}

it('tells the other instances of a webhook, and has each compare its pages once when it joins', async () => {
  const {url} = await redis(await freePort())
  const [first, second] = [instance(url), instance(url)]
  await vi.waitFor(() => expect([first.compared(), second.compared()]).toEqual([1, 1]), inTime)
  await first.relay.broadcast(webhook)
  await vi.waitFor(() => expect(second.applied).toEqual([webhook]), inTime)
  expect(second.compared()).toBe(1)
})

it('compares all pages where a webhook could not be carried out', async () => {
  const {url} = await redis(await freePort())
  const [first, second] = [instance(url), instance(url, async () => false)]
  await vi.waitFor(() => expect([first.compared(), second.compared()]).toEqual([1, 1]), inTime)
  await first.relay.broadcast(webhook)
  await vi.waitFor(() => expect(second.compared()).toBe(2), inTime)
})

it('goes on without Redis, comparing every few seconds, and tells what was not told when Redis is back', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const recovered = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const port = await freePort()
  const first = await redis(port)
  const [teller, listener] = [instance(first.url), instance(first.url)]
  await vi.waitFor(() => expect([teller.compared(), listener.compared()]).toEqual([1, 1]), inTime)

  await first.kill()
  await teller.relay.broadcast(webhook)
  await vi.waitFor(() => expect(listener.compared()).toBeGreaterThan(1), inTime)
  expect(listener.applied).toEqual([])
  expect(said.mock.calls.flat().join()).toContain('compares its pages with what is published every 5 seconds')
  expect(said.mock.calls.flat().join()).not.toContain('redis://')

  const before = listener.compared()
  await redis(port)
  await vi.waitFor(() => expect(listener.compared()).toBeGreaterThan(before), inTime)
  await vi.waitFor(async () => {
    await teller.relay.broadcast(webhook)
    expect(listener.applied).toContainEqual(webhook)
  }, inTime)
  const line = ['Redis answers again: instances tell each other of publishes.']
  await vi.waitFor(() => expect(recovered.mock.calls).toEqual([line, line]), inTime)
})

it('goes on while Redis hangs, which ends no connection, as while it is away', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const server = await redis(await freePort())
  const [teller, listener] = [instance(server.url), instance(server.url)]
  await vi.waitFor(() => expect([teller.compared(), listener.compared()]).toEqual([1, 1]), inTime)
  server.setHanging(true)
  await teller.relay.broadcast(webhook)
  await vi.waitFor(() => expect(listener.relay.isConnected()).toBe(false), inTime)
  await vi.waitFor(() => expect(listener.compared()).toBeGreaterThan(1), inTime)

  server.setHanging(false)
  const isConnected = () => [teller, listener].every(({relay}) => relay.isConnected())
  await vi.waitFor(() => expect(isConnected()).toBe(true), inTime)
  await vi.waitFor(async () => {
    await teller.relay.broadcast(webhook)
    expect(listener.applied).toContainEqual(webhook)
  }, inTime)
})

it('compares every few seconds where Redis refuses the channel, and says so, until it is allowed', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const recovered = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const server = await redis(await freePort())
  const url = await server.addUser('site', {channels: 'none'})
  const [teller, listener] = [instance(url), instance(url)]
  await vi.waitFor(() => expect(listener.compared()).toBeGreaterThan(1), inTime)
  expect(listener.relay.isConnected()).toBe(false)
  const line = expect.stringContaining(
    'Redis refuses the subscription (NOPERM). Allow its user the channel site:webhooks',
  )
  expect(said.mock.calls).toEqual([[line], [line]])
  expect(said.mock.calls.flat().join()).not.toContain('opensesame')

  await server.addUser('site', {channels: 'all'})
  await vi.waitFor(() => expect([teller, listener].map(({relay}) => relay.isConnected())).toEqual([true, true]), inTime)
  await teller.relay.broadcast(webhook)
  await vi.waitFor(() => expect(listener.applied).toEqual([webhook]), inTime)
  expect(recovered).toHaveBeenCalledTimes(2)
})

it('says that Redis takes no messages', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const server = await redis(await freePort())
  const url = await server.addUser('site', {channels: 'all', refused: 'publish'})
  const teller = instance(url)
  await vi.waitFor(() => expect(teller.relay.isConnected()).toBe(true), inTime)
  for (let count = 0; count < 2; count += 1) await teller.relay.broadcast(webhook)
  expect(said.mock.calls).toEqual([[expect.stringContaining('Redis took no message for the other instances (NOPERM)')]])
})
