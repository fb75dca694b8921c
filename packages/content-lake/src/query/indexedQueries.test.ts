import {describe, expect, test, vi} from 'vitest'
import {ANONYMOUS, SYSTEM} from '../access/identities.ts'
import {Roles} from '../roles/Roles.ts'
import {DocumentStore} from '../store/DocumentStore.ts'
import {useCountedClock} from '../testing/countedClock.ts'
import {BASE_IDS, randomDocument, TEXTS, TYPES, VALUES} from '../testing/randomContent.ts'
import {type Randomness, randomness} from '../testing/randomness.ts'
import {textIndexed} from '../testing/textIndexed.ts'
import type {JsonValue, LakeDocument} from '../types.ts'
import {DocumentView} from './DocumentView.ts'
import {evaluate} from './evaluate.ts'
import {evaluateGroq, normalizeQuery, parseGroq, toJson} from './groq.ts'
import {OutOfBudget, StepBudget} from './limits/StepBudget.ts'
import {useNativeFunctions} from './nativeFunctions.ts'
import {planQuery} from './parseQuery.ts'
import {Views} from './perspective.ts'
import {rewriteMatches} from './textSearch.ts'

const CONTEXT = {projectId: 'local', dataset: 'production', identityId: 'somebody'}
const PERSPECTIVES = ['raw', 'published', 'drafts', ['r1', 'drafts'], ['r2', 'r1']] as const

const CONDITIONS = [
  '_type == $type',
  '$type == _type',
  '_type in [$type, "post"]',
  '_type in ["page", "post"]',
  '_id == $id',
  '_id in [$id, "n-1"]',
  '_id in $values',
  'slug.current == $value',
  '$value == slug.current',
  'slug.current in $values',
  '@["slug.current"] == $value',
  'slug[].current == $value',
  'slug[0].current == $value',
  '$value in tags',
  '$value in tags[]',
  '$value in tags[][]',
  'tags == $value',
  'tags[-1][0] == $value',
  '$id in links[]._ref',
  'links[defined(_weak)][0]._ref == $id',
  'author._ref == $id',
  'author->_id == $id',
  'coalesce(slug.current, tags) == $value',
  'url == $text',
  'path == $text',
  '_originalId == $id',
  'references($id)',
  'references($id, "n-2")',
  'references($values)',
  'references(*[slug.current == $value]._id)',
  'references(*[references($id)]._id)',
  '_id in *[_type == $type].links[]._ref',
  'author._ref in *[title match $search]._id',
  '_id in *[_type == $type].author._ref',
  '_type == $type && _id in *[_type == "page"].author._ref',
  'slug.current in *[_type == $type].tags',
  '!(slug.current in *[_type == "post"].slug.current)',
  'tags in *[_type == $type].slug.current',
  'slug.current == *[_id == $id][0].slug.current',
  'references(*[slug.current == ^.slug.current]._id)',
  'title match $search',
  'title.zh match $search',
  'title.zh match [$search, "test"]',
  '[title, slug.current, _id] match $search',
  'coalesce(title.zh, title) match $search',
  'body[].children[].text match $search',
  'pt::text(body) match $search',
  'author->title match $search',
  'lower(title) match $search',
  '_id match $search',
  '_type match $search',
  'url match $search',
  '@ match text::query($search)',
  '[@, _id] match text::query($search)',
  'title match text::query($search)',
  'count(*[references(^._id)]) > 0',
  'count(*[_type == $type && slug.current == ^.slug.current]) > 1',
  'count(*[_id in ^.links[]._ref]) > 0',
  'count(*[^.author._ref == _id]) > 0',
  'defined(slug) && !(_type == $type)',
  '_rev >= $text',
  '_rev >= "90"',
  '_rev <= "11"',
  '_rev > "3" && title match $search',
  '_rev < "b" && slug.current == $value',
  '$value <= slug.current',
  '$value > tags[]',
  'title > $text',
  'coalesce(title.zh, title) <= $text',
  '_id > $id',
  'slug.current > "t" || _updatedAt < $text',
]
const SEARCHES = [
  '试验',
  '试',
  '验',
  '委托 审批',
  'test*',
  'REPORT',
  'reports -team',
  '"review team"',
  'l*s',
  '*s*',
  'LIMS*',
  '*',
  '',
]
const MORE_SEARCHES = [
  'a.b',
  'usa',
  'v2*',
  'straße',
  'STRASSE',
  'ſ*',
  'k*',
  'σίσυφοσ',
  'n-*',
  'group*',
  '系统',
  '2026',
  'vin',
  'LIMS系统*',
  '"2026 年VIN"',
  'LSV*',
  "don't",
  '🚗',
]

function randomCondition(random: Randomness, depth = 0): string {
  if (depth > 2 || random.chance(0.5)) return random.pick(CONDITIONS)
  const [left, right] = [randomCondition(random, depth + 1), randomCondition(random, depth + 1)]
  return random.pick([`${left} && ${right}`, `(${left} || ${right})`, `(${left}) && !(${right})`])
}

const ORDERS = [
  'title',
  'title desc, _id desc',
  'slug.current',
  'author._ref, title desc',
  'links',
  '@.value desc',
  'none',
  'title.zh',
]

function randomQuery(random: Randomness): string {
  const [one, two] = [randomCondition(random), randomCondition(random)]
  return random.pick([
    `*[${one}]`,
    `*[${one}]`,
    `*[${one}][${two}]{_id, _originalId, title}`,
    `*[${one}] | order(title desc) [${two}]._id`,
    `*[${one}] | order(_rev) [0...3]`,
    `*[${one}][0...5][${two}]._id`,
    `*[${one}][${random.below(3)}]{_id, "others": *[slug.current == ^.slug.current][${two}][0..1]._id}`,
    `*[!(${one})][${random.below(40)}..${random.below(40)}]._id`,
    `*[_type == $type][${one}][0...${random.below(9)}]{_id, title}`,
    `*[${one}]{_id, "others": *[${two}]._id, "same": *[slug.current == ^.slug.current]._id}`,
    `*[${one}]{_id, "in": *[references(^._id) && ${two}]{_id, "up": ^._id, "back": *[_id == ^.^._id]._id}}`,
    `*[${one}] | score(${two}, boost(title match $search, 3)) [_score > 0]{_id, _score}`,
    `* | score([@, _id] match text::query($search) || references($id)) [_score > 0 && ${one}] | order(_score desc)`,
    `* | score(boost(title match "test", -1), (${two})) [_score >= 0]._id`,
    `*[${one}] | score(boost(title match $search, 3), [title, title.zh, _id] match ["test*", $search]) [_score > 0] | order(_score desc) [0...3]{_id, _score}`,
    `* | score([@, _id] match text::query($search), ${two}) [_score > 1] | order(_score desc, _rev) [2..4]{_id, _score}`,
    `* | score(title match $search && ${one}, boost(${two}, 2)) [_score > 0] | order(_score desc) [0]{_id, _score}`,
    `{"a": count(*[${one}]), "b": *[${two}][0]._id, "c": *[${one}].links[]->_id}`,
    `*[_type == $type][${one}] | order(title desc, slug.current) [1..4]._id`,
    `* | order(${random.pick(ORDERS)}) [0...${random.below(9)}]._id`,
    `*[_type == $type] | order(${random.pick(ORDERS)}) {_id, "up": *[_type == ^._type] | order(_id desc) [0]._id}`,
    `*[${one}] | order(${random.pick(ORDERS)}) [${random.below(3)}].title`,
    `{"a": count(*[_type == $type]), "b": *[_type == $value][${one}], "c": *[$id == _type]._id, "d": *[_type == $types]}`,
    `{"a": *[_type == $type].author._ref, "b": *[_id in *[_type == $type].author._ref]._id, "c": *[${one}].slug.current}`,
    `*[_type == $type][_type == "note" || ${one}] | score(title match $search) [_score > 0] {_id, _score}`,
  ])
}

const randomParams = (random: Randomness): Record<string, JsonValue> => ({
  type: random.pick([...TYPES, 'none']),
  id: random.pick([...BASE_IDS, 'drafts.n-1', 'none']),
  types: [random.pick(TYPES)],
  value: random.pick(VALUES),
  values: [random.pick(VALUES), random.pick(BASE_IDS), random.pick(BASE_IDS)],
  text: random.pick(TEXTS),
  search: random.pick([...SEARCHES, ...MORE_SEARCHES]),
})

function plainly(query: string, params: Record<string, JsonValue>, documents: DocumentView): JsonValue {
  const value = evaluateGroq(useNativeFunctions(rewriteMatches(parseGroq(normalizeQuery(query), {params}))), {
    dataset: documents.all,
    params,
    identity: CONTEXT.identityId,
    timestamp: new Date(),
    sanity: CONTEXT,
    dereference: ({_ref}) => documents.get(_ref),
  })
  return toJson(value) ?? null
}

function allViews(views: Views): DocumentView[] {
  const visible = PERSPECTIVES.map((perspective) =>
    views.get(typeof perspective === 'string' ? perspective : [...perspective], SYSTEM),
  )
  return [...visible, views.get('published', ANONYMOUS)]
}

describe('indexed queries', () => {
  test.each([1, 2, 3, 4, 5, 6])('find exactly what looking at every document finds (%i)', (seed) => {
    const random = randomness(seed)
    const store = new DocumentStore()
    const views = new Views(store, new Roles(), () => 'http://lake')
    for (let round = 0; round < 250; round += 1) {
      const document = randomDocument(random, round)
      store.apply([[document._id, random.chance(0.15) ? null : document]])
      const query = randomQuery(random)
      const params = randomParams(random)
      const documents = random.pick(allViews(views))
      const plan = planQuery(query, params)
      const indexed = evaluate({plan, params, documents, context: CONTEXT})
      expect({query, params, result: indexed}).toEqual({query, params, result: plainly(query, params, documents)})
    }
  })

  test('need no look at all documents for what indexes know', () => {
    const plans = [
      '*[_type == "page" && slug.current == $slug][0]',
      '*[slug.current == "a"]',
      '*[references($id)]',
      '*[_type == "page"]{"by": *[references(^._id)]}',
      '*[@ match text::query("试验")]',
      '* | score(title match "a") [_score > 0]',
      '*[_updatedAt >= $slug]',
    ].map((query) => planQuery(query, {slug: 'a', id: 'b'}))
    expect(plans.map(({readsEverything}) => readsEverything)).toEqual(plans.map(() => false))
  })
})

test.each(['value >= "v4999"', 'value match "*7*"'])('many lookups end with the budget: %s', async (condition) => {
  const {store, documents} = manyDocuments(5000)
  await textIndexed(store.indexes)
  const find = vi.spyOn(documents, 'find')
  const plan = planQuery(`[${`count(*[${condition}]), `.repeat(400)}1]`, {}, {anyCost: true})
  const evaluation = {plan, params: {}, documents, context: CONTEXT, budget: new StepBudget(5)}
  expect(() => evaluate(evaluation)).toThrow(OutOfBudget)
  expect(find.mock.calls.length).toBeLessThan(400)
})

test.each([' || ', ' && '])('a query has indexes built for a few fields only: %s', (operator) => {
  const {store, documents} = manyDocuments(10)
  const asked = vi.spyOn(store.indexes, 'withValueLike')
  const conditions = Array.from({length: 60}, (_, n) => `f${n} > "x"`).join(operator)
  evaluate({plan: planQuery(`*[${conditions}]`), params: {}, documents, context: CONTEXT})
  expect(new Set(asked.mock.calls.map(([path]) => path.join('.'))).size).toBeLessThanOrEqual(16)
})

test('a budget ends a lookup between its indexes', () => {
  const {store, documents} = manyDocuments(10)
  const plan = planQuery(`*[${Array.from({length: 12}, (_, n) => `f${n} == "x"`).join(' || ')}]`)
  const asked = vi.spyOn(store.indexes, 'withValue')
  useCountedClock(1)
  const budget = new StepBudget(5)
  expect(() => evaluate({plan, params: {}, documents, context: CONTEXT, budget})).toThrow(OutOfBudget)
  expect(asked.mock.calls.length).toBeLessThan(12)
})

function manyDocuments(count: number) {
  const store = new DocumentStore()
  const views = new Views(store, new Roles(), () => 'http://lake')
  const fields = {_type: 'many', _rev: 'r', _createdAt: '', _updatedAt: ''}
  const ids = Array.from({length: count}, (_, index) => `many-${index}`)
  store.apply(ids.map((_id, index) => [_id, {...fields, _id, value: `v${index}`}]))
  return {store, documents: views.get('published', SYSTEM)}
}

test('plans of long queries give way to others, however few parts they have', () => {
  const queries = Array.from({length: 300}, (_, n) => `"${n}${'x'.repeat(30_000)}"[0...1]`)
  const [first] = queries.map((query) => planQuery(query))
  expect(planQuery(queries[0] ?? '')).not.toBe(first)
  const short = '*[_id == "a"]'
  expect(planQuery(short)).toBe(planQuery(short))
})

/** Values of all kinds, many of them equal. */
function randomEntry(random: Randomness, index: number) {
  return {
    _id: `many-${index}`,
    _type: index % 60 === 0 ? 'few' : 'many',
    _rev: 'r',
    _createdAt: '',
    _updatedAt: '',
    value: random.pick([
      random.below(300),
      String(random.below(300)),
      null,
      random.chance(0.5),
      ['x'],
      {},
      Number.POSITIVE_INFINITY,
    ]),
    other: random.below(5),
    ...(random.chance(0.8) && {author: {_ref: `many-${random.below(3000)}`}}),
  }
}

const manyEntries = (random: Randomness, count: number) =>
  Array.from({length: count}, (_, index) => randomEntry(random, index))

test('the first of many documents in an order are those of all of them in order', () => {
  const view = new DocumentView(manyEntries(randomness(7), 3000))
  for (const order of ['value', 'value desc', 'other desc, value', 'other, _id desc', 'none', 'value, other desc']) {
    for (const part of ['[0]', '[0...7]', '[5..20]', '[490..500]', '[990...1000]', '']) {
      const query = `* | order(${order}) ${part}`
      expect(evaluate({plan: planQuery(query), params: {}, documents: view, context: CONTEXT}), query).toEqual(
        plainly(query, {}, view),
      )
    }
  }
})

test.each([1, 2])('orders and lists that are kept follow each change (%i)', (seed) => {
  const random = randomness(seed)
  const view = new DocumentView(manyEntries(random, 700))
  const orders = [
    '* | order(value, other desc) [0...10]',
    '* | order(other) [430...440]._id',
    '*[_type == "many"] | order(value desc) [480...490]',
    '*[_type == "few"] | order(other, _id desc) [3..6]._id',
  ]
  const lists = [
    ['*[_id in $list]._id', '*[_type == "few"].author._ref'],
    ['*[_type == "many" && value in $list][0...30]._id', '*[_type == "few"].value'],
  ] as const
  for (let round = 0; round < 120; round += 1) {
    // By turns the first documents of an order go, so that the kept ones run out, and new ones come.
    const isFewer = round % 24 < 16
    const first = `* | order(${random.pick(['value, other desc', 'value desc', 'other'])}) [0...${random.below(30)}]._id`
    const gone = isFewer ? evaluate({...at(first), documents: view}) : []
    view.update(new Map(Array.isArray(gone) ? gone.map((id) => [String(id), undefined]) : []))
    const changes = new Map<string, LakeDocument | undefined>()
    for (let change = 0; change < (isFewer ? 3 : 60); change += 1) {
      const entry = randomEntry(random, random.below(900))
      const after = random.chance(0.1) ? undefined : {...entry, _type: random.chance(0.03) ? 'few' : 'many'}
      changes.set(entry._id, after)
    }
    view.update(changes)
    for (const query of orders) {
      const result = evaluate({...at(query), documents: view})
      expect({round, query, result}).toEqual({round, query, result: plainly(query, {}, view)})
    }
    for (const [query, list] of round % 12 === 0 ? lists : []) {
      const result = evaluate({...at(query.replace('$list', list)), documents: view})
      expect({round, query, result}).toEqual({round, query, result: plainlyWithList(query, list, view)})
    }
  }
})

/** Looks at every document for the list once: to do so for each document would take 700 times as long. */
const plainlyWithList = (query: string, list: string, view: DocumentView) =>
  plainly(query, {list: plainly(list, {}, view)}, view)

const at = (query: string) => ({plan: planQuery(query), params: {}, context: CONTEXT})

test.each([
  ['a filter ends with as many as are asked for', '*[value >= 0][0...20]._id', 100],
  ['an order is known', '* | order(value)[0...20]._id', 50],
  ['an order of a type is known', '*[_type == "many"] | order(value desc)[3]._id', 50],
  ['a semi-join has its list', '*[_type == "many" && other in $list][0...20]._id', 100, '*[_type == "few"].other'],
])('%s, also after a change: no look at each document', (_, query, most, list = 'null') => {
  const documents = new DocumentView(manyEntries(randomness(3), 3000))
  const planned = at(query.replace('$list', list))
  evaluate({...planned, documents})
  documents.update(new Map([['many-7', {...randomEntry(randomness(4), 7), value: -1}]]))
  const budget = new StepBudget(Number.POSITIVE_INFINITY)
  const counts = [vi.spyOn(budget, 'step'), vi.spyOn(documents, 'get')]
  const result = evaluate({...planned, documents, budget})
  expect(result).toEqual(plainlyWithList(query, list, documents))
  expect(counts.reduce((sum, {mock}) => sum + mock.calls.length, 0)).toBeLessThan(most)
})
