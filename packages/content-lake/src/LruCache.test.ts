import {expect, test} from 'vitest'
import {LruCache} from './LruCache.ts'
import {withTimeLimit} from './query/limits/StepBudget.ts'

const ROUNDS = 100
const KEYS = Array.from({length: 300}, (_, index) => `key${index}`)

/** Stopped at any point, a linked list, as in the package `lru-cache`, answers some keys with values of others. */
test('a cache that V8 stops in the middle of a step answers no key with the value of another', () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const cache = new LruCache<string, string>(200)
    const fill = (): void => {
      for (;;) for (const key of KEYS) if (cache.get(key) === undefined) cache.set(key, key)
    }
    expect(() => withTimeLimit(2, fill)).toThrow()
    for (const key of KEYS) {
      expect(cache.get(key) ?? key).toBe(key)
      cache.set(key, key)
    }
  }
})

test('a cache evicts what was used least recently, by number or by weight', () => {
  const counted = new LruCache<string, number>(2)
  counted.set('a', 1)
  counted.set('b', 2)
  counted.get('a')
  counted.set('c', 3)
  expect(Array.from(counted.keys())).toEqual(['a', 'c'])
  const weighed = new LruCache<string, number>(10, (weight) => weight)
  weighed.set('a', 4)
  weighed.set('b', 4)
  weighed.set('b', 6)
  weighed.set('c', 3)
  expect(Array.from(weighed.entries())).toEqual([
    ['b', 6],
    ['c', 3],
  ])
})

test('an entry that alone is heavier than the limit is not kept, and evicts nothing but its predecessor', () => {
  const cache = new LruCache<string, number>(10, (weight) => weight)
  cache.set('a', 4)
  cache.set('b', 4)
  cache.set('b', 11)
  expect(Array.from(cache.entries())).toEqual([['a', 4]])
})
