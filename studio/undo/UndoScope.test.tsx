// @vitest-environment jsdom
import {act, cleanup, renderHook} from '@testing-library/react'
import {afterEach, expect, test, vi} from 'vitest'
import type {Step} from './steps.ts'
import {useSteps} from './UndoScope.tsx'

const studio = vi.hoisted(() => ({id: 'li-wei', undo: [] as unknown[], toasts: new Map<unknown, unknown>()}))

vi.mock('sanity', async (original) => ({
  ...(await original<typeof import('sanity')>()),
  useClient: () => 'client',
  useCurrentUser: () => studio,
  useSchema: () => ({get: () => undefined}),
}))
vi.mock('./ownSteps.ts', async (original) => ({
  ...(await original<typeof import('./ownSteps.ts')>()),
  readSteps: async () => ({undo: studio.undo, redo: []}),
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
