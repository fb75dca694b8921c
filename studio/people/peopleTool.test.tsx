// @vitest-environment jsdom
import {act, cleanup, fireEvent, render, screen} from '@testing-library/react'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {hasUnsavedTexts} from '../saving/UnsavedTexts.ts'
import {StudioTheme} from '../testing/StudioTheme.tsx'
import type {People} from './peopleApi.ts'
import {PeopleTool} from './peopleTool.tsx'

const lake = vi.hoisted(() => ({client: {}, load: vi.fn(), endSessions: vi.fn(async () => ({}))}))
vi.mock('sanity', () => ({definePlugin: (plugin: unknown) => plugin, useClient: () => lake.client}))
vi.mock('./peopleApi.ts', async (original) => ({
  ...(await original<typeof import('./peopleApi.ts')>()),
  peopleApi: () => lake,
}))
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({matches: false, addEventListener() {}, removeEventListener() {}}))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const people: People = {
  you: 'wang',
  roles: [{name: 'editor', title: 'Editor', description: ''}],
  people: [
    {
      id: 'li',
      name: 'Li Wei',
      email: null,
      roles: ['editor'],
      hasPassword: true,
      linkExpires: null,
      sessions: 1,
      lastUsed: 1,
    },
  ],
}
const press = (name: RegExp) => act(async () => fireEvent.click(screen.getByText(name)))

const open = () =>
  act(async () => {
    render(
      <StudioTheme>
        <PeopleTool />
      </StudioTheme>,
    )
  })

test('people stay on screen when they cannot be read again, with a way to try it', async () => {
  lake.load
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValueOnce(people)
    .mockRejectedValueOnce(new Error('away'))
  await open()
  await press(/Try again/)
  expect(screen.getByTestId('person-li')).toBeTruthy()
  await press(/Sign out everywhere/)
  await press(/Sign out$/)
  expect([screen.queryByTestId('person-li'), screen.queryByText(/Try again/)]).not.toContain(null)
})

test('what was changed of somebody whom another administrator has removed is given up: nothing leads to it any more', async () => {
  lake.load.mockResolvedValueOnce(people).mockResolvedValueOnce({...people, people: []})
  await open()
  await press(/Change$/)
  fireEvent.change(screen.getByLabelText(/Name$/), {target: {value: 'Li W.'}})
  cleanup()
  expect(hasUnsavedTexts()).toBe(true)
  await open()
  expect(hasUnsavedTexts()).toBe(false)
})

test('a list of people that was asked for before a change does not take the place of the one after it', async () => {
  let answerFirst = (_people: People) => {}
  lake.load
    .mockResolvedValueOnce(people)
    .mockImplementationOnce(() => new Promise<People>((resolve) => (answerFirst = resolve)))
    .mockResolvedValueOnce({...people, people: []})
  await open()
  for (let change = 0; change < 2; change++) {
    await press(/Sign out everywhere/)
    await press(/Sign out$/)
  }
  expect(screen.queryByTestId('person-li')).toBeNull()
  await act(async () => answerFirst(people))
  expect(screen.queryByTestId('person-li')).toBeNull()
})
