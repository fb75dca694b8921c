import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest'
import {followPerspective, subscribeToChanges} from './DraftOverlay.tsx'

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

test('asks for a stream ever more seldom while it is refused, as after the session has ended, and soon again once it was open', () => {
  const end = subscribeToChanges('/events', changed)
  const pauses = () =>
    Array.from({length: 7}, () => {
      const before = Date.now()
      TestEventSource.opened.at(-1)?.fail(2)
      vi.advanceTimersToNextTimer()
      return Date.now() - before
    })
  expect(pauses()).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  TestEventSource.opened.at(-1)?.dispatchEvent(new Event('open'))
  expect(pauses()[0]).toBe(2000)
  end()
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

describe('the perspective that the Studio names', () => {
  /** Follows one on a page that is in another, until `shows` says that a refresh has rendered it. */
  function follow(answers: (number | Error)[], shows: (refreshes: number) => boolean) {
    const refresh = vi.fn()
    const keep = vi.fn(async () => {
      const answer = answers.shift() ?? 204
      if (answer instanceof Error) throw answer
      return new Response(null, {status: answer})
    })
    vi.stubGlobal('fetch', keep)
    const end = new AbortController()
    const isShown = () => shows(refresh.mock.calls.length)
    void followPerspective('drafts', {url: '/perspective', isShown, refresh, signal: end.signal})
    return {refresh, keep, end}
  }

  test.each<[string, (number | Error)[]]>([
    ['is kept at once', [200]],
    ['was kept already, but after this page was asked for', [204]],
  ])('is shown by one refresh where it %s', async (_, answers) => {
    const {refresh, keep} = follow(answers, (refreshes) => refreshes > 0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([keep.mock.calls.length, refresh.mock.calls.length]).toEqual([1, 1])
  })

  test('is kept again where the site did not answer, and shown again where a refresh failed', async () => {
    const {refresh, keep} = follow([new Error('offline'), 503, 200], (refreshes) => refreshes > 3)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([keep.mock.calls.length, refresh.mock.calls.length]).toEqual([4, 4])
  })

  test('is only kept where the page was rendered in it', async () => {
    const {refresh, keep} = follow([204], () => true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([keep.mock.calls.length, refresh.mock.calls.length]).toEqual([1, 0])
  })

  test('is given up for another one', async () => {
    const {refresh, keep, end} = follow([new Error('offline')], () => false)
    end.abort()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([keep.mock.calls.length, refresh.mock.calls.length]).toEqual([1, 0])
  })
})
