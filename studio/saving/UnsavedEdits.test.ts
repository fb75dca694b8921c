import {BehaviorSubject, type Observable} from 'rxjs'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {UnsavedEdits} from './UnsavedEdits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const document = (isConsistent?: Observable<boolean>) => ({commit: vi.fn(), release: vi.fn(), isConsistent})

test('edits of two documents are both committed, in whatever order they are made', () => {
  const edits = new UnsavedEdits()
  const [a, b] = [document(), document()]
  for (const [id, edited] of [
    ['a', a],
    ['b', b],
    ['a', a],
    ['b', b],
  ] as const) {
    edits.edited(id, 1, () => edited)
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(300)
  expect([a.commit.mock.calls.length, b.commit.mock.calls.length]).toEqual([1, 1])
  expect([a.release.mock.calls.length, b.release.mock.calls.length]).toEqual([1, 1])
  expect(edits.isUnsaved()).toBe(false)
})

test('a document is kept until the lake has answered, and its next commit waits for that', () => {
  const edits = new UnsavedEdits()
  const a = document()
  // The first commit is on its way before anyone hears of the edit.
  const done = edits.sending(['a'], true)
  for (let letter = 0; letter < 100; letter++) {
    edits.edited('a', 1, () => a)
    vi.advanceTimersByTime(100)
  }
  expect(a.commit).not.toHaveBeenCalled()
  expect(a.release).not.toHaveBeenCalled()
  done()
  expect(a.commit).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1000)
  expect(a.release).toHaveBeenCalledOnce()
})

test('an edit too large to outlive the page is not kept waiting', () => {
  const edits = new UnsavedEdits()
  const a = document()
  edits.edited('a', 60_000, () => a)
  expect(a.commit).toHaveBeenCalledOnce()
})

test('a key in an editor that patches late is in danger until it has patched, or has nothing to patch', () => {
  const edits = new UnsavedEdits()
  edits.typing()
  expect(edits.isEndangered).toBe(true)
  edits.edited('a', 1, () => document())
  expect(edits.isEndangered).toBe(false)
  edits.typing()
  vi.advanceTimersByTime(2000)
  expect(edits.isEndangered).toBe(false)
})

test('where no transport tells of commits, Sanity says what is unsaved', () => {
  const edits = new UnsavedEdits()
  const isConsistent = new BehaviorSubject(false)
  const a = document(isConsistent)
  edits.edited('a', 1, () => a)
  edits.flush()
  vi.advanceTimersByTime(1000)
  expect([edits.isEndangered, edits.isUnsaved(['a'])]).toEqual([true, true])
  isConsistent.next(true)
  vi.advanceTimersByTime(1000)
  expect([edits.isEndangered, edits.isUnsaved(['a'])]).toEqual([false, false])
  expect(a.release).toHaveBeenCalledOnce()
})
