import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {subscribeToChanges} from './DraftOverlay.tsx'

vi.mock('next-sanity/visual-editing', () => ({VisualEditing: () => null}))

/** An EventSource whose events the test sends. */
class TestEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: TestEventSource[] = []
  readyState = 1
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    TestEventSource.opened.push(this)
  }
  close(): void {
    this.readyState = TestEventSource.CLOSED
  }
  fail(readyState: number): void {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
}

const changed = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  TestEventSource.opened = []
  changed.mockClear()
  vi.stubGlobal('EventSource', TestEventSource)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each(['welcome', 'message', 'restart'])('tells of %s', (type) => {
  subscribeToChanges('/events', changed)
  TestEventSource.opened[0]?.dispatchEvent(new Event(type))
  expect(changed).toHaveBeenCalledOnce()
})

test('asks again for a stream that the server refused', () => {
  subscribeToChanges('/events', changed)
  TestEventSource.opened[0]?.fail(2)
  vi.runAllTimers()
  expect(TestEventSource.opened.map(({url}) => url)).toEqual(['/events', '/events'])
  TestEventSource.opened[1]?.dispatchEvent(new Event('welcome'))
  expect(changed).toHaveBeenCalledOnce()
})

test('leaves a stream alone that the browser opens again by itself', () => {
  subscribeToChanges('/events', changed)
  TestEventSource.opened[0]?.fail(0)
  vi.runAllTimers()
  expect(TestEventSource.opened).toHaveLength(1)
})

test('ends, also while it waits to ask again', () => {
  const end = subscribeToChanges('/events', changed)
  TestEventSource.opened[0]?.fail(2)
  end()
  vi.runAllTimers()
  expect(TestEventSource.opened).toHaveLength(1)
  expect(TestEventSource.opened[0]?.readyState).toBe(2)
})
