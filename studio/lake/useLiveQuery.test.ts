// @vitest-environment jsdom
import {act, cleanup, renderHook} from '@testing-library/react'
import {defer, of, Subject, throwError} from 'rxjs'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {useLiveQuery} from './useLiveQuery.ts'

const studio = vi.hoisted(() => ({client: {}}))
vi.mock('sanity', () => ({useClient: () => studio.client}))

let listeners: Subject<{type: string}>[]
const fetched = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  listeners = []
  fetched.mockReset()
  const client = {
    withConfig: () => client,
    listen: () =>
      defer(() => {
        const events = new Subject<{type: string}>()
        listeners.push(events)
        return events
      }),
    observable: {fetch: fetched},
  }
  studio.client = client
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const start = () => renderHook(() => useLiveQuery<string[]>({query: '*', watched: '*', tag: 'test', pause: 200})).result
const change = async (type = 'mutation') =>
  act(async () => {
    listeners.at(-1)?.next({type})
    await vi.advanceTimersByTimeAsync(200)
  })

test('a failure is said, keeps what was there, and the next change is seen', async () => {
  fetched.mockReturnValueOnce(of(['one']))
  const live = start()
  expect(live.current).toEqual({result: ['one'], problem: undefined})
  fetched.mockReturnValueOnce(throwError(() => new Error('no access')))
  await change()
  expect(live.current.result).toEqual(['one'])
  expect(live.current.problem).toContain('no access')
  fetched.mockReturnValueOnce(of(['one', 'two']))
  await change()
  expect(live.current).toEqual({result: ['one', 'two'], problem: undefined})
})

test('asks again after an interruption, also one that has ended the listener', async () => {
  fetched.mockReturnValue(of([]))
  start()
  await change('welcome')
  expect(fetched).toHaveBeenCalledTimes(1)
  await change('welcome')
  expect(fetched).toHaveBeenCalledTimes(2)
  await act(async () => {
    listeners[0]?.error(new Error('closed'))
    await vi.advanceTimersByTimeAsync(5000)
  })
  await change('welcome')
  expect(fetched).toHaveBeenCalledTimes(3)
})
