import {afterEach, expect, test, vi} from 'vitest'
import {WRITE_TOKEN} from '../access/identities.ts'
import {effectsBetween} from '../mendoza/encode.ts'
import {OutOfBudget, StepBudget} from '../query/limits/StepBudget.ts'
import {DocumentStore} from '../store/DocumentStore.ts'
import {useCountedClock} from '../testing/countedClock.ts'
import {openTestLake} from '../testing/openTestLake.ts'
import {Workspace} from './Workspace.ts'

vi.mock('../mendoza/encode.ts', {spy: true})
afterEach(() => vi.restoreAllMocks())

const open = () =>
  new Workspace(new DocumentStore([]), {
    author: {canRead: () => true, denied: (id) => new Error(id)},
    transactionId: 't',
    timestamp: '2026-01-01T00:00:00Z',
    time: new StepBudget(10_000),
  })

const forEver = (): never => {
  for (;;);
}

test('a patch without end is stopped', () => {
  expect(() => open().limitTime(forEver)).toThrow('take too long')
})

test('a patch is not refused because other programs have the processor: it runs again', () => {
  vi.spyOn(process, 'threadCpuUsage').mockReturnValue({user: 0, system: 0})
  const run = vi.fn(() => 'done').mockImplementationOnce(forEver)
  expect(open().limitTime(run)).toBe('done')
  expect(run).toHaveBeenCalledTimes(2)
})

test('nor where clocks tell nothing of it: each attempt has twice the time of the one before', () => {
  useCountedClock(0)
  const run = vi.fn(() => {
    for (const end = Date.now() + 700; Date.now() < end; );
    return 'done'
  })
  expect(open().limitTime(run)).toBe('done')
  expect(run.mock.calls.length).toBeGreaterThan(1)
})

test('nor is it tried for ever there: it is refused', () => {
  useCountedClock(0)
  const run = vi.fn((): never => {
    if (run.mock.calls.length > 100) throw new Error('It is tried for ever')
    throw new OutOfBudget()
  })
  expect(() => open().limitTime(run)).toThrow('take too long')
})

test('the time that its changes take to describe counts: it is refused, and writes nothing', async () => {
  const lake = await openTestLake()
  vi.spyOn(StepBudget.prototype, 'step').mockImplementation(() => {
    if (vi.mocked(effectsBetween).mock.calls.length > 0) throw new OutOfBudget()
  })
  const write = () => lake.commit({mutations: [{create: {_id: 'a', _type: 'page'}}], author: WRITE_TOKEN})
  expect(write).toThrow('takes too long')
  expect(lake.documents.get('a')).toBeUndefined()
})
