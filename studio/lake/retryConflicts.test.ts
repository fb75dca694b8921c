import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {retryConflicts} from './retryConflicts.ts'

beforeEach(() => {
  vi.useFakeTimers({now: 0})
})
afterEach(() => {
  vi.useRealTimers()
})

const conflict = Object.assign(new Error('changed meanwhile'), {statusCode: 409})

test.each([250, 300, 350, 400])('gets in between two letters of somebody who writes every %i ms', async (interval) => {
  const letters = () => Math.floor((Date.now() + 1) / interval)
  const commit = vi.fn(async () => {
    const before = letters()
    await new Promise((resolve) => setTimeout(resolve, 150))
    if (letters() !== before) throw conflict
    return 'moved'
  })
  // The first attempt, and with even pauses each one after it, ends behind a letter.
  await vi.advanceTimersByTimeAsync(interval - 50)
  const done = retryConflicts(commit)
  await vi.runAllTimersAsync()
  expect(await done).toBe('moved')
})

test('gives up one day, and at once what is no conflict', async () => {
  const commit = vi.fn(async () => Promise.reject(conflict))
  const done = expect(retryConflicts(commit)).rejects.toBe(conflict)
  await vi.runAllTimersAsync()
  await done
  const refused = new Error('no access')
  await expect(retryConflicts(() => Promise.reject(refused))).rejects.toBe(refused)
})
