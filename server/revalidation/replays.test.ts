import {expect, it} from 'vitest'
import {signatureLife} from '../../lib/webhookSignature.ts'
import {Replays} from './replays.ts'

it('knows a signature again for as long as it holds', () => {
  const replays = new Replays()
  replays.add('a', 0)
  expect(replays.has('a', signatureLife)).toBe(true)
  expect(replays.has('b', 0)).toBe(false)
  expect(replays.has('a', signatureLife + 1)).toBe(false)
})

it('forgets the oldest of many', () => {
  const replays = new Replays()
  for (let index = 0; index <= 5000; index++) replays.add(String(index), 0)
  expect([replays.has('0', 0), replays.has('1', 0), replays.has('5000', 0)]).toEqual([false, true, true])
})
