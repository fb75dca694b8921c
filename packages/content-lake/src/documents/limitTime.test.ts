import {afterEach, expect, test, vi} from 'vitest'
import {StepBudget} from '../query/limits/StepBudget.ts'
import {DocumentStore} from '../store/DocumentStore.ts'
import {Workspace} from './Workspace.ts'

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
