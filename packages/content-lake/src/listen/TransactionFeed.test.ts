import {expect, test} from 'vitest'
import {SYSTEM} from '../access/identities.ts'
import {openTestLake} from '../testing/openTestLake.ts'
import type {Transaction} from '../types.ts'
import {RecentTransactions, TransactionFeed} from './TransactionFeed.ts'

const transaction = (seq: number, text = ''): Transaction => ({
  seq,
  id: `t${seq}`,
  timestamp: text,
  author: 'system',
  changes: [],
})

const numbers = (transactions: Transaction[] | undefined) => transactions?.map(({seq}) => seq)

test('gives all that came after a transaction, or nothing when some of it is forgotten', () => {
  const recent = new RecentTransactions(3)
  for (const seq of [5, 6, 7, 9]) recent.add(transaction(seq))
  expect(numbers(recent.after(9, 9))).toEqual([])
  expect(numbers(recent.after(7, 9))).toEqual([9])
  expect(numbers(recent.after(6, 9))).toEqual([7, 9])
  expect(numbers(recent.after(5, 9))).toEqual([6, 7, 9])
  expect(recent.after(4, 9)).toBeUndefined()
  expect(recent.after(12, 9)).toBeUndefined()
})

test('holds no more text than it may', () => {
  const recent = new RecentTransactions(100, 1000)
  for (const seq of [1, 2, 3]) recent.add(transaction(seq, 'x'.repeat(400)))
  expect(recent.after(0, 3)).toBeUndefined()
  expect(numbers(recent.after(1, 3))).toEqual([2, 3])
  recent.add(transaction(4, 'x'.repeat(2000)))
  expect(recent.after(3, 4)).toBeUndefined()
})

test('one whose JSON is longer than a string can be is forgotten with what came before, and keeps from no reader', () => {
  const recent = new RecentTransactions()
  recent.add(transaction(1))
  const changes = Object.assign([], {
    [Symbol.iterator]: () => {
      throw new RangeError('Invalid string length')
    },
  })
  recent.add({...transaction(2), changes})
  recent.add(transaction(3))
  expect(recent.after(1, 3)).toBeUndefined()
  expect(numbers(recent.after(2, 3))).toEqual([3])
})

test('a reader that fails keeps nothing from the others, and is heard of', async () => {
  const lake = await openTestLake()
  const feed = new TransactionFeed(lake)
  const heard: number[] = []
  feed.subscribe(() => {
    throw new Error('too slow')
  })
  feed.subscribe(({seq}) => heard.push(seq))
  lake.commit({mutations: [{create: {_id: 'a', _type: 'page'}}], author: SYSTEM})
  expect(heard).toEqual([1])
})
