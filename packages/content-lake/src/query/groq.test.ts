import {Path, parse} from 'groq-js'
import {expect, test} from 'vitest'
import {callNative, evaluateGroq, type GroqNode, parseGroq, patternOfPath, toJson} from './groq.ts'

/** Fast checks that what the lake takes from groq-js beyond its documented interface still exists. */
const page = 'see “What we rely on that is not public” in docs/upgrading.md'

test('groq-js makes the syntax trees that the lake rewrites', () => {
  expect(parse('*[_type == "a"]{b}'), page).toMatchObject({
    type: 'Map',
    base: {type: 'Filter', base: {type: 'Everything'}, expr: {type: 'OpCall', op: '=='}},
    expr: {type: 'Projection', expr: {type: 'Object', attributes: [{type: 'ObjectAttributeValue', name: 'b'}]}},
  })
})

/** Evaluates as the lake does. */
const evaluate = (query: string | GroqNode, before?: unknown, after?: unknown): unknown =>
  toJson(
    evaluateGroq(typeof query === 'string' ? parseGroq(query) : query, {
      dataset: [{_id: 'a.b', _type: 'a', words: 'lab report'}],
      params: {},
      identity: 'test',
      timestamp: new Date(0),
      sanity: {projectId: 'local', dataset: 'production'},
      dereference: () => undefined,
      before,
      after,
    }),
  )

test.each([
  ['score(boost(a match "x", 2))', {type: 'PipeFuncCall', name: 'score', args: [{type: 'FuncCall', name: 'boost'}]}],
  ['order(a desc)', {type: 'PipeFuncCall', name: 'order'}],
])('groq-js makes the syntax trees that the lake rewrites: %s', (call, tree) => {
  expect(parse(`* | ${call}`), page).toMatchObject(tree)
})

test.each([
  ['a match "x"', {type: 'OpCall', op: 'match', left: {type: 'AccessAttribute', name: 'a'}, right: {type: 'Value'}}],
  ['a in path("x.*")', {type: 'OpCall', op: 'in', right: {type: 'FuncCall', name: 'path'}}],
  ['array::unique([1])', {type: 'FuncCall', namespace: 'array', name: 'unique', args: [{type: 'Array'}]}],
  ['a && b', {type: 'And', left: {name: 'a'}, right: {name: 'b'}}],
])('groq-js makes the syntax trees that the lake rewrites: %s', (query, tree) => {
  expect(parse(query), page).toMatchObject(tree)
})

test('groq-js evaluates at once, what it is given for arguments by their map', () => {
  const called: unknown[] = []
  const tree = callNative(
    ([node], run) => {
      called.push(node && run(node).data)
      return 'answer'
    },
    [parseGroq('1 + 1')],
  )
  expect(evaluate(tree), `the lake calls its own functions by “args.map” of coalesce(): ${page}`).toBe('answer')
  expect(called).toEqual([2])
})

test('groq-js compares before and after in filters of webhooks', () => {
  const tree = parseGroq('before().a != after().a', {mode: 'delta'})
  expect(evaluate(tree, {a: 1}, {a: 2}), page).toBe(true)
  expect(evaluate(tree, {a: 1}, {a: 1}), page).toBe(false)
})

test('groq-js hands out patterns of paths', () => {
  expect(patternOfPath(new Path('a.*')), page).toBe('a.*')
  expect(evaluate('count(*[_id in path("a.*")])'), page).toBe(1)
})
