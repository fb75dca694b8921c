import fc, {words} from './fastCheck.ts'

const FIELDS = ['a', 'b', 'text', 'list', 'deep', 'blocks', 'ref', '_id', '_type', 'then', 'toJSON', 'constructor']
const field = fc.constantFrom(...FIELDS)

/** Each multiplies the result of the one before. */
const GROWING = [
  '{"a": [...a, ...a]}',
  '{"a": a + a, "b": a}',
  '{"a": [a, a], "b": b}',
  '{"a": @, "b": @}',
  '{..., "a": coalesce(a, text, [1, 2]) + coalesce(a, text, [1, 2])}',
  '{"a": [{"b": a}, {"b": a}][].b[]}',
  '{"a": array::join(string::split(coalesce(a, text), ""), coalesce(a, text))}',
  '{"a": string::split(coalesce(a, text), "")[]}',
  '{"a": [...list, ...coalesce(a, list)]}',
  '{"a": *{"a": *}}',
  '{"a": pt::text([...coalesce(a, blocks), ...coalesce(a, blocks)]), "blocks": [...blocks, ...blocks]}',
  '{...a, ...@, "c": @}',
]

const PATTERNS = ['x', '*', '*x*', '*x*x*x*b', '.', '....', `${'*a'.repeat(20)}b`, '试*', "it's", '', '\\u0000']

const {expression} = fc.letrec<{expression: string}>((tie) => {
  const inner = tie('expression')
  const pair = fc.tuple(inner, inner)
  return {
    expression: fc.oneof(
      {depthSize: 'small', withCrossShrink: true},
      field,
      fc.constantFrom(...words('@ ^ ^.^ * $p null true "" "x" 1e308 -0 [] {} *[0] *._id')),
      fc.constantFrom(...PATTERNS).map((pattern) => `text match "${pattern}"`),
      fc
        .tuple(fc.constantFrom('+', '-', '*', '/', '%', '**', '==', '!=', '<', 'in', 'match', '&&', '||'), pair)
        .map(([operator, [left, right]]) => `(${left}) ${operator} (${right})`),
      fc
        .tuple(
          fc.constantFrom(
            ...words(
              'count length lower upper string defined references path round pt::text math::sum math::max array::compact array::unique dateTime sanity::versionOf now text::query geo::latLng',
            ),
          ),
          inner,
        )
        .map(([name, argument]) => `${name}(${argument})`),
      fc
        .tuple(
          fc.constantFrom(
            ...words(
              'coalesce array::join string::split string::startsWith array::intersects round select diff::changedAny',
            ),
          ),
          pair,
        )
        .map(([name, [first, second]]) => `${name}(${first}, ${second})`),
      fc.tuple(inner, inner).map(([condition, value]) => `select(${condition} => ${value}, ${value})`),
      pair.map(([first, second]) => `[...${first}, ${second}, ...${first}]`),
      pair.map(([first, second]) => `{"a": ${first}, ...${second}}`),
      pair.map(([base, condition]) => `*[${condition}]{"a": ${base}}`),
      inner.map((base) => `(${base})[].a[].b`),
      inner.map((base) => `(${base})[0..99999999]`),
    ),
  }
})

const stage = fc.oneof(
  fc.constantFrom(...GROWING),
  expression.map((condition) => `[${condition}]`),
  expression.map((value) => `{"a": ${value}}`),
  fc.tuple(expression, expression).map(([first, second]) => ` | order(${first} desc, ${second})`),
  fc
    .tuple(expression, fc.constantFrom(...PATTERNS))
    .map(
      ([value, pattern]) =>
        ` | score(${value}, boost(text match "${pattern}", 2), [@, _id] match text::query("${pattern}"))`,
    ),
  field.map((name) => `.${name}`),
  fc.constantFrom(
    ...words('[] -> ->a [0] [-1] [0...5] []->{...} [].list[] |order(_id)[0..9] .ref-> {...}'),
    '{"n": count(@)}',
  ),
)

const composed = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('*', '*[0]', '$p', '[*, *]', '*[_type == "doc"]', '*[_id == "wide"][0]', '{"a": [1, 2]}'),
      expression,
    ),
    fc.array(fc.tuple(stage, fc.oneof({arbitrary: fc.constant(1), weight: 3}, fc.integer({min: 1, max: 60}))), {
      maxLength: 5,
    }),
  )
  .map(([base, stages]) => base + stages.map(([text, times]) => text.repeat(times)).join(''))

const mutated = fc
  .tuple(composed, fc.nat(), fc.nat(20), fc.string({unit: 'binary', maxLength: 8}))
  .map(([query, position, removed, added]) => {
    const at = position % (query.length + 1)
    return query.slice(0, at) + added + query.slice(at + removed)
  })

const repeated = fc
  .tuple(
    fc.constantFrom(...words('( [ { ! - * " // .a [0] +1 -> ^. {a} *[ $'), "'", '\\'),
    fc.integer({min: 1, max: 20_000}),
  )
  .map(([piece, times]) => piece.repeat(times))

/** Queries that ask for too much, of too much, or for nothing that makes sense. Long ones do not fit into an address. */
export const hostileQuery: fc.Arbitrary<string> = fc.oneof(
  {arbitrary: composed, weight: 12},
  {arbitrary: mutated, weight: 4},
  {arbitrary: repeated, weight: 1},
  {arbitrary: fc.string({unit: 'binary', maxLength: 200}), weight: 2},
)

/** Values for `$p`. */
export const hostileParameter: fc.Arbitrary<string> = fc.oneof(
  fc.json(),
  fc.constantFrom('"x"', '[]', '{"then": 1}', '{"__proto__": {"a": 1}}', '1e999', '{"_ref": "wide"}', '-0'),
  fc.integer({min: 1, max: 200_000}).map((length) => JSON.stringify(Array.from({length}, (_, index) => index))),
  fc.integer({min: 1, max: 500_000}).map((length) => JSON.stringify('x'.repeat(length))),
  fc.integer({min: 1, max: 500_000}).map((length) => JSON.stringify('.'.repeat(length))),
  fc.integer({min: 1, max: 200}).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
)
