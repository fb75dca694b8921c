import {expect, test} from 'vitest'
import fc, {words} from '../testing/fastCheck.ts'
import {hostileMutations} from '../testing/hostileContent.ts'
import {newFolder, TEST_TOKENS} from '../testing/openTestLake.ts'
import {type SpawnedLake, spawnLake} from '../testing/spawnLake.ts'
import type {JsonObject, LakeDocument} from '../types.ts'

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
const hostileQuery: fc.Arbitrary<string> = fc.oneof(
  {arbitrary: composed, weight: 12},
  {arbitrary: mutated, weight: 4},
  {arbitrary: repeated, weight: 1},
  {arbitrary: fc.string({unit: 'binary', maxLength: 200}), weight: 2},
)

/** Values for `$p`. */
const hostileParameter: fc.Arbitrary<string> = fc.oneof(
  fc.json(),
  fc.constantFrom('"x"', '[]', '{"then": 1}', '{"__proto__": {"a": 1}}', '1e999', '{"_ref": "wide"}', '-0'),
  fc.integer({min: 1, max: 200_000}).map((length) => JSON.stringify(Array.from({length}, (_, index) => index))),
  fc.integer({min: 1, max: 500_000}).map((length) => JSON.stringify('x'.repeat(length))),
  fc.integer({min: 1, max: 500_000}).map((length) => JSON.stringify('.'.repeat(length))),
  fc.integer({min: 1, max: 200}).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
)

const FACTOR = Number(process.env.FUZZ_FACTOR || 1)
const QUERIES = 50 * FACTOR
const WRITES = 30 * FACTOR
const TIME_LIMIT = 60_000 + 2000 * (QUERIES + WRITES)

/** Expected statuses; 500 is not among them. */
const STATUSES = [200, 400, 401, 403, 404, 409, 413, 414, 431, 503, 504, 507]

interface Answer {
  status: number
  body: JsonObject
}

async function send(url: string, body?: string): Promise<Answer> {
  const response = await fetch(url, {
    headers: {authorization: `Bearer ${TEST_TOKENS.write}`, 'content-type': 'application/json'},
    ...(body !== undefined && {method: 'POST', body}),
  })
  return {status: response.status, body: response.status === 431 ? {} : await response.json()}
}

const queryUrl = ({url}: SpawnedLake): string => `${url}/v1/data/query/production`

const byQuery = async (lake: SpawnedLake, query: string, params: JsonObject = {}): Promise<unknown> => {
  const {status, body} = await send(queryUrl(lake), JSON.stringify({query, params}))
  expect([status, query]).toEqual([200, query])
  return body.result
}

const mutate = (lake: SpawnedLake, body: string): Promise<Answer> =>
  send(`${lake.url}/v1/data/mutate/production?returnDocuments=true`, body)

/** It still runs, and answers what is easy. */
async function expectAlive(lake: SpawnedLake): Promise<void> {
  expect(lake.isAlive()).toBe(true)
  expect(await byQuery(lake, '*[_id == "probe"]{_id, text}')).toEqual([{_id: 'probe', text: 'plain'}])
}

function expectReasoned({status, body}: Answer): void {
  expect(STATUSES).toContain(status)
  if (status === 200 || status === 431) return
  expect(body).toMatchObject({statusCode: status})
  const {error, message} = body
  const description =
    typeof error === 'object' && error !== null && 'description' in error ? error.description : message
  expect(description).toEqual(expect.stringMatching(/\S/))
}

async function openLake(dir: string): Promise<SpawnedLake> {
  const lake = await spawnLake(dir, {maxQueryMs: 50})
  const probe = {_id: 'probe', _type: 'probe', text: 'plain'}
  expect((await mutate(lake, JSON.stringify({mutations: [{createOrReplace: probe}]}))).status).toBe(200)
  return lake
}

test(
  'no query ends the lake, or is answered without a reason',
  async () => {
    const lake = await openLake(await newFolder())
    const span = (text: string) => ({_type: 'span', text})
    const documents = [
      {_id: 'wide', _type: 'doc', list: Array.from({length: 30_000}, (_, index) => index), a: [1, 2, 3, 4]},
      {_id: 'long', _type: 'doc', text: 'x'.repeat(300_000), b: '.'.repeat(100_000)},
      {_id: 'words', _type: 'doc', text: 'x aa word 试验 '.repeat(5000), ref: {_ref: 'wide'}},
      {_id: 'deep', _type: 'doc', deep: JSON.parse(`${'['.repeat(90)}${']'.repeat(90)}`)},
      {_id: 'blocks', _type: 'doc', blocks: [{_type: 'block', children: [span('x'.repeat(1000)), span('y')]}]},
      ...Array.from({length: 100}, (_, index) => ({_id: `d${index}`, _type: 'doc', a: index, text: `text ${index}`})),
    ]
    const created = await mutate(lake, JSON.stringify({mutations: documents.map((create) => ({create}))}))
    expect(created.status).toBe(200)
    await fc.assert(
      fc.asyncProperty(hostileQuery, hostileParameter, fc.boolean(), async (query, parameter, byGet) => {
        const sourceMap = query.length % 2 === 0 ? '?resultSourceMap=true' : ''
        const body = `{"query": ${JSON.stringify(query)}, "params": {"p": ${parameter}}}`
        const fits = byGet && query.length + parameter.length < 4000
        const search = new URLSearchParams({query: query.toWellFormed(), $p: parameter})
        const answer = fits
          ? await send(`${queryUrl(lake)}?${search}`)
          : await send(`${queryUrl(lake)}${sourceMap}`, body)
        expectReasoned(answer)
        await expectAlive(lake)
      }),
      {numRuns: QUERIES, endOnFailure: true},
    )
  },
  TIME_LIMIT,
)

test(
  'what was acknowledged is there, what was refused is not, whatever was written, and also after a kill',
  async () => {
    const dir = await newFolder()
    let lake = await openLake(dir)
    /** Each document at its last acknowledged write. */
    const known = new Map<string, LakeDocument>()

    async function expectKnown(id: string): Promise<void> {
      const expected = known.get(id)
      const {body} = await send(`${lake.url}/v1/data/doc/production/${encodeURIComponent(id)}`)
      expect(body.documents).toEqual(expected ? [expected] : [])
      expect(await byQuery(lake, '*[_id == $id]', {id})).toEqual(expected ? [expected] : [])
      const found = await byQuery(lake, '*[marker match $id]._id', {id: `marker${id.replace(/\W/g, '')}`})
      expect(found).toEqual(expected?.marker === undefined ? [] : [id])
    }

    await fc.assert(
      fc.asyncProperty(hostileMutations, fc.nat(30), async (body, chance) => {
        const answer = await mutate(lake, marked(body))
        expectReasoned(answer)
        const touched = answer.status === 200 ? remember(answer.body, known) : []
        for (const id of new Set([...idsIn(body), ...touched])) await expectKnown(id)
        await expectAlive(lake)
        if (chance > 0) return
        await lake.kill()
        lake = await openLake(dir)
        for (const id of known.keys()) await expectKnown(id)
      }),
      {numRuns: WRITES, endOnFailure: true},
    )
  },
  TIME_LIMIT,
)

const ID = /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/

/** Documents of their own get a word by which they can be found. */
function marked(body: string): string {
  const withWord = (key: string): string => {
    const id = /"_id":"([^"\\]+)"/.exec(key)?.[1]
    return id && ID.test(id) ? `${key.slice(0, -1)},"marker":"marker${id.replace(/\W/g, '')}"` : key
  }
  return body.replace(/"_id":"[^"\\]+","_type":"(?:doc|other)"\}\}/g, (end) => `${withWord(end.slice(0, -1))}}`)
}

const idsIn = (body: string): string[] =>
  Array.from(new Set(Array.from(body.matchAll(/"(?:_id|id)":"([^"\\]+)"/g), ([, id = '']) => id))).filter((id) =>
    ID.test(id),
  )

/** Takes over what was acknowledged, and returns the ids of it. */
function remember({results}: JsonObject, known: Map<string, LakeDocument>): string[] {
  return (Array.isArray(results) ? results : []).map((result) => {
    const {id, operation, document} = Object(result)
    if (operation === 'delete') known.delete(id)
    else if (document) known.set(id, document)
    return String(id)
  })
}
