import {expect, test} from 'vitest'
import {RenderQueue} from './RenderQueue.ts'

test('only so many jobs run at a time, in turn, and what is too much is refused', async () => {
  const queue = new RenderQueue({running: 2, waiting: 3})
  const jobs = Array.from({length: 5}, () => Promise.withResolvers<void>())
  const started: number[] = []
  const results = jobs.map(({promise}, index) =>
    queue.run(async () => {
      started.push(index)
      await promise
      if (index === 1) throw new Error('damaged')
      return index
    }),
  )
  await expect(queue.run(async () => 5)).rejects.toMatchObject({status: 503})
  expect(started).toEqual([0, 1])
  const outcomes = Promise.allSettled(results)
  for (const {resolve} of jobs) resolve()
  expect((await outcomes).map(({status}) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect(started).toEqual([0, 1, 2, 3, 4])
  await expect(queue.run(async () => 6)).resolves.toBe(6)
})
