import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {beginTurn, untilQuiet} from './turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a route belongs to the refresh that began last', () => {
  const first = beginTurn(['/about', '/lims'])
  const second = beginTurn(['/about'])
  expect([first.isTakenOver('/about'), first.isTakenOver('/lims'), second.isTakenOver('/about')]).toEqual([
    true,
    false,
    false,
  ])
})

it('it is quiet when nothing has begun for the whole pause', async () => {
  beginTurn(['/about'])
  const quiet = vi.fn()
  void untilQuiet(1000).then(quiet)
  await vi.advanceTimersByTimeAsync(900)
  beginTurn(['/about'])
  await vi.advanceTimersByTimeAsync(900)
  expect(quiet).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(quiet).toHaveBeenCalled()
})
