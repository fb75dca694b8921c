import {afterEach, beforeEach, expect, it, vi} from 'vitest'

const {contentAnswers, deliveryBacklog, canStore} = vi.hoisted(() => ({
  contentAnswers: vi.fn(),
  deliveryBacklog: vi.fn(),
  canStore: vi.fn(),
}))
vi.mock('@/sanity/client', () => ({contentAnswers}))
vi.mock('@/enquiries/enquiries', () => ({canStore, deliveryBacklog}))

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  globalThis.siteInstance = undefined
  contentAnswers.mockReset().mockResolvedValue(true)
  deliveryBacklog.mockReset().mockResolvedValue('none')
  canStore.mockReset().mockResolvedValue(true)
})
afterEach(() => {
  vi.useRealTimers()
})

async function start(state: Omit<NonNullable<typeof globalThis.siteInstance>, 'storeListeners'>) {
  globalThis.siteInstance = {...state, storeListeners: new Set()}
  const {GET} = await import('./route')
  return async () => {
    const response = await GET()
    return {status: response.status, body: await response.json()}
  }
}

it('is 503 until the pages were compared with what is published, then 200 at once', async () => {
  const ask = await start({hasCompared: false, build: 'b1'})
  expect(await ask()).toEqual({
    status: 503,
    body: {status: 'starting', build: 'b1', content: 'reachable', database: 'reachable', deliveries: 'none'},
  })
  if (globalThis.siteInstance) globalThis.siteInstance.hasCompared = true
  expect(await ask()).toMatchObject({status: 200, body: {status: 'ready'}})
})

it('stays ready while content API, database and Redis are away, and says so', async () => {
  contentAnswers.mockResolvedValue(false)
  deliveryBacklog.mockRejectedValue(new Error('connect ECONNREFUSED 10.0.0.7:5432'))
  const ask = await start({hasCompared: true, isRedisConnected: () => false, lastPublish: '2026-11-23T00:00:00.000Z'})
  expect(await ask()).toEqual({
    status: 200,
    body: {
      status: 'ready',
      content: 'unreachable',
      database: 'unreachable',
      redis: 'unreachable',
      lastPublish: '2026-11-23T00:00:00.000Z',
    },
  })
})

it('stays ready while enquiries cannot be stored, as on a full disk, and says so', async () => {
  canStore.mockResolvedValue(false)
  const ask = await start({hasCompared: true})
  expect(await ask()).toMatchObject({status: 200, body: {database: 'unwritable', deliveries: 'none'}})
})

it('waits a second at most for a database that accepts and says nothing', async () => {
  deliveryBacklog.mockReturnValue(new Promise(() => undefined))
  const ask = await start({hasCompared: true})
  const answer = ask()
  await vi.advanceTimersByTimeAsync(1000)
  expect((await answer).body).toMatchObject({content: 'reachable', database: 'unreachable'})
})

it('asks content API and database once in three seconds, however often it is asked itself', async () => {
  const ask = await start({hasCompared: true})
  for (let times = 0; times < 5; times += 1) await ask()
  expect([contentAnswers, deliveryBacklog].map(({mock}) => mock.calls.length)).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(3001)
  await ask()
  expect(contentAnswers).toHaveBeenCalledTimes(2)
})
