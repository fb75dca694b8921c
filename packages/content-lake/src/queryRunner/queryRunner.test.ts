import {afterEach, expect, test, vi} from 'vitest'
import {ANONYMOUS, SYSTEM} from '../access/identities.ts'
import type {LakeError} from '../errors.ts'
import {Views} from '../query/perspective.ts'
import {useCountedClock} from '../testing/countedClock.ts'
import fc from '../testing/fastCheck.ts'
import {clientOf, openTestLake} from '../testing/openTestLake.ts'
import type {Identity} from '../types.ts'
import {QueryProcess} from './QueryProcess.ts'

afterEach(() => vi.restoreAllMocks())

/** 40,000 steps: about half a second, by that clock. */
const query = 'count(*[_type == "doc" && count(*[_type == "doc" && n != ^.n]) > 0])'

/** By a proxy, not by a program on this machine. */
const STRANGER = {'x-forwarded-for': '203.0.113.7'}

async function openLake() {
  const clock = useCountedClock(0.1)
  const lake = await openTestLake()
  const mutations = Array.from({length: 200}, (_, n) => ({create: {_id: `d${n}`, _type: 'doc', n}}))
  lake.commit({mutations, author: SYSTEM})
  const json = new TextEncoder().encode('{"result": 200, "ms": 500, "syncTags": []}')
  const elsewhere = vi.spyOn(QueryProcess.prototype, 'run').mockResolvedValue({json, ms: 500})
  return {lake, elsewhere, clock}
}

test('the first run of a query, which takes longer, starts no process, if its client has a token', async () => {
  const {lake, elsewhere} = await openLake()
  expect(await clientOf(lake).fetch(query)).toBe(200)
  expect(elsewhere).not.toHaveBeenCalled()
  expect(await clientOf(lake, {token: null}).fetch(`${query} + 0`)).toBe(200)
  expect(elsewhere).toHaveBeenCalledOnce()
})

test('what strangers ask takes nothing of the time that clients with a token have for first runs', async () => {
  const {lake, elsewhere, clock} = await openLake()
  const {get} = Views.prototype
  // A view of many releases takes that long to be made.
  vi.spyOn(Views.prototype, 'get').mockImplementation(function (this: Views, perspective, identity) {
    if (identity.rights === 'none') clock.advance(700)
    return get.call(this, perspective, identity)
  })
  for (const stranger of ['1', '2', '3']) await clientOf(lake, {token: null}).fetch(stranger)
  expect(await clientOf(lake).fetch(query)).toBe(200)
  expect(elsewhere).not.toHaveBeenCalled()
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

test('what a short query repeats into a long result is made in the process, before it holds up others', async () => {
  // The process counts the time of day, of which a busy machine has little for it.
  const lake = await openTestLake({maxQueryMs: 120_000})
  const texts = Array.from({length: 20}, (_, n) => ({
    create: {_id: `d${n}`, _type: 'doc', text: `${n}页`.repeat(10_000)},
  }))
  lake.commit({mutations: texts, author: SYSTEM})
  const elsewhere = vi.spyOn(QueryProcess.prototype, 'run')
  const shape = fc.record({
    times: fc.integer({min: 1, max: 20}),
    write: fc.constantFrom(
      (times: number) => `[${Array(times).fill('*').join()}]`,
      (times: number) => `*[0]{${Array.from({length: times}, (_, n) => `"k${n}": *`).join()}}`,
      (times: number) => `*[0...${times}]{"all": *}`,
    ),
    resultSourceMap: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(shape, async ({times, write, resultSourceMap}) => {
      elsewhere.mockClear()
      const query = write(times)
      const options = {resultSourceMap, filterResponse: false} as const
      const response = await clientOf(lake, {token: null}).withConfig({headers: STRANGER}).fetch(query, {}, options)
      const all = JSON.stringify(await clientOf(lake, {token: null}).fetch('*'))
      const isLong = JSON.stringify(response.result).length > 4.2 * 1024 * 1024
      if (isLong) expect(elsewhere).toHaveBeenCalledOnce()
      if (times === 1 && !resultSourceMap) expect(elsewhere).not.toHaveBeenCalled()
      expect(response.query).toBe(query)
      if (query.startsWith('[')) expect(JSON.stringify(response.result) === `[${Array(times).fill(all)}]`).toBe(true)
    }),
    {numRuns: 12, endOnFailure: true},
  )
})

test.each([
  ['an editor', {identity: SYSTEM}],
  ['the site on this machine', {identity: ANONYMOUS, isLocal: true}],
])('in a full queue, a query of %s takes the place of the last that a stranger sent', async (_, sender) => {
  const lake = await openTestLake()
  const ask = (from: {identity: Identity; isLocal?: boolean}) =>
    lake.query({query: 'array::intersects(*._id, ["a"])', params: {}, ...from})
  const strangers = Array.from({length: 17}, () => ask({identity: ANONYMOUS}).catch((error: LakeError) => error.status))
  expect((await ask(sender)).result).toBe(false)
  expect(await strangers.at(-1)).toBe(503)
  expect((await Promise.all(strangers)).filter((answer) => answer === 503)).toHaveLength(1)
})

test('a query that was slow with the parameters of strangers starts no process for others', async () => {
  const {lake, elsewhere} = await openLake()
  await clientOf(lake, {token: null}).fetch(query)
  expect(elsewhere).toHaveBeenCalledOnce()
  expect(await clientOf(lake).fetch(query)).toBe(200)
  expect(elsewhere).toHaveBeenCalledOnce()
})
