import {expect, it} from 'vitest'
import {mapConcurrently} from './concurrency.ts'

it('has eight calls in flight while there is more to do: a slow one holds up no other', async () => {
  const calls: PromiseWithResolvers<number>[] = []
  const results = mapConcurrently([...Array(20).keys()], () => {
    const call = Promise.withResolvers<number>()
    calls.push(call)
    return call.promise
  })
  expect(calls).toHaveLength(8)
  for (let index = 1; index < 20; index++) {
    calls[index]?.resolve(index)
    await Promise.resolve()
  }
  await expect.poll(() => calls.length).toBe(20)
  for (const [index, call] of calls.entries()) call.resolve(index)
  expect(await results).toEqual([...Array(20).keys()])
})
