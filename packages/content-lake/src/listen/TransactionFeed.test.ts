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

/** Adds transactions with these numbers. Returns the position after each. */
const addAll = (recent: RecentTransactions, ...transactions: Transaction[]): string[] =>
  transactions.map((added) => {
    recent.add(added)
    return recent.position
  })

const numbersAfter = (recent: RecentTransactions, position = '') =>
  recent.after(position)?.map(({transaction: {seq}}) => seq)

test('gives all that came after a transaction, or nothing when some of it is forgotten', () => {
  const recent = new RecentTransactions(3)
  const start = recent.position
  expect(numbersAfter(recent, start)).toEqual([])
  const [four, five, six, seven, nine] = addAll(recent, ...[4, 5, 6, 7, 9].map((seq) => transaction(seq)))
  expect(numbersAfter(recent, nine)).toEqual([])
  expect(numbersAfter(recent, seven)).toEqual([9])
  expect(numbersAfter(recent, six)).toEqual([7, 9])
  expect(numbersAfter(recent, five)).toEqual([6, 7, 9])
  expect(recent.after(four ?? '')).toBeUndefined()
  expect(recent.after(start)).toBeUndefined()
  expect(recent.after('of another run')).toBeUndefined()
})

test('holds no more text than it may', () => {
  const recent = new RecentTransactions(100, 1000)
  const start = recent.position
  const [one, , three] = addAll(recent, ...[1, 2, 3].map((seq) => transaction(seq, 'x'.repeat(400))))
  expect(recent.after(start)).toBeUndefined()
  expect(numbersAfter(recent, one)).toEqual([2, 3])
  const [four] = addAll(recent, transaction(4, 'x'.repeat(2000)))
  expect(recent.after(three ?? '')).toBeUndefined()
  expect(numbersAfter(recent, four)).toEqual([])
})

test('one whose JSON is longer than a string can be is forgotten with what came before, and keeps from no reader', () => {
  const recent = new RecentTransactions()
  const changes = Object.assign([], {
    [Symbol.iterator]: () => {
      throw new RangeError('Invalid string length')
    },
  })
  const [one, two] = addAll(recent, transaction(1), {...transaction(2), changes}, transaction(3))
  expect(recent.after(one ?? '')).toBeUndefined()
  expect(numbersAfter(recent, two)).toEqual([3])
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
