// @vitest-environment jsdom
import {act, cleanup, fireEvent, render, screen} from '@testing-library/react'
import {afterEach, expect, test, vi} from 'vitest'
import {discardUnsavedTexts, hasUnsavedTexts} from '../saving/UnsavedTexts.ts'
import {StudioTheme} from '../testing/StudioTheme.tsx'
import {NoteForm} from './NoteForm.tsx'

afterEach(() => {
  cleanup()
  discardUnsavedTexts()
})

const onSubmit = vi.fn()
const open = (id = 'page-story', before = '') =>
  render(
    <StudioTheme>
      <NoteForm id={id} title="Note" submit="Send" before={before} onSubmit={onSubmit} />
    </StudioTheme>,
  )
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Note')
const send = () => act(async () => fireEvent.click(screen.getByText('Send')))

test('a note stays when its dialog is closed or it could not be sent, until it is sent', async () => {
  open()
  fireEvent.change(field(), {target: {value: 'Please look at the figure '}})
  cleanup()
  expect(hasUnsavedTexts()).toBe(true)
  open('page-about', 'asked before')
  expect(field().value).toBe('asked before')
  cleanup()
  open()
  expect(field().value).toBe('Please look at the figure ')
  onSubmit.mockResolvedValueOnce(false)
  await send()
  expect([field().value, hasUnsavedTexts()]).toEqual(['Please look at the figure ', true])
  onSubmit.mockResolvedValueOnce(true)
  await send()
  expect(onSubmit).toHaveBeenLastCalledWith('Please look at the figure')
  expect(hasUnsavedTexts()).toBe(false)
})
