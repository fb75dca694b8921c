// @vitest-environment jsdom
import {act, cleanup, fireEvent, render, screen} from '@testing-library/react'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {StudioTheme} from '../testing/StudioTheme.tsx'
import {ConnectionNotice} from './ConnectionNotice.tsx'
import {connection, edits} from './saving.ts'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <StudioTheme>
      <ConnectionNotice />
    </StudioTheme>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const notice = () => screen.queryByTestId('lake-away')?.textContent ?? ''

test('once the line is back the notice stays until all that was written is saved', () => {
  const channel = {}
  const answered = edits.trackCommit(['a'], true)
  act(() => connection.reportFailure(channel, 'away'))
  act(() => void vi.advanceTimersByTime(1000))
  expect(notice()).toContain('The content cannot be reached')
  act(() => connection.reportSuccess(channel))
  act(() => void vi.advanceTimersByTime(10_000))
  expect(notice()).toContain('What you wrote is being saved')
  act(answered)
  act(() => void vi.advanceTimersByTime(1000))
  expect(notice()).toBe('')
  // The next edit, on a good line, brings no notice.
  const next = edits.trackCommit(['a'], true)
  act(() => void vi.advanceTimersByTime(5000))
  expect(notice()).toBe('')
  act(next)
  act(() => void vi.advanceTimersByTime(1000))
})

test.each([
  ['what is known of an action without an answer', (text: string) => connection.tell('unconfirmed', text)],
  ['that edits were refused', (text: string) => connection.tell('refused', text)],
])('%s is said until it is read', (_, say) => {
  act(() => say('Look at this.'))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getByRole('alert').textContent).toContain('Look at this.')
  fireEvent.click(screen.getByText(/Understood/))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('that the roles have changed is said once it can be saved: not beside a notice that the person is signed out', async () => {
  const opener = {id: 'p', name: 'P', roles: [{name: 'marketer'}]}
  const roles = () => screen.queryByTestId('other-roles')
  connection.setOpener(opener, async () => ({...opener, roles: []}))
  const channel = {}
  act(() => connection.reportFailure(channel, 'signedOut'))
  await act(async () => void (await connection.checkPerson()))
  act(() => void vi.advanceTimersByTime(1000))
  expect(notice()).toContain('You are signed out')
  expect(roles()).toBeNull()
  act(() => connection.reportSuccess(channel))
  expect(roles()?.textContent).toContain('Your role has changed')
})
