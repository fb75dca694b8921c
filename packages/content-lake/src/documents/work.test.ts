import {setImmediate as nextTurn} from 'node:timers/promises'
import {afterEach, expect, test, vi} from 'vitest'
import {WRITE_TOKEN} from '../access/identities.ts'
import {StepBudget} from '../query/limits/StepBudget.ts'
import {slowSteps} from '../testing/countedClock.ts'
import {expectWholeHistory} from '../testing/expectWholeHistory.ts'
import {clientOf, newFolder, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {createWorkQueue} from './work.ts'

afterEach(() => vi.restoreAllMocks())

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

async function openWithRelease() {
  const lake = await openTestLake()
  const ids = Array.from({length: 50}, (_, index) => `d${index}`)
  const schedule = {publishAt: '2999-01-01T00:00:00Z', releaseId: 'r'}
  const act = (type: string, rest: object) =>
    lake.act({actions: [{actionType: `sanity.action.release.${type}`, ...rest}], author: WRITE_TOKEN})
  act('create', {releaseId: 'r'})
  lake.commit({mutations: ids.map((id) => ({create: {_id: `versions.r.${id}`, _type: 'doc'}})), author: WRITE_TOKEN})
  act('schedule', schedule)
  const fire = async () => {
    const release = lake.documents.get('_.releases.r')
    if (!release) throw new Error('There is no release')
    await lake.fireRelease(release)
  }
  const published = () => ids.filter((id) => lake.documents.has(id)).length
  return {lake, act, fire, published}
}

test('a scheduled release is published in steps, between which others are answered', async () => {
  const {lake, fire, published} = await openWithRelease()
  slowSteps()
  let turns = 0
  let isUnderWay = true
  const others = async () => {
    for (; isUnderWay; turns += 1) {
      await nextTurn()
      if (isUnderWay) expect(published()).toBe(0)
    }
  }
  const fired = fire().finally(() => {
    isUnderWay = false
  })
  await Promise.all([fired, others()])
  // One for each document at least.
  expect(turns).toBeGreaterThan(50)
  expect(published()).toBe(50)
  expect(lake.documents.get('_.releases.r')).toMatchObject({state: 'published'})
})

test('a release that is unscheduled while it is worked out is not published', async () => {
  const {lake, act, fire, published} = await openWithRelease()
  slowSteps()
  setImmediate(() => act('unschedule', {releaseId: 'r'}))
  await expect(fire()).rejects.toMatchObject({status: 503, message: 'The release was changed meanwhile'})
  expect(published()).toBe(0)
  expect(lake.documents.get('_.releases.r')).toMatchObject({state: 'active'})
})

test('a history is read in steps, between which others are answered and commit', async () => {
  const lake = await openTestLake()
  const count = 40
  for (let n = 0; n < count; n += 1)
    lake.commit({mutations: [{createOrReplace: {_id: 'a', _type: 'doc', n}}], author: WRITE_TOKEN})
  const headers = {authorization: `Bearer ${TEST_TOKENS.read}`}
  for (const path of ['transactions/a?limit=1000&reverse=true', 'publications', 'events/documents/a']) {
    slowSteps()
    let isUnderWay = true
    let turns = 0
    const others = async () => {
      for (; isUnderWay; turns += 1) {
        await nextTurn()
        if (turns < 10)
          lake.commit({mutations: [{createOrReplace: {_id: 'drafts.b', _type: 'doc'}}], author: WRITE_TOKEN})
      }
    }
    const read = async () => {
      const response = await fetch(`${lake.url}/v1/data/history/production/${path}`, {headers})
      isUnderWay = false
      return response.text()
    }
    const [text] = await Promise.all([read(), others()])
    vi.restoreAllMocks()
    expect(text.match(/"a"/g)?.length).toBeGreaterThanOrEqual(count)
    expect(turns).toBeGreaterThan(count)
  }
})
