// @vitest-environment jsdom
import {act, cleanup, fireEvent, render, screen} from '@testing-library/react'
import {afterEach, expect, test, vi} from 'vitest'
import {StudioTheme} from '../testing/StudioTheme.tsx'
import {CopyButton} from './CopyButton.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['copies', {writeText: async () => undefined}, /Copied/],
  ['is refused', {writeText: () => Promise.reject(new Error('NotAllowedError'))}, /by hand/],
  ['does not exist, as on plain http', undefined, /by hand/],
])('the button tells what came of it where the clipboard %s', async (_, clipboard, text) => {
  pressWith(clipboard)
  expect(await screen.findByText(text, undefined, {timeout: 50_000})).toBeDefined()
})

test('the button says so for a moment, and then offers to copy again', async () => {
  vi.useFakeTimers()
  pressWith({writeText: async () => undefined})
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.queryByText(/Copied/)).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(screen.queryByText(/Copied/)).toBeNull()
  expect(screen.queryByText(/Copy the link/)).not.toBeNull()
})

function pressWith(clipboard: object | undefined) {
  vi.stubGlobal('navigator', {clipboard})
  render(
    <StudioTheme>
      <CopyButton text="https://site.example/link" />
    </StudioTheme>,
  )
  fireEvent.click(screen.getByText(/Copy the link/))
}
