import {expect, onTestFinished, test, vi} from 'vitest'
import fc from '../../testing/fastCheck.ts'
import {createJobQueue, type QueueLimits, type Sender} from './jobQueue.ts'

const LIMITS: QueueLimits = {
  running: 2,
  anonymous: 1,
  waiting: 3,
  waitingPerAddress: 2,
  budgetMs: 1000,
  refillMs: 10_000,
}
const known: Sender = {isKnown: true, address: '10.0.0.1'}
const stranger = (address: string | undefined): Sender => ({isKnown: false, address})

/** Jobs that run until they are told to end, by name. */
function jobsOf(queue: ReturnType<typeof createJobQueue>) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const run = (sender: Sender, name: string) =>
    queue.run(sender, () => {
      started.push(name)
      const {promise, resolve} = Promise.withResolvers<void>()
      ends.set(name, resolve)
      return promise
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return {started, run, end}
}

test('those who are known go first, strangers never have all places and take turns', async () => {
  const {started, run, end} = jobsOf(createJobQueue(LIMITS))
  const all = [run(stranger('1.1.1.1'), 'a1'), run(stranger('1.1.1.1'), 'a2'), run(stranger('2.2.2.2'), 'b1')]
  await end('')
  expect(started).toEqual(['a1'])
  all.push(run(known, 'k1'), run(known, 'k2'))
  await end('')
  expect(started).toEqual(['a1', 'k1'])
  await end('a1')
  expect(started).toEqual(['a1', 'k1', 'k2'])
  await end('k2')
  await end('a2')
  await end('b1')
  expect(started).toEqual(['a1', 'k1', 'k2', 'a2', 'b1'])
  await end('k1')
  await Promise.all(all)
})

test('what is too much is refused with 503, of one stranger before it is of all', async () => {
  const {run, end} = jobsOf(createJobQueue(LIMITS))
  const jobs = ['a1', 'a2', 'a3'].map((name) => run(stranger('1.1.1.1'), name))
  await expect(run(stranger('1.1.1.1'), 'a4')).rejects.toMatchObject({status: 503, retrySeconds: 5})
  jobs.push(run(stranger('2.2.2.2'), 'b1'))
  await expect(run(stranger('3.3.3.3'), 'c1')).rejects.toMatchObject({status: 503})
  jobs.push(run(known, 'k1'))
  for (const name of ['', 'k1', 'a1', 'a2', 'b1', 'a3']) await end(name)
  await Promise.all(jobs)
})

test('a stranger has so much working time, which comes back; programs on this machine and known ones have no end', async () => {
  let now = 0
  const queue = createJobQueue({...LIMITS, now: () => now})
  const work = (sender: Sender, milliseconds: number) =>
    queue.run(sender, async () => {
      now += milliseconds
    })
  await work(stranger('2001:db8:1:2:aaaa::1'), 1500)
  // Another address of the same network is the same stranger.
  const refused = expect(work(stranger('2001:db8:1:2:bbbb::7'), 1)).rejects
  await refused.toMatchObject({status: 429, retrySeconds: 6})
  await work(stranger('2001:db8:1:3::1'), 1)
  // However the network's zeros are written.
  await work(stranger('2001:db8:2::1'), 1500)
  await expect(work(stranger('2001:db8:2:0:a:b:c:d'), 1)).rejects.toMatchObject({status: 429})
  for (const sender of [known, stranger(undefined)]) {
    await work(sender, 5000)
    await work(sender, 5000)
  }
  await work(stranger('2001:db8:1:2::1'), 1)
})

test('strangers leave a site’s own optimizer its places, and it leaves them theirs', async () => {
  const {run, end} = jobsOf(createJobQueue(LIMITS))
  const jobs = ['a1', 'a2', 'a3'].map((name) => run(stranger('1.1.1.1'), name))
  jobs.push(run(stranger('2.2.2.2'), 'b1'))
  await expect(run(stranger('3.3.3.3'), 'c1')).rejects.toMatchObject({status: 503})
  jobs.push(...['s1', 's2', 's3'].map((name) => run(stranger(undefined), name)))
  await expect(run(stranger(undefined), 's4')).rejects.toMatchObject({status: 503})
  for (const name of ['', 'a1', 'a2', 'b1', 's1', 'a3', 's2', 's3']) await end(name)
  jobs.push(run(stranger('3.3.3.3'), 'c2'))
  for (const name of ['', 'c2']) await end(name)
  await Promise.all(jobs)
})

test('a job that fails leaves its place', async () => {
  const queue = createJobQueue({...LIMITS, running: 1})
  await expect(queue.run(known, () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged')
  expect(await queue.run(stranger(undefined), async () => 1)).toBe(1)
})

test('whatever comes in whatever order, every job that is taken ends, and no limit is passed', async () => {
  const senders = fc.constantFrom(known, stranger('1.1.1.1'), stranger('2.2.2.2'), stranger(undefined))
  await fc.assert(
    fc.asyncProperty(fc.array(senders, {maxLength: 30}), fc.scheduler(), async (arrivals, scheduler) => {
      const queue = createJobQueue({...LIMITS, budgetMs: 1e9})
      let [running, strangers] = [0, 0]
      const outcomes = arrivals.map((sender, index) =>
        queue.run(sender, async () => {
          running += 1
          if (!sender.isKnown) strangers += 1
          expect(running).toBeLessThanOrEqual(LIMITS.running)
          expect(strangers).toBeLessThanOrEqual(LIMITS.anonymous)
          await scheduler.schedule(Promise.resolve())
          running -= 1
          if (!sender.isKnown) strangers -= 1
          return index
        }),
      )
      const settled = Promise.allSettled(outcomes)
      await scheduler.waitFor(settled)
      for (const outcome of await settled) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({status: 503})
      }
    }),
    {numRuns: 100},
  )
})

test('a clock that is set back costs no stranger their time', async () => {
  vi.useFakeTimers({toFake: ['Date', 'performance', 'setTimeout']})
  onTestFinished(() => void vi.useRealTimers())
  const queue = createJobQueue(LIMITS)
  await queue.run(stranger('1.1.1.1'), async () => vi.advanceTimersByTime(LIMITS.budgetMs))
  await expect(queue.run(stranger('1.1.1.1'), async () => 'drawn')).rejects.toMatchObject({status: 429})
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(LIMITS.refillMs)
  expect(await queue.run(stranger('1.1.1.1'), async () => 'drawn')).toBe('drawn')
})
