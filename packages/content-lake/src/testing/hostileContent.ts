import type {JsonObject, JsonValue} from '../types.ts'
import fc, {words} from './fastCheck.ts'

/** Is replaced by a number that JavaScript has no room for. */
const TOO_LARGE_NUMBER = '\u0001too large\u0001'

const NAMES = [
  ...words(
    'a b list title ref _key _ref _weak _type _id _rev _system toJSON then constructor prototype __proto__ hasOwnProperty length next type data value a.b [0] .. * 字段',
  ),
  '',
  '\0',
  '\n',
  '\ud800',
]

const name = fc.oneof({arbitrary: fc.constantFrom(...NAMES), weight: 4}, fc.string({unit: 'binary', maxLength: 12}))

const text = fc.oneof(
  {arbitrary: fc.string({unit: 'binary', maxLength: 30}), weight: 30},
  {
    arbitrary: fc.constantFrom(
      '',
      '\0',
      '\ud800',
      '\udfff\ud800',
      'data:text/plain,x',
      '2020-01-01T00:00:00Z',
      '试验报告',
      TOO_LARGE_NUMBER,
    ),
    weight: 12,
  },
  {
    arbitrary: fc
      .tuple(
        fc.constantFrom('x', '.', 'x ', '. ', '试', '\0', '\ud800', 'ſ', '-', 'a.', '"'),
        fc.integer({min: 1, max: 300_000}),
      )
      .map(([piece, times]) => piece.repeat(times)),
    weight: 1,
  },
)

const {value} = fc.letrec<{value: JsonValue}>((tie) => ({
  value: fc.oneof(
    {depthSize: 'small', withCrossShrink: true},
    text,
    fc.oneof(
      fc.double({noNaN: true, noDefaultInfinity: true}),
      fc.constantFrom(-0, 5e-324, 1.7976931348623157e308, 2 ** 53),
    ),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), {maxLength: 6}),
    objectOf(name, tie('value'), 6),
    fc.array(fc.record({_key: fc.constantFrom('k', 'l', ''), a: tie('value')}), {maxLength: 4}),
    fc.integer({min: 1, max: 120}).map((depth) => nested(depth)),
    fc.integer({min: 1, max: 20_000}).map((length) => Array.from({length}, (_, index) => index)),
    fc
      .integer({min: 1, max: 5000})
      .map((length) => Object.fromEntries(Array.from({length}, (_, index) => [`k${index}`, index]))),
  ),
}))

/** `Object.fromEntries` keeps `__proto__` as a field, as JSON does. */
function objectOf<Value>(names: fc.Arbitrary<string>, values: fc.Arbitrary<Value>, maxLength: number) {
  return fc.array(fc.tuple(names, values), {maxLength}).map((entries) => Object.fromEntries(entries))
}

const nested = (depth: number): JsonValue =>
  depth === 0 ? 'leaf' : depth % 2 ? [nested(depth - 1)] : {a: nested(depth - 1)}

const IDS = ['one', 'two', 'three', 'drafts.one', 'versions.r.two', 'a-b_c.d']
const BAD_IDS = ['', '.', 'a b', 'x'.repeat(200), '-', '__proto__', '字', 'a..b', '\0']

const id = fc.oneof({arbitrary: fc.constantFrom(...IDS), weight: 12}, fc.constantFrom(...BAD_IDS))

const path = fc.oneof(
  {
    arbitrary: fc.constantFrom(
      ...words(
        'a b list title a.b a.list[0] list[-1] list[0:99999] list[*].a a[_key=="k"] ..a ..a..b..a _type _id _rev __proto__.x constructor.prototype.y a["b"] list[0,1,2]',
      ),
    ),
    weight: 6,
  },
  fc.string({unit: 'binary', maxLength: 10}),
  fc.integer({min: 1, max: 300}).map((depth) => Array.from({length: depth}, () => 'a').join('.')),
)

const fields = objectOf(name, value, 6)
const values = objectOf(path, value, 3)

const patch = fc.oneof(
  fc.record({set: values}),
  fc.record({setIfMissing: values}),
  fc.record({unset: fc.array(path, {maxLength: 3})}),
  fc.record({inc: objectOf(path, fc.constantFrom(1, -0, 1e308), 2)}),
  fc
    .tuple(fc.constantFrom('before', 'after', 'replace'), path, fc.array(value, {maxLength: 3}))
    .map(([where, at, items]) => ({insert: {[where]: at, items}})),
  fc.record({
    diffMatchPatch: objectOf(path, fc.constantFrom('@@ -0,0 +1 @@\n+x\n', '@@ -1 +1 @@\n-x\n+y\n', 'no patch'), 2),
  }),
)

const document: fc.Arbitrary<JsonObject> = fc
  .tuple(id, fc.oneof({arbitrary: fc.constantFrom('doc', 'other'), weight: 9}, text), fields)
  .map(([_id, _type, content]) => ({...content, _id, _type}))

const mutation = fc.oneof(
  {arbitrary: document.map((body) => ({createOrReplace: body})), weight: 5},
  {arbitrary: document.map((body) => ({create: body})), weight: 2},
  {arbitrary: document.map((body) => ({createIfNotExists: body})), weight: 1},
  {arbitrary: fc.tuple(id, patch).map(([target, edits]) => ({patch: {id: target, ...edits}})), weight: 6},
  {arbitrary: patch.map((edits) => ({patch: {query: '*[_type == "doc"]', ...edits}})), weight: 1},
  {arbitrary: id.map((target) => ({delete: {id: target}})), weight: 2},
  {arbitrary: value.map((nonsense) => nonsense), weight: 1},
)

const asJson = (content: JsonValue) => JSON.stringify(content).replaceAll(JSON.stringify(TOO_LARGE_NUMBER), '1e400')

/** Documents as JSON, with fields of all names and kinds. */
export const hostileDocuments: fc.Arbitrary<string> = document.map(asJson)

/** The bodies of mutation requests: some well-formed, some hostile, some both. */
export const hostileMutations: fc.Arbitrary<string> = fc
  .array(mutation, {minLength: 1, maxLength: 3})
  .map((mutations) => asJson({mutations}))
