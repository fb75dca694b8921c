import {expect, test} from 'vitest'
import {randomness} from '../testing/randomness.ts'
import {compileTerms} from './matchText.ts'

/** As groq-js takes texts and patterns apart. */
const DOTS = /(\b\.+|\.+\b)/g
const tokensOf = (text: string) => text.replace(DOTS, '').match(/([^!@#$%^&*(),\\/?";:{}|[\]+<>\s-])+/g) ?? []
const termsOf = (text: string) =>
  (text.replace(DOTS, '').match(/([^!@#$%^&(),\\/?";:{}|[\]+<>\s-])+/g) ?? []).map(
    (term) => new RegExp(`^${term.slice(0, 1024).replace(/\*/g, '.*')}$`, 'i'),
  )

const PIECES = [
  'a',
  'A',
  'ab',
  'ſ',
  'ß',
  'é',
  '试',
  '试验',
  '验',
  '.',
  '..',
  '-',
  ' ',
  '\n',
  ',',
  "'",
  '_',
  '1',
  '$',
  '|',
  '^',
  '🚗',
  'K',
]

test('counts the tokens that a pattern matches as groq-js does, on generated texts and patterns', () => {
  const random = randomness(20261121)
  const some = (pieces: readonly string[], length: number) =>
    Array.from({length: 1 + random.below(length)}, () => random.pick(pieces)).join('')
  let matched = 0
  for (let run = 0; run < 20_000; run += 1) {
    const [text, pattern] = [some(PIECES, 12), some([...PIECES, '*', '*'], 4)]
    const expected = termsOf(pattern).map((term) => tokensOf(text).filter((token) => term.test(token)).length)
    expect([text, pattern, compileTerms(pattern).map((term) => term.count(text))]).toEqual([text, pattern, expected])
    const isIn = compileTerms(pattern).map((term) => term.isIn(text))
    expect([text, pattern, isIn]).toEqual([text, pattern, expected.map((count) => count > 0)])
    matched += expected.some((count) => count > 0) ? 1 : 0
  }
  expect(matched).toBeGreaterThan(1000)
})
