// @vitest-environment jsdom
import {act, cleanup, renderHook} from '@testing-library/react'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {minimumPending} from '../../lib/constants.ts'
import {usePending} from './useFetchState.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const advance = (time: number) => act(() => vi.advanceTimersByTime(time))

it('once shown, pending stays for its minimum', () => {
  const {result, rerender} = renderHook(usePending, {initialProps: true})
  expect(result.current).toBe(true)
  advance(10)
  rerender(false)
  advance(minimumPending - 11)
  expect(result.current).toBe(true)
  advance(1)
  expect(result.current).toBe(false)
})

it('what took longer ends when it ends', () => {
  const {result, rerender} = renderHook(usePending, {initialProps: false})
  expect(result.current).toBe(false)
  rerender(true)
  expect(result.current).toBe(true)
  advance(minimumPending * 2)
  rerender(false)
  advance(0)
  expect(result.current).toBe(false)
})
