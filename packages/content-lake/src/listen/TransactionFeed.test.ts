import {expect, test} from 'vitest'
import {SYSTEM} from '../access/identities.ts'
import {createListeners} from '../listeners.ts'
import {openTestLake} from '../testing/openTestLake.ts'
import type {Transaction} from '../types.ts'
import {createFeed} from './TransactionFeed.ts'

const transaction = (seq: number, text = ''): Transaction => ({
  seq,
  id: `t${seq}`,
  timestamp: text,
  author: 'system',
  changes: [],
})

/** A feed, and how transactions come to it: `addAll` returns the position after each. */
function openFeed(limits?: Parameters<typeof createFeed>[1]) {
  const commits = createListeners<Transaction>()
  const feed = createFeed({onTransaction: commits.add}, limits)
  return {
    ...feed,
    addAll: (...transactions: Transaction[]): string[] =>
      transactions.map((added) => {
        commits.call(added)
        return feed.position()
      }),
    numbersAfter: (position = '') => feed.missedSince(position)?.map(({transaction: {seq}}) => seq),
  }
}

test('gives all that came after a transaction, or nothing when some of it is forgotten', () => {
  const recent = openFeed({maxTransactions: 3})
  const start = recent.position()
  expect(recent.numbersAfter(start)).toEqual([])
  const [four, five, six, seven, nine] = recent.addAll(...[4, 5, 6, 7, 9].map((seq) => transaction(seq)))
  expect(recent.numbersAfter(nine)).toEqual([])
  expect(recent.numbersAfter(seven)).toEqual([9])
  expect(recent.numbersAfter(six)).toEqual([7, 9])
  expect(recent.numbersAfter(five)).toEqual([6, 7, 9])
  expect(recent.missedSince(four ?? '')).toBeUndefined()
  expect(recent.missedSince(start)).toBeUndefined()
  expect(recent.missedSince('of another run')).toBeUndefined()
})

test('holds no more text than it may', () => {
  const recent = openFeed({maxTransactions: 100, maxCharacters: 1000})
  const start = recent.position()
  const [one, , three] = recent.addAll(...[1, 2, 3].map((seq) => transaction(seq, 'x'.repeat(400))))
  expect(recent.missedSince(start)).toBeUndefined()
  expect(recent.numbersAfter(one)).toEqual([2, 3])
  const [four] = recent.addAll(transaction(4, 'x'.repeat(2000)))
  expect(recent.missedSince(three ?? '')).toBeUndefined()
  expect(recent.numbersAfter(four)).toEqual([])
})

test('one whose JSON is longer than a string can be is forgotten with what came before, and keeps from no reader', () => {
  const recent = openFeed()
  const changes = Object.assign([], {
    [Symbol.iterator]: () => {
      throw new RangeError('Invalid string length')
    },
  })
  const [one, two] = recent.addAll(transaction(1), {...transaction(2), changes}, transaction(3))
  expect(recent.missedSince(one ?? '')).toBeUndefined()
  expect(recent.numbersAfter(two)).toEqual([3])
})

test('a reader that fails keeps nothing from the others, and is heard of', async () => {
  const lake = await openTestLake()
  const feed = createFeed(lake)
  const heard: number[] = []
  feed.subscribe(() => {
    throw new Error('too slow')
  })
  feed.subscribe(({seq}) => heard.push(seq))
  lake.commit({mutations: [{create: {_id: 'a', _type: 'page'}}], author: SYSTEM})
  expect(heard).toEqual([1])
})
