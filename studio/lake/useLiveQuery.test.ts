// @vitest-environment jsdom
import {act, cleanup, renderHook} from '@testing-library/react'
import {of, Subject, throwError} from 'rxjs'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {listeningClient} from './testing/listeningClient.ts'
import {useLiveQuery} from './useLiveQuery.ts'

const studio = vi.hoisted(() => ({client: {}}))
vi.mock('sanity', () => ({useClient: () => studio.client}))

let listeners: ReturnType<typeof listeningClient>['listeners']
let fetched: ReturnType<typeof listeningClient>['fetched']

beforeEach(() => {
  vi.useFakeTimers()
  const {client, ...given} = listeningClient()
  listeners = given.listeners
  fetched = given.fetched
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

test('asks again by itself what has failed, and no more once it is answered', async () => {
  fetched.mockReturnValueOnce(throwError(() => new Error('busy'))).mockReturnValue(of(['one']))
  const live = start()
  expect(live.current.problem).toContain('busy')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(live.current).toEqual({result: ['one'], problem: undefined})
  expect(fetched).toHaveBeenCalledTimes(2)
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

test('asks every few seconds while somebody types without a pause', async () => {
  fetched.mockReturnValue(of([]))
  start()
  for (let letter = 0; letter < 20; letter += 1) {
    act(() => listeners[0]?.next({type: 'mutation'}))
    await act(() => vi.advanceTimersByTimeAsync(150))
  }
  expect(fetched.mock.calls.length).toBeGreaterThan(2)
})

test('an answer that takes longer than the next change is not given up; what has changed meanwhile is asked for once', async () => {
  const answers: Subject<string[]>[] = []
  fetched.mockImplementation(() => {
    answers.push(new Subject())
    return answers.at(-1)
  })
  const live = start()
  for (const _change of ['one', 'two', 'three']) await change()
  expect(answers).toHaveLength(1)
  const answer = (result: string[]) =>
    act(async () => {
      const asked = answers.at(-1)
      asked?.next(result)
      asked?.complete()
    })
  await answer(['first'])
  expect(live.current.result).toEqual(['first'])
  expect(answers).toHaveLength(2)
  await answer(['last'])
  expect(live.current.result).toEqual(['last'])
  await change()
  expect(answers).toHaveLength(3)
})
