// @vitest-environment jsdom
import {act, cleanup, render, screen} from '@testing-library/react'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {StudioTheme} from '../testing/StudioTheme.tsx'
import {Loading} from './ToolFrame.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a tool whose server does not answer says so after some seconds, until there is an answer', () => {
  const {rerender} = render(<Loading />, {wrapper: StudioTheme})
  act(() => void vi.advanceTimersByTime(7999))
  expect(screen.queryByRole('alert')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByRole('alert').textContent).toContain('The server does not answer')
  expect(screen.getByRole('status').textContent).toContain('Loading…')
  rerender(<p>The content</p>)
  expect(screen.queryByRole('alert')).toBeNull()
})
