import {afterEach, expect, test, vi} from 'vitest'
import {SYSTEM} from '../access/identities.ts'
import {useCountedClock} from '../testing/countedClock.ts'
import {clientOf, openTestLake} from '../testing/openTestLake.ts'
import {QueryProcess} from './QueryProcess.ts'

afterEach(() => vi.restoreAllMocks())

/** 40,000 steps: about half a second, by that clock. */
const query = 'count(*[_type == "doc" && count(*[_type == "doc" && n != ^.n]) > 0])'

async function openLake() {
  const clock = useCountedClock(0.1)
  const lake = await openTestLake()
  const mutations = Array.from({length: 200}, (_, n) => ({create: {_id: `d${n}`, _type: 'doc', n}}))
  lake.commit({mutations, author: SYSTEM})
  const response = {result: 200, ms: 500, syncTags: []}
  const elsewhere = vi.spyOn(QueryProcess.prototype, 'run').mockResolvedValue(response)
  return {lake, elsewhere, clock}
}

test('the first run of a query, which takes longer, starts no process, if its client has a token', async () => {
  const {lake, elsewhere} = await openLake()
  expect(await clientOf(lake).fetch(query)).toBe(200)
  expect(elsewhere).not.toHaveBeenCalled()
  expect(await clientOf(lake, {token: null}).fetch(`${query} + 0`)).toBe(200)
  expect(elsewhere).toHaveBeenCalledOnce()
})

test('slow queries, also of clients with a token, hold up others for less than a second more a minute', async () => {
  const {lake, elsewhere, clock} = await openLake()
  const before = clock.now()
  for (let index = 0; index < 20; index += 1) await clientOf(lake).fetch(`${query} + ${index}`)
  expect(elsewhere.mock.calls.length).toBeGreaterThan(15)
  expect(clock.now() - before).toBeLessThan(20 * 200 + 1000)
  elsewhere.mockClear()
  clock.advance(60_000)
  await clientOf(lake).fetch(`${query} + 20`)
  expect(elsewhere).not.toHaveBeenCalled()
})
