import {setImmediate as nextTurn} from 'node:timers/promises'
import {afterEach, expect, test, vi} from 'vitest'
import {WRITE_TOKEN} from '../access/identities.ts'
import {StepBudget} from '../query/limits/StepBudget.ts'
import {expectWholeHistory} from '../testing/expectWholeHistory.ts'
import {clientOf, newFolder, openTestLake} from '../testing/openTestLake.ts'
import {createWorkQueue} from './work.ts'

afterEach(() => vi.restoreAllMocks())

/** Lets each step take longer than others should wait, by the clock that is asked. */
function slowSteps(): void {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000
    return now
  })
}

const unlimited = () => new StepBudget(Number.POSITIVE_INFINITY)

test('others run between two steps, and work that came later runs after the whole', async () => {
  slowSteps()
  const seen: string[] = []
  const queue = createWorkQueue()
  const work = (name: string) =>
    queue(() => ({
      *begin() {
        for (let step = 1; step <= 3; step += 1) {
          seen.push(`${name}${step}`)
          yield
        }
        return name
      },
      time: unlimited(),
      version: () => 0,
      mayGoOn: () => {},
    }))
  const results = Promise.all([work('a'), work('b')])
  while (!seen.includes('a1')) await Promise.resolve()
  seen.push('other')
  expect(await results).toEqual(['a', 'b'])
  expect(seen).toEqual(['a1', 'other', 'a2', 'a3', 'b1', 'b2', 'b3'])
})

test('work begins anew when something was committed meanwhile, and is done in one go at last', async () => {
  slowSteps()
  let commits = 0
  const attempts: number[][] = []
  const result = createWorkQueue()(() => ({
    *begin() {
      const steps: number[] = []
      attempts.push(steps)
      for (let step = 0; step < 3; step += 1) {
        steps.push(step)
        setImmediate(() => {
          commits += 1
        })
        yield
      }
      return attempts.length
    },
    time: unlimited(),
    version: () => commits,
    mayGoOn: () => {},
  }))
  expect(await result).toBe(4)
  expect(attempts.slice(0, 3).every((steps) => steps.length < 3)).toBe(true)
  expect(attempts[3]).toEqual([0, 1, 2])
})

test('work whose sender may not go on ends in its pause, and the next is done', async () => {
  slowSteps()
  let isSignedIn = true
  const steps: number[] = []
  const queue = createWorkQueue()
  const ended = queue(() => ({
    *begin() {
      steps.push(1)
      isSignedIn = false
      yield
      steps.push(2)
    },
    time: unlimited(),
    version: () => 0,
    mayGoOn: () => {
      if (!isSignedIn) throw new Error('signed out')
    },
  }))
  const next = queue(() => ({
    *begin() {
      yield
      return 'done'
    },
    time: unlimited(),
    version: () => 0,
    mayGoOn: () => {},
  }))
  await expect(ended).rejects.toThrow('signed out')
  expect(steps).toEqual([1])
  expect(await next).toBe('done')
})

test('time in which others run does not count', async () => {
  slowSteps()
  let micros = 0
  vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({user: micros, system: 0}))
  const time = new StepBudget(10_000)
  await createWorkQueue()(() => ({
    *begin() {
      micros += 1_000_000
      setImmediate(() => {
        micros += 60_000_000
      })
      yield
      micros += 1_000_000
    },
    time,
    version: () => 0,
    mayGoOn: () => {},
  }))
  expect(time.leftMs).toBe(8_000)
})

test('a lake that closes ends a transaction in its pause, and has written nothing of it', async () => {
  const dir = await newFolder()
  const lake = await openTestLake({dir})
  const mutations = Array.from({length: 500}, (_, index) => ({create: {_id: `d${index}`, _type: 'doc'}}))
  slowSteps()
  let closing: Promise<void> | undefined
  const commit = lake.commitInTurn({mutations, author: WRITE_TOKEN}, () => {
    // Called before it begins, and after its first pause.
    setImmediate(() => {
      closing ??= lake.close()
    })
  })
  await expect(commit).rejects.toMatchObject({status: 503, message: 'The lake is closing'})
  await closing
  vi.restoreAllMocks()
  expect((await openTestLake({dir})).documents.size).toBe(0)
})

test('large transactions hold up nobody, and are in one order with what is committed meanwhile', async () => {
  const lake = await openTestLake()
  const ids = Array.from({length: 100}, (_, index) => `d${index}`)
  const client = clientOf(lake)
  const text = 'x'.repeat(500)
  await client.mutate(ids.map((_id) => ({create: {_id, _type: 'doc', count: 0, text}})))
  slowSteps()
  let underWay = 4
  let answered = 0
  let commits = 0
  const large = Array.from({length: 4}, () =>
    client.mutate([{patch: {query: '*[_type == "doc"]', inc: {count: 1}}}]).finally(() => {
      underWay -= 1
    }),
  )
  const asks = async () => {
    while (underWay > 0) {
      const response = await fetch(`${lake.url}/v1/ping`)
      if (response.ok) answered += 1
      await response.text()
    }
  }
  const writes = async () => {
    while (underWay > 0) {
      await nextTurn()
      if (commits === 3) continue
      lake.commit({mutations: [{patch: {id: 'd0', inc: {count: 1}}}], author: WRITE_TOKEN})
      commits += 1
    }
  }
  await Promise.all([...large, asks(), writes()])
  vi.restoreAllMocks()
  // Where each held up all others, at most two were answered for each.
  expect(answered).toBeGreaterThan(8)
  expect(lake.documents.get('d0')?.count).toBe(4 + commits)
  expect(new Set(ids.slice(1).map((id) => lake.documents.get(id)?.count))).toEqual(new Set([4]))
  const times = lake.database.prepare('SELECT timestamp FROM transactions ORDER BY seq').all()
  expect(times.map(({timestamp}) => timestamp)).toEqual(times.map(({timestamp}) => timestamp).toSorted())
  expectWholeHistory(lake.database)
})
