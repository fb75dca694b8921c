// @vitest-environment jsdom
import {ThemeProvider} from '@sanity/ui'
import {buildTheme} from '@sanity/ui/theme'
import {cleanup, fireEvent, render, screen} from '@testing-library/react'
import {afterEach, expect, test, vi} from 'vitest'
import {CopyButton} from './CopyButton.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['copies', {writeText: async () => undefined}, /Copied/],
  ['is refused', {writeText: () => Promise.reject(new Error('NotAllowedError'))}, /by hand/],
  ['does not exist, as on plain http', undefined, /by hand/],
])('the button tells what came of it where the clipboard %s', async (_, clipboard, text) => {
  vi.stubGlobal('navigator', {clipboard})
  render(
    <ThemeProvider theme={buildTheme()}>
      <CopyButton text="https://site.example/link" />
    </ThemeProvider>,
  )
  fireEvent.click(screen.getByText(/Copy the link/))
  expect(await screen.findByText(text)).toBeDefined()
})
