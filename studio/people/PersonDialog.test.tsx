// @vitest-environment jsdom
import {act, cleanup, fireEvent, render, screen} from '@testing-library/react'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {discardUnsavedTexts, hasUnsavedTexts} from '../saving/UnsavedTexts.ts'
import {StudioTheme} from '../testing/StudioTheme.tsx'
import {PersonDialog} from './PersonDialog.tsx'
import type {Person} from './peopleApi.ts'

const onSave = vi.fn()
const onClose = vi.fn()

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({matches: false, addEventListener() {}, removeEventListener() {}}))
  onSave.mockReset().mockResolvedValue(undefined)
})
afterEach(() => {
  cleanup()
  discardUnsavedTexts()
  vi.unstubAllGlobals()
})

const wang: Person = {
  id: 'wang',
  name: 'Wang',
  email: null,
  roles: ['marketer'],
  hasPassword: true,
  linkExpires: null,
  sessions: 0,
  lastUsed: null,
}
const roles = ['marketer', 'administrator', 'editor', 'viewer'].map((role) => ({
  name: role,
  title: role,
  description: '',
}))
const open = (person?: Person) =>
  render(
    <StudioTheme>
      <PersonDialog person={person} roles={roles} problem={undefined} onSave={onSave} onClose={onClose} />
    </StudioTheme>,
  )
const name = () => screen.getByLabelText<HTMLInputElement>(/^姓名/)

test('what was typed of a person is there again after a look at another tool, and what it was based on', () => {
  open(wang)
  fireEvent.change(name(), {target: {value: 'Wang Fang'}})
  cleanup()
  expect(hasUnsavedTexts()).toBe(true)
  open()
  expect(name().value).toBe('')
  cleanup()
  // Another administrator has given them another role meanwhile.
  open({...wang, roles: ['marketer', 'sales']})
  expect(name().value).toBe('Wang Fang')
  fireEvent.click(screen.getByText(/Save$/))
  expect(onSave).toHaveBeenCalledWith(expect.objectContaining({name: 'Wang Fang', roles: ['marketer']}), wang)
})

test('the lake’s own roles say what they may do', () => {
  open()
  for (const task of ['managing people', 'Edits and publishes all content', 'Reads all content'])
    expect(screen.getByText(new RegExp(task))).toBeTruthy()
})

test('what was typed is given up by Cancel', () => {
  open()
  fireEvent.change(name(), {target: {value: 'Wang Fang'}})
  fireEvent.click(screen.getByText(/Cancel/))
  expect([onClose.mock.calls.length, hasUnsavedTexts()]).toEqual([1, false])
})

test('a second press while the first has no answer yet makes no second link', async () => {
  const answer = Promise.withResolvers<void>()
  onSave.mockReturnValue(answer.promise)
  open(wang)
  const press = () =>
    act(async () => {
      for (const form of document.querySelectorAll('form')) fireEvent.submit(form)
    })
  await press()
  await press()
  expect(onSave).toHaveBeenCalledTimes(1)
  await act(async () => answer.resolve())
  await press()
  expect(onSave).toHaveBeenCalledTimes(2)
})
