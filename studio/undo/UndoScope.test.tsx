// @vitest-environment jsdom
import {act, cleanup, createEvent, fireEvent, render, renderHook, screen} from '@testing-library/react'
import {afterEach, expect, test, vi} from 'vitest'
import {edits} from '../saving/saving.ts'
import {StudioTheme} from '../testing/StudioTheme.tsx'
import type {Step} from './steps.ts'
import {UndoScope, useSteps} from './UndoScope.tsx'

const studio = vi.hoisted(() => ({
  id: 'li-wei',
  undo: [] as unknown[],
  toasts: new Map<unknown, unknown>(),
  takeStep: vi.fn(async () => ({done: [], refused: []})),
}))

vi.mock('sanity', async (original) => ({
  ...(await original<typeof import('sanity')>()),
  useClient: () => 'client',
  useCurrentUser: () => studio,
  useSchema: () => ({get: () => undefined}),
}))
vi.mock('./ownSteps.ts', async (original) => ({
  ...(await original<typeof import('./ownSteps.ts')>()),
  readSteps: async () => ({undo: studio.undo, redo: []}),
  takeStep: studio.takeStep,
}))
// Sanity's own toasts: one of this duration takes away the one with its id.
const toast = {
  push: ({id, duration, title}: {id: string; duration: number; title?: string}) =>
    duration === 0.01 ? studio.toasts.delete(id) : studio.toasts.set(id, title),
}
vi.mock('@sanity/ui/toast', () => ({useToast: () => toast}))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const removal: Step = {
  id: 'removal',
  started: 0,
  ended: 0,
  transactions: [[{kind: 'remove', path: ['blocks'], item: {_key: 'a', _type: 'prose'}, order: ['a', 'b']}]],
}

test('the offer to undo a deletion goes once it cannot be undone any more, as after a publish', async () => {
  vi.useFakeTimers()
  const document = (_rev: string) => ({_id: 'drafts.page-about', _type: 'page', _rev})
  const {rerender} = renderHook(({_rev}) => useSteps(document(_rev), false), {initialProps: {_rev: 'first'}})
  const change = async (undo: Step[], _rev: string) => {
    studio.undo = undo
    rerender({_rev})
    await act(() => vi.advanceTimersByTimeAsync(1000))
  }
  await change([], 'opened')
  await change([removal], 'removed')
  expect([...studio.toasts.keys()]).toEqual(['deleted-removal'])
  await change([removal], 'somebody wrote elsewhere')
  expect(studio.toasts.size).toBe(1)
  await change([], 'published')
  expect(studio.toasts.size).toBe(0)
})

test('Ctrl+Z and Ctrl+Y just after an edit are the document’s, before its history is read again; the browser’s own where there is none', async () => {
  vi.useFakeTimers()
  studio.undo = []
  const form = (_rev: string) => (
    <StudioTheme>
      <UndoScope document={{_id: 'drafts.page-about', _type: 'page', _rev}} readOnly={false}>
        <input />
      </UndoScope>
    </StudioTheme>
  )
  const isTaken = (key: string) => {
    const press = createEvent.keyDown(screen.getByRole('textbox'), {key, ctrlKey: true})
    fireEvent(screen.getByRole('textbox'), press)
    return press.defaultPrevented
  }
  const {rerender} = render(form('opened'))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect([isTaken('z'), isTaken('y')]).toEqual([false, false])
  rerender(form('edited'))
  expect([isTaken('z'), isTaken('y')]).toEqual([true, true])
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect([isTaken('z'), isTaken('y')]).toEqual([false, false])
  studio.undo = [removal]
  rerender(form('removed'))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  // The step that it takes can be taken again before the form shows that.
  expect([isTaken('z'), isTaken('y')]).toEqual([true, true])
})

test('what was just typed into running text is in the document before the last step is looked for: it would be the one before', async () => {
  vi.useFakeTimers()
  studio.takeStep.mockClear()
  const document = {_id: 'drafts.page-about', _type: 'page', _rev: 'typed'}
  const {result} = renderHook(() => useSteps(document, false))
  edits.recordKeystroke()
  act(() => result.current.take('undo'))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(studio.takeStep).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(studio.takeStep).toHaveBeenCalledOnce()
})
