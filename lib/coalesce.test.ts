import {expect, it} from 'vitest'
import {coalesce} from './coalesce.ts'

/** A question whose answers are given by the test, in turn. */
function question() {
  const asked: PromiseWithResolvers<string>[] = []
  const ask = coalesce(() => {
    const answer = Promise.withResolvers<string>()
    asked.push(answer)
    return answer.promise
  })
  return {ask, asked}
}

it('those who come while it runs share one run that begins after it', async () => {
  const {ask, asked} = question()
  const first = ask()
  const [second, third] = [ask(), ask()]
  expect(asked).toHaveLength(1)
  asked[0]?.resolve('old')
  expect(await first).toBe('old')
  await Promise.resolve()
  asked[1]?.resolve('new')
  expect(await Promise.all([second, third])).toEqual(['new', 'new'])
  expect(asked).toHaveLength(2)
})

it('runs once at a time also for whoever calls again as soon as a run has ended', async () => {
  const {ask, asked} = question()
  const first = ask()
  const waiting = ask()
  const again = first.then(() => ask())
  asked[0]?.resolve('old')
  await first
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.resolve('new')
  expect(await Promise.all([waiting, again])).toEqual(['new', 'new'])
  expect(asked).toHaveLength(2)
})

it('a failure rejects the calls that share it, and the next call starts a new run', async () => {
  const {ask, asked} = question()
  const first = ask()
  const second = ask()
  asked[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await Promise.resolve()
  asked[1]?.resolve('back')
  expect(await second).toBe('back')
  const third = ask()
  asked[2]?.resolve('again')
  expect(await third).toBe('again')
})
