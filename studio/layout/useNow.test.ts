// @vitest-environment jsdom
import {act, cleanup, renderHook} from '@testing-library/react'
import {afterEach, expect, test, vi} from 'vitest'
import {dateInChina, isExpired} from '../../sanity/health/typedClaims.ts'
import {useNow} from './useNow.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a claim whose form is left open expires when its last day in China ends', async () => {
  vi.useFakeTimers({now: new Date('2027-06-30T23:58:30+08:00')})
  const {result} = renderHook(() => isExpired({expiryDate: '2027-06-30'}, dateInChina(useNow())))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(result.current).toBe(false)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(result.current).toBe(true)
})
