import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {expect, it, onTestFinished, vi} from 'vitest'
import {SYSTEM} from '../access/identities.ts'
import {hashPassword} from '../access/password.ts'
import {createApp} from '../createApp.ts'
import {openLake} from '../openLake.ts'
import fc from '../testing/fastCheck.ts'
import {newFolder} from '../testing/openTestLake.ts'
import {readToEnd} from '../testing/readEventStream.ts'
import type {DocumentInput} from '../types.ts'

const ROUNDS = 2 * Number(process.env.FUZZ_FACTOR || 1)
const QUERIES_EACH = 100
const START = Date.UTC(2026, 0, 1)
const password = hashPassword('a password for tests')

const READERS: [name: string, filter: string, sees: (document: DocumentInput) => boolean][] = [
  [
    'contributor',
    '_type == "page" && _id in path("drafts.**")',
    ({_type, _id = ''}) => _type === 'page' && _id.startsWith('drafts.'),
  ],
  ['owner', 'owner == $identity', ({owner}) => owner === 'owner'],
  ['unlocked', 'locked != true', ({locked}) => locked !== true],
  [
    'titled',
    'title match "red*" || count(tags[@ == "open"]) > 0',
    ({title, tags}) => /\bred/.test(String(title)) || (Array.isArray(tags) && tags.includes('open')),
  ],
]
const isPublic = ({_id = ''}: DocumentInput) => !_id.includes('.')

const BASE = ['a', 'b', 'c', 'd']
const IDS = BASE.flatMap((id) => [id, `drafts.${id}`, `versions.r.${id}`, `x.${id}`])
const RELEASE = '_.releases.r'
const TEXTS = ['red green', 'green blue', 'secret blue', 'reddish 红色']

const id = fc.constantFrom(...IDS)
const reference = id.map((_ref) => ({_type: 'reference', _ref, _weak: true}))
const document = fc
  .record({
    _id: id,
    side: fc.constantFrom('owner', 'other'),
    locked: fc.boolean(),
    fields: fc.record(
      {
        title: fc.constantFrom(...TEXTS),
        n: fc.integer({min: 0, max: 4}),
        link: reference,
        links: fc.array(
          reference.map((value) => ({...value, _key: value._ref})),
          {maxLength: 3},
        ),
        tags: fc.subarray(['open', 'one', 'two']),
        slug: fc.constantFrom('one', 'two').map((current) => ({current})),
        body: fc.constantFrom(...TEXTS).map((text) => [{_type: 'block', children: [{_type: 'span', text}]}]),
      },
      {requiredKeys: []},
    ),
  })
  .map(
    ({_id, side, locked, fields}): DocumentInput => ({
      _id,
      _createdAt: '2026-01-01T00:00:00Z',
      _type: /b$/.test(_id) ? 'note' : 'page',
      owner: side,
      locked,
      ...fields,
    }),
  )
const release = fc.record({owner: fc.constantFrom('owner', 'other'), locked: fc.boolean()}).map(
  (fields): DocumentInput => ({
    _id: RELEASE,
    _createdAt: '2026-01-01T00:00:00Z',
    _type: 'system.release',
    name: 'r',
    state: 'active',
    metadata: {title: 'secret'},
    ...fields,
  }),
)

/** Queries of all the shapes in which one document can show another. */
const groq = fc
  .letrec<Record<'list' | 'condition' | 'value' | 'query', string>>((tie) => {
    const text = (...parts: (string | fc.Arbitrary<string>)[]) =>
      fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(''))
    const [list, condition, value] = [tie('list'), tie('condition'), tie('value')]
    const field = fc.constantFrom(
      '_id',
      'title',
      'n',
      'slug.current',
      'tags',
      'link._ref',
      'links[]._ref',
      '_rev',
      '_type',
      '_originalId',
    )
    const constant = fc.oneof(
      id.map((one) => JSON.stringify(one)),
      fc.constantFrom('"red green"', '"one"', '"page"', '1', 'null', 'true', '$id', '$words', 'identity()'),
    )
    const search = fc.constantFrom('"red"', '"secret*"', '"*l*"', '"红色"', '["green", "blue"]', '$words')
    return {
      list: fc.oneof(
        {depthSize: 'small', withCrossShrink: true},
        fc.constant('*'),
        text('*[', condition, ']'),
        text('*[', condition, ']'),
        text(list, '[', condition, ']'),
        text(
          list,
          ' | order(',
          fc.constantFrom(
            'title',
            'n desc',
            '_rev',
            'link->title',
            'count(*[references(^._id)])',
            'lower(link->title) desc',
            '_updatedAt desc',
          ),
          ', _id)',
        ),
        text(list, ' | score(', condition, ', boost(', condition, ', 2))'),
        text(list, ' | score(', field, ' match ', search, ') [_score > 0]'),
        text(list, fc.constantFrom('[0..1]', '[0...3]', '[-1..9]', '[1..-1]')),
        text(list, '.links[]->'),
        text(list, '.link->'),
        text(list, '{', value, ', "_id": _id}'),
        text(list, '{..., "_score": _score}'),
        text(list, '{"v": ', value, '}'),
        text('[', value, ', ...', list, ']'),
      ),
      condition: fc.oneof(
        {depthSize: 'small', withCrossShrink: true},
        text(field, fc.constantFrom(' == ', ' != ', ' < ', ' >= '), constant),
        text(constant, ' in ', field),
        text('references(', constant, ')'),
        text('references(', list, '._id)'),
        text('references(^._id)'),
        text('_id in path(', fc.constantFrom('"drafts.**"', '"versions.r.*"', '"**"', '"x.*"', '"*"'), ')'),
        text('_id in ', list, '._id'),
        text('_id in ', list, '.link._ref'),
        text('slug.current in ', list, '.slug.current'),
        text('title == ', list, '[0].title'),
        text(
          fc.constantFrom(
            'title',
            '[title, slug.current]',
            'pt::text(body)',
            'link->title',
            'links[]->title',
            '_id',
            '[@, _id]',
          ),
          ' match ',
          search,
        ),
        text('[@, _id] match text::query(', fc.constantFrom('"red"', '"secret -green"', '$words'), ')'),
        text('defined(', value, ')'),
        text('count(', list, ') > ', fc.constantFrom('0', '1', '^.n')),
        text('sanity::versionOf(', constant, ')'),
        text('sanity::partOfRelease("r")'),
        text('link->', fc.constantFrom('n', 'title', '_id', 'owner', 'locked'), ' == ', constant),
        text('(', condition, fc.constantFrom(' && ', ' || '), condition, ')'),
        text('!(', condition, ')'),
      ),
      value: fc.oneof(
        {depthSize: 'small', withCrossShrink: true},
        field,
        constant,
        text('link->', fc.constantFrom('', 'title', '{_id, title}', 'link->title', 'links[]->_id', '_rev')),
        text('@->title'),
        text('links[]->{_id, "of": ^._id, title}'),
        text('links[@->', fc.constantFrom('title == "secret blue"', 'locked'), ']._ref'),
        text('^.', field),
        text(list, '[0]'),
        text(list, '._id'),
        text('count(', list, ')'),
        text('array::unique(', list, '.title)'),
        text('array::join(', list, '._id, ",")'),
        text(fc.constantFrom('math::sum', 'math::max', 'math::avg'), '(', list, '.n)'),
        text('coalesce(', value, ', ', value, ')'),
        text('select(', condition, ' => ', value, ', ', value, ')'),
        text('pt::text(', list, '.body)'),
        text('string::split(', value, ', " ")'),
        text('length(', value, ')'),
        text('releases::all()', fc.constantFrom('', '.name', '{_id, metadata}')),
        text('{"in": ', list, '{', value, '}}'),
        text('global::references(', constant, ')'),
      ),
      query: fc.oneof(list, value, text('count(', list, ')'), text('{"a": ', list, ', "b": ', value, '}')),
    }
  })
  .query.filter((query) => query.length < 1500)

const question = fc.record({
  query: groq,
  perspective: fc.constantFrom('raw', 'raw', 'published', 'drafts', 'r', 'r,drafts', 'previewDrafts'),
  params: fc.record({id, words: fc.constantFrom('red', 'secret', 'blue')}),
  isPosted: fc.boolean(),
  resultSourceMap: fc.boolean(),
})
const scenario = fc.record({
  reader: fc.constantFrom(...READERS),
  documents: fc.array(document, {minLength: 8, maxLength: 24}),
  release,
  questions: fc.array(question, {minLength: QUERIES_EACH, maxLength: QUERIES_EACH}),
})
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never

it('whatever is asked, the answer is that of a lake without the documents that the asker may not read', async () => {
  vi.useFakeTimers({toFake: ['Date']})
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const [name, , sees] = given.reader
      const stranger = await answers(given, undefined, isPublic)
      const person = await answers(given, name, (one) => isPublic(one) || sees(one))
      for (const [whole, seen] of [stranger, person]) {
        for (const [what, answer] of whole) {
          expect({what, answer}).toEqual({what, answer: seen.get(what)})
          const status = Number(answer.slice(0, 3))
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }
    }),
    {numRuns: ROUNDS, endOnFailure: true},
  )
  // The others are mistaken questions, and a stranger's for drafts.
  expect(statuses.get(200)).toBeGreaterThan(ROUNDS * QUERIES_EACH)
})

type Answers = Map<string, string>

async function answers(
  given: Scenario,
  who: string | undefined,
  isKept: (document: DocumentInput) => boolean,
): Promise<[Answers, Answers]> {
  return [await play(given, who, () => true), await play(given, who, isKept)]
}

/** What one person, or a stranger, is answered and told in a lake of these documents alone. */
async function play(
  {reader: [name, filter], documents, release: itsRelease, questions}: Scenario,
  who: string | undefined,
  isKept: (document: DocumentInput) => boolean,
): Promise<Answers> {
  vi.setSystemTime(START)
  const dir = await newFolder()
  const users = join(dir, 'users.json')
  const grants = [{filter, permissions: ['read']}]
  await writeFile(users, JSON.stringify({roles: [{name, grants}], users: [{id: name, name, password, roles: [name]}]}))
  const {lake, update, endStreams, close} = openLake({dir, port: 0, users, log: () => {}})
  update({url: 'http://localhost'})
  const app = createApp(lake)
  const token = who && lake.sessions.create(lake.users.find(who))
  const ask = (path: string, body?: object) =>
    app.fetch(
      new Request(`http://localhost/v2025-02-19/data/${path}`, {
        headers: {'content-type': 'application/json', ...(token && {authorization: `Bearer ${token}`})},
        ...(body && {method: 'POST', body: JSON.stringify(body)}),
      }),
    )
  const parametersOf = ({params}: Scenario['questions'][number]) =>
    Object.entries(params).map(([key, value]): [string, string] => [`$${key}`, JSON.stringify(value)])
  try {
    const streams: [string, ReadableStream<Uint8Array> | null][] = []
    for (const one of questions.slice(0, 12)) {
      const asked = new URLSearchParams([
        ['query', one.query],
        ['includeAllVersions', 'true'],
        ['includeResult', 'true'],
        ['includePreviousRevision', 'true'],
        ...parametersOf(one),
      ])
      streams.push([
        `listen ${one.query} ${JSON.stringify(one.params)}`,
        (await ask(`listen/production?${asked}`)).body,
      ])
    }
    for (const [index, next] of [itsRelease, ...documents].entries()) {
      vi.setSystemTime(START + (index + 1) * 1000)
      const before = lake.documents.get(next._id ?? '')
      if (isKept(next))
        lake.commit({mutations: [{createOrReplace: next}], author: SYSTEM, transactionId: `tx-${index}`})
      else if (before)
        lake.commit({mutations: [{delete: {id: before._id}}], author: SYSTEM, transactionId: `tx-${index}`})
    }
    vi.setSystemTime(START + 3_600_000)
    const told: Answers = new Map()
    for (const one of questions) {
      const {query, perspective, params, isPosted, resultSourceMap} = one
      const options = {perspective, resultSourceMap: String(resultSourceMap), returnQuery: 'false'}
      const response = isPosted
        ? await ask(`query/production?${new URLSearchParams(options)}`, {query, params})
        : await ask(
            `query/production?${new URLSearchParams([['query', query], ...Object.entries(options), ...parametersOf(one)])}`,
          )
      const text = (await response.text()).replace(/"ms":\d+/, '')
      told.set(JSON.stringify(one), `${response.status} ${response.headers.get('etag') ?? ''} ${text}`)
    }
    endStreams()
    for (const [key, stream] of streams) told.set(key, await readToEnd(stream))
    return told
  } finally {
    endStreams()
    close()
  }
}
