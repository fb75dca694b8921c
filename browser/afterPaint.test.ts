// @vitest-environment jsdom
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {afterPaint} from './afterPaint.ts'

beforeEach(() => {
  vi.useFakeTimers({toFake: ['setTimeout', 'requestAnimationFrame']})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('what takes long waits for the next frame, and does not delay it', () => {
  const draw = vi.fn()
  afterPaint(draw)
  requestAnimationFrame(() => expect(draw).not.toHaveBeenCalled())
  expect(draw).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(draw).toHaveBeenCalledTimes(1)
  expect.assertions(3)
})

test('a hidden tab paints nothing that could be waited for', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const draw = vi.fn()
  afterPaint(draw)
  expect(draw).toHaveBeenCalledTimes(1)
})
