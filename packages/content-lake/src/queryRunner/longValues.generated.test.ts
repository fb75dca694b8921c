import {afterEach, describe, expect, test, vi} from 'vitest'
import {ANONYMOUS, SYSTEM} from '../access/identities.ts'
import {CostlyQuery} from '../query/limits/queryLimits.ts'
import {threadTime} from '../query/limits/StepBudget.ts'
import {useCountedClock} from '../testing/countedClock.ts'
import fc from '../testing/fastCheck.ts'
import {openTestLake} from '../testing/openTestLake.ts'
import {textIndexed} from '../testing/textIndexed.ts'
import type {JsonValue} from '../types.ts'
import {QueryProcess} from './QueryProcess.ts'

const RUNS = 60 * Number(process.env.FUZZ_FACTOR || 1)

/** Ten times what a query may take, for garbage collection. A step without a limit takes that a hundred times. */
const MAX_MS = 2000

afterEach(() => vi.restoreAllMocks())

interface Request {
  query: string
  params?: Record<string, JsonValue>
  resultSourceMap?: boolean
}

/** A lake whose query process only counts what it gets. */
async function openLake() {
  const lake = await openTestLake()
  const mutations = Array.from({length: 20}, (_, n) => ({
    create: {
      _id: `d${n}`,
      _type: 'page',
      n,
      title: `title ${n}`,
      body: `word${n} some text `.repeat(100),
      items: Array.from({length: 60}, (_, at) => `item ${n} ${at}`),
    },
  }))
  lake.commit({mutations, author: SYSTEM})
  await textIndexed(lake.documents.indexes)
  const elsewhere = vi.spyOn(QueryProcess.prototype, 'run').mockRejectedValue(new CostlyQuery())
  const ask = (request: Request) => lake.query({params: {}, perspective: 'published', identity: ANONYMOUS, ...request})
  return {lake, ask, elsewhere}
}

const joined = (condition: string, times: number, operator = ' || '): string =>
  Array(times).fill(condition).join(operator)
const filter = (condition: string, times: number): string => `*[${joined(condition, times)}]{_id}`
const many = (length: number, item: JsonValue = 1): JsonValue[] => Array(length).fill(item)

const parts = 'a.'.repeat(8000)
const pathPattern = `**.${'a.'.repeat(4000)}b` /** A word of many letters, which costs most with wildcards. */
const word = 'a'.repeat(60_000)
const words = 'ab '.repeat(20_000)

const LONG: Record<string, Request> = {
  'a path of many parts': {query: filter('$p in path($q)', 100), params: {p: parts, q: pathPattern}},
  'a list searched again and again': {query: filter('0 in $p', 400), params: {p: many(31_000)}},
  'the sum of a list': {query: filter('math::sum($p) == 0', 400), params: {p: many(31_000)}},
  'the length of a list': {query: filter('count($p) == 0', 400), params: {p: many(31_000)}},
  'the length of a text': {query: filter('length($p) == 0', 400), params: {p: words}},
  'a list without duplicates': {query: filter('array::unique($p) == 0', 400), params: {p: many(31_000)}},
  'references to any of a list': {query: filter('references($p)', 400), params: {p: many(15_000, 'a')}},
  'an attribute of each item of a list': {query: filter('$p[].a == 0', 400), params: {p: many(31_000)}},
  'words of a long text': {query: filter('$p match "zz"', 400), params: {p: words}},
  'many words in a text': {query: filter('body match $p', 20), params: {p: [...many(16, '*o*'), ...many(9000, '*q*')]}},
  'a long word with wildcards': {
    query: filter('$p match "*a*a*b"', 400),
    params: {p: word},
  },
  'a long score': {
    query: `* | score(${joined('$p match "zz"', 100, ', ')})`,
    params: {p: words},
  },
  'a text split at a long one': {
    query: filter('string::split($p, $q) == 0', 100),
    params: {p: 'a'.repeat(40_000), q: `${'a'.repeat(10_000)}b${'a'.repeat(10_000)}`},
  },
  'a literal of a query': {query: `["${words.slice(0, 15_000)}"][${joined('@ match "zz"', 800)}]`},
  'texts made by a query': {query: `[array::join(*[].body, "")][${joined('@ match "zz"', 400)}]`},
  'slices of a list': {query: `count([${joined('$p[0..40000]', 1200, ', ')}])`, params: {p: many(31_000)}},
  'all releases, again and again': {query: filter('count(releases::all()) == 1', 300)},
  'a left side copied for each word': {
    query: `*[[${joined('@', 300, ', ')}] match text::query("${'a '.repeat(300)}")]`,
  },
  'names of attributes in a source map': {
    query: `{"${'k'.repeat(16_500)}": *}`,
    resultSourceMap: true,
  },
}

describe('holds up nobody: it goes to the query process', () => {
  test.each(Object.entries(LONG))('%s', async (_, request) => {
    const {ask, elsewhere} = await openLake()
    useCountedClock(5)
    await ask(request).catch(() => {})
    expect(elsewhere).toHaveBeenCalled()
  })
})

/** A condition on `$p` and `$q`, of which each costs most for other values. */
const condition = fc.constantFrom(
  '$p in path($q)',
  '$p in $q',
  '$p == $q',
  '$p < $q',
  '$p match "*a*a*b"',
  'body match $p',
  '$p match "zz"',
  '[$p, body] match text::query($q)',
  'references($p)',
  'references($p, $q)',
  'string::startsWith($p, $q)',
  'string::split($p, $q) == 1',
  'string::split($p, "") == 1',
  'lower($p) == 1',
  'length($p) == 1',
  'count($p) == 1',
  'math::sum($p) == 1',
  'math::max($p) == 1',
  'array::unique($p) == 1',
  'array::compact($p) == 1',
  'array::join($p, $q) == 1',
  'pt::text($p) == 1',
  'dateTime($p) == 1',
  'string($p) == 1',
  'defined($p)',
  'sanity::versionOf($p)',
  '$p + $q == 1',
  '[...$p, ...$q] == 1',
  '{...$p} == 1',
  '$p[].a == 1',
  '$p[][].a == 1',
  '$p[0..90000] == 1',
  '$p[@ == 1] == 1',
  '($p | order(@)) == 1',
  'count(*[title == $p]) == 1',
  'count(*[title match $p]) == 1',
  'count(releases::all()) == 1',
  'coalesce($p, $q) == 1',
  'select($p == 1 => $q) == 1',
  '_id in *[title == $p]._id',
)
const times = fc.constantFrom(1, 10, 100, 400, 1000)

/** Values as long as the main thread takes them, or short. */
const value = fc.oneof(
  fc.constantFrom<JsonValue>('a', 1, null, parts, pathPattern, words, word, `${word.slice(0, 20_000)}b`),
  fc.nat(31_000).map((length) => many(length)),
  fc.nat(15_000).map((length) => many(length, 'a')),
  fc.nat(9000).map((length) => many(length, [1])),
  fc.nat(4000).map((length) => many(length, {_type: 'block', children: []})),
  fc.nat(60_000).map((length) => 'a'.repeat(length)),
  fc.nat(30_000).map((length) => '试'.repeat(length)),
  fc.nat(6000).map((length) => Object.fromEntries(many(length).map((item, at) => [`k${at}`, item]))),
)

const request: fc.Arbitrary<Request> = fc.oneof(
  fc
    .record({
      condition,
      times,
      operator: fc.constantFrom(' || ', ' && '),
      wrap: fc.constantFrom(
        (text: string) => `*[${text}]{_id}`,
        (text: string) => `* | order(${text})`,
        (text: string) => `* | score(${text})`,
        (text: string) => `*{"a": ${text}}`,
        (text: string) => `{"a": ${text}}`,
      ),
      p: value,
      q: value,
      resultSourceMap: fc.boolean(),
    })
    .map(({condition: one, times: count, operator, wrap, p, q, resultSourceMap}) => ({
      query: wrap(joined(one, count, operator)),
      params: {p, q},
      resultSourceMap,
    })),
  fc
    .record({
      name: fc.nat(31_000).map((length) => 'k'.repeat(length)),
      inner: fc.constantFrom('*', '*[0...30]', '*.items', '*[].items[]'),
    })
    .map(({name, inner}) => ({query: `{"${name}": ${inner}}`, resultSourceMap: true})),
  fc
    .record({left: fc.nat(2000), terms: fc.nat(2000)})
    .map(({left, terms}) => ({query: `*[[${joined('@', left, ', ')}] match text::query("${'a '.repeat(terms)}")]`})),
  fc
    .record({literal: fc.nat(25_000), condition, times: fc.nat(200)})
    .map(({literal, condition: one, times: count}) => ({
      query: `["${'a '.repeat(literal / 2)}"][${joined(one.replaceAll(/\$[pq]/g, '@'), count)}]`,
    })),
)

test('nobody is held up by a request of a stranger, whatever the lengths of what it sends', async () => {
  const {ask} = await openLake()
  await fc.assert(
    fc.asyncProperty(request, async (asked) => {
      const start = threadTime()
      // Evaluated within this call, or given away.
      const answer = ask(asked)
      expect(threadTime() - start).toBeLessThan(MAX_MS)
      await answer.catch(() => {})
    }),
    {numRuns: RUNS, endOnFailure: true},
  )
})
