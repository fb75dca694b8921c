import {BehaviorSubject, type Observable} from 'rxjs'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {UnsavedEdits} from './UnsavedEdits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const document = (isConsistent?: Observable<boolean>) => ({commit: vi.fn(), release: vi.fn(), isConsistent})

test('edits of two documents are both committed, in any order', () => {
  const edits = new UnsavedEdits()
  const [a, b] = [document(), document()]
  for (const [id, edited] of [
    ['a', a],
    ['b', b],
    ['a', a],
    ['b', b],
  ] as const) {
    edits.recordEdit(id, 1, () => edited)
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(300)
  expect([a.commit.mock.calls.length, b.commit.mock.calls.length]).toEqual([1, 1])
  expect([a.release.mock.calls.length, b.release.mock.calls.length]).toEqual([1, 1])
  expect(edits.isUnsaved()).toBe(false)
})

test('a document stays open until its commit is answered, and the next commit waits for it', () => {
  const edits = new UnsavedEdits()
  const a = document()
  // The transport reports the first commit before the edit is recorded.
  const done = edits.trackCommit(['a'], true)
  for (let letter = 0; letter < 100; letter++) {
    edits.recordEdit('a', 1, () => a)
    vi.advanceTimersByTime(100)
  }
  expect(a.commit).not.toHaveBeenCalled()
  expect(a.release).not.toHaveBeenCalled()
  done()
  expect(a.commit).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1000)
  expect(a.release).toHaveBeenCalledOnce()
})

test('an edit too large to be sent after unload is committed at once', () => {
  const edits = new UnsavedEdits()
  const a = document()
  edits.recordEdit('a', 60_000, () => a)
  expect(a.commit).toHaveBeenCalledOnce()
})

test('a keystroke in Portable Text is unsafe until it is patched, or until there is nothing to patch', () => {
  const edits = new UnsavedEdits()
  edits.recordKeystroke()
  expect(edits.wouldLoseEdits).toBe(true)
  edits.recordEdit('a', 1, () => document())
  expect(edits.wouldLoseEdits).toBe(false)
  edits.recordKeystroke()
  vi.advanceTimersByTime(2000)
  expect(edits.wouldLoseEdits).toBe(false)
})

test('without a transport that reports commits, Sanity’s own status decides what is unsaved', () => {
  const edits = new UnsavedEdits()
  const isConsistent = new BehaviorSubject(false)
  const a = document(isConsistent)
  edits.recordEdit('a', 1, () => a)
  edits.flush()
  vi.advanceTimersByTime(1000)
  expect([edits.wouldLoseEdits, edits.isUnsaved(['a'])]).toEqual([true, true])
  isConsistent.next(true)
  vi.advanceTimersByTime(1000)
  expect([edits.wouldLoseEdits, edits.isUnsaved(['a'])]).toEqual([false, false])
  expect(a.release).toHaveBeenCalledOnce()
})

test('what a field holds back is edited before a flush, and saved by it', () => {
  const edits = new UnsavedEdits()
  const a = document()
  const stop = edits.onFlush(() => edits.recordEdit('a', 1, () => a))
  edits.flushOnUnload()
  expect(a.commit).toHaveBeenCalledOnce()
  stop()
  edits.flush()
  expect(a.commit).toHaveBeenCalledOnce()
})

test('a listener hears of a document that is no longer saved, of one that is again, and of the end of typing', () => {
  const edits = new UnsavedEdits()
  const heard = new Set<string>()
  edits.subscribe(() => heard.add(`${edits.isTyping} ${edits.isUnsaved(['a'])}`))
  edits.recordKeystroke()
  edits.recordEdit('a', 1, () => document())
  vi.advanceTimersByTime(1000)
  expect([...heard]).toEqual(['true true', 'false true', 'false false'])
})
