import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {minimumPending} from '../lib/constants.ts'
import {createFetchState} from './fetchState.ts'

const initial = {data: undefined, pending: false, error: undefined, timestamp: undefined}

/** A fetch whose requests the test answers, in order. */
function create() {
  const requests: PromiseWithResolvers<string>[] = []
  const changed = vi.fn()
  const request = createFetchState(() => {
    const next = Promise.withResolvers<string>()
    requests.push(next)
    return next.promise
  }, changed)
  return {request, requests, changed}
}

describe('the state of a fetch', () => {
  beforeEach(() => {
    vi.useFakeTimers({now: 1_000_000})
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is empty before the first request', () => {
    expect(create().request.state()).toEqual(initial)
  })

  it('stays pending for the minimum time, although the data are there', async () => {
    const {request, requests} = create()
    request.fetch()
    expect(request.state()).toEqual({...initial, pending: true})
    requests[0]?.resolve('one')
    await vi.advanceTimersByTimeAsync(minimumPending - 1)
    expect(request.state()).toEqual({...initial, data: 'one', pending: true, timestamp: 1_000_000})
    await vi.advanceTimersByTimeAsync(1)
    expect(request.state()).toEqual({...initial, data: 'one', timestamp: 1_000_000})
  })

  it('is pending for as long as a slow request takes, and no longer', async () => {
    const {request, requests} = create()
    request.fetch()
    await vi.advanceTimersByTimeAsync(10 * minimumPending)
    expect(request.state().pending).toBe(true)
    requests[0]?.resolve('one')
    await vi.advanceTimersByTimeAsync(0)
    expect(request.state()).toEqual({...initial, data: 'one', timestamp: 1_000_000 + 10 * minimumPending})
  })

  it('has the error of a failed request, and keeps the data and their time', async () => {
    const {request, requests} = create()
    request.fetch()
    requests[0]?.resolve('one')
    await vi.runAllTimersAsync()
    vi.advanceTimersByTime(60_000)
    request.fetch()
    const error = new Error('No connection')
    requests[1]?.reject(error)
    await vi.runAllTimersAsync()
    expect(request.state()).toEqual({data: 'one', pending: false, error, timestamp: 1_000_000})
  })

  it('knows that a request failed although nothing was thrown with it', async () => {
    const {request, requests} = create()
    request.fetch()
    requests[0]?.reject(undefined)
    await vi.runAllTimersAsync()
    expect(request.state().error).toBeInstanceOf(Error)
  })

  it('has no error any more after a request that succeeds, and keeps it until then', async () => {
    const {request, requests} = create()
    request.fetch()
    requests[0]?.reject(new Error('No connection'))
    await vi.runAllTimersAsync()
    request.fetch()
    expect(request.state().error).toBeDefined()
    requests[1]?.resolve('two')
    await vi.runAllTimersAsync()
    expect(request.state()).toEqual({...initial, data: 'two', timestamp: expect.any(Number)})
  })

  it('asks once while a request is pending', async () => {
    const {request, requests} = create()
    request.fetch()
    await request.fetch()
    expect(requests).toHaveLength(1)
  })

  it('is empty after a reset, whatever a request that was pending then brings', async () => {
    const {request, requests} = create()
    request.fetch()
    request.reset()
    expect(request.state()).toEqual(initial)
    requests[0]?.resolve('late')
    await vi.runAllTimersAsync()
    expect(request.state()).toEqual(initial)
  })

  it('of a request after a reset is not touched by the one before', async () => {
    const {request, requests} = create()
    request.fetch()
    request.reset()
    request.fetch()
    requests[1]?.resolve('new')
    await vi.advanceTimersByTimeAsync(0)
    requests[0]?.reject(new Error('late'))
    await vi.runAllTimersAsync()
    expect(request.state()).toEqual({...initial, data: 'new', timestamp: 1_000_000})
  })

  it('is told of after every change', async () => {
    const {request, requests, changed} = create()
    const seen: unknown[] = []
    changed.mockImplementation(() => seen.push([request.state().data, request.state().pending]))
    request.fetch()
    requests[0]?.resolve('one')
    await vi.runAllTimersAsync()
    request.reset()
    expect(seen).toEqual([
      [undefined, true],
      ['one', true],
      ['one', false],
      [undefined, false],
    ])
  })
})
