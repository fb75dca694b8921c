import {afterAll, beforeAll, expect, test} from 'vitest'
import type {JsonValue} from '../../src/types.ts'
import {openSuiteLake, type SuiteLake} from '../openSuiteLake.ts'

let lake: SuiteLake
beforeAll(async () => {
  lake = await openSuiteLake([
    {_id: 'a', _type: 'page', title: 'published', author: {_type: 'reference', _ref: 'p'}},
    {_id: 'drafts.a', _type: 'page', title: 'draft', author: {_type: 'reference', _ref: 'p'}},
    {_id: 'versions.r1.a', _type: 'page', title: 'in r1', author: {_type: 'reference', _ref: 'p'}},
    {_id: 'versions.r2.a', _type: 'page', title: 'in r2'},
    {_id: 'versions.r2.new', _type: 'page', title: 'new in r2'},
    {_id: 'versions.gone.a', _type: 'page', title: 'published', _system: {delete: true}},
    {_id: 'drafts.b', _type: 'page', title: 'never published'},
    {_id: 'p', _type: 'person', name: 'Ada'},
    {_id: 'drafts.p', _type: 'person', name: 'Ada (draft)'},
    {_id: 'versions.r1.p', _type: 'person', name: 'Ada (r1)'},
  ])
})
afterAll(() => lake.close())

const TITLES = '*[_type == "page"].title'

async function ask(version: string, query: string, options = ''): Promise<JsonValue | undefined> {
  const {body} = await lake.get(`/${version}/data/query/production?query=${encodeURIComponent(query)}${options}`)
  return 'result' in body ? body.result : body
}

test.each([
  ['v1', 7],
  ['v2021-03-25', 7],
  ['v2025-02-18', 7],
  ['v2025-02-19', 1],
  ['v2026-01-01', 1],
  ['vX', 1],
])('API version %s shows %i pages when no perspective is asked for', async (version, count) => {
  expect(await ask(version, 'count(*[_type == "page"])')).toBe(count)
})

test('a perspective that is asked for counts in every API version', async () => {
  for (const version of ['v1', 'v2021-03-25', 'v2025-02-19', 'vX']) {
    expect(await ask(version, TITLES, '&perspective=published')).toEqual(['published'])
    expect(await ask(version, TITLES, '&perspective=drafts')).toEqual(['draft', 'never published'])
    expect(await ask(version, TITLES, '&perspective=previewDrafts')).toEqual(['draft', 'never published'])
    expect(await ask(version, `count(${TITLES})`, '&perspective=raw')).toBe(7)
  }
})

test.each([
  ['r1', ['in r1']],
  ['r1,drafts', ['in r1', 'never published']],
  ['drafts,r1', ['draft', 'never published']],
  ['r2,r1', ['in r2', 'new in r2']],
  ['r1,r2,drafts', ['in r1', 'never published', 'new in r2']],
  ['r1,published', ['in r1']],
  ['unheardOf', ['published']],
  ['gone', []],
  ['gone,drafts', ['never published']],
  ['drafts,gone', ['draft', 'never published']],
])('in the stack %s the first layer that has a document wins, published is the last', async (stack, titles) => {
  expect(await ask('v2025-02-19', TITLES, `&perspective=${stack}`)).toEqual(titles)
})

test('references lead to the layer of the stack that has their document', async () => {
  const author = (stack: string) => ask('v1', '*[_id == "a"][0].author->name', `&perspective=${stack}`)
  expect(await author('published')).toBe('Ada')
  expect(await author('drafts')).toBe('Ada (draft)')
  expect(await author('r1,drafts')).toBe('Ada (r1)')
})

test('an overlaid document has the published id, and says where it comes from', async () => {
  const query = '*[_id == "a"][0]{_id, _originalId, title}'
  expect(await ask('v1', query, '&perspective=r2,drafts')).toEqual({
    _id: 'a',
    _originalId: 'versions.r2.a',
    title: 'in r2',
  })
  expect(
    await ask('v1', '*[_id in path("drafts.**") || _id in path("versions.**")]', '&perspective=r2,drafts'),
  ).toEqual([])
})

test.each(['raw,drafts', 'drafts,raw', 'no.dots', 'a b'])('the perspective "%s" is refused', async (perspective) => {
  const {status, body} = await lake.get(
    `/v1/data/query/production?query=*&perspective=${encodeURIComponent(perspective)}`,
  )
  expect({status, error: body.error}).toEqual({status: 400, error: 'Bad Request'})
})

test('a POST carries query, parameters and perspective in its body; the address may name the perspective too', async () => {
  const query = '*[_type == $type && title match $words].title'
  const params = {type: 'page', words: ['draft']}
  const post = (path: string, body: unknown) => lake.post(path, body).then((answer) => answer.body.result)
  expect(await post('/v1/data/query/production', {query, params})).toEqual(['draft'])
  expect(await post('/v1/data/query/production?perspective=published', {query, params})).toEqual([])
  expect(await post('/v2025-02-19/data/query/production', {query, params, options: {perspective: 'raw'}})).toEqual([
    'draft',
  ])
})

test('a POST may be far longer than an address: 200 KB of query, half a megabyte of parameters', async () => {
  const names = Array.from({length: 500}, (_, index) => `"${String(index).padEnd(400, ' and so on')}"`)
  const query = `*[_type == "person" && name in ["Ada", ${names.join()}] && !(_id in $ids)]._id`
  expect(query.length).toBeGreaterThan(200_000)
  const ids = [
    'drafts.p',
    'versions.r1.p',
    ...Array.from({length: 15_000}, (_, index) => `some-long-document-id-${index}`),
  ]
  const {status, body} = await lake.post('/v1/data/query/production', {query, params: {ids}})
  expect({status, result: body.result}).toEqual({status: 200, result: ['p']})
})

test('parameters in an address are JSON under names with a dollar sign', async () => {
  const options = `&$text=${encodeURIComponent('"委托"')}&$n=3&$list=[1,2]&$nothing=null&$object={"a":true}`
  expect(await ask('v1', '[$text, $n, $list[1], $nothing, $object.a]', options)).toEqual(['委托', 3, 2, null, true])
  expect(await ask('v1', '[$__proto__, $constructor]', '&$__proto__={"a":1}&$constructor=2')).toEqual([{a: 1}, 2])
})

test('an answer has query, result, ms and sync tags; the query can be left out', async () => {
  const {body} = await lake.get('/v1/data/query/production?query=1')
  expect(body).toEqual({query: '1', result: 1, ms: expect.any(Number), syncTags: []})
  const {body: bare} = await lake.get('/v1/data/query/production?query=null&returnQuery=false')
  expect(bare).toEqual({result: null, ms: expect.any(Number), syncTags: []})
})

test.each(['variant=v1', 'variantCondition=audience:staff'])(
  '%s is refused: the lake has no variants',
  async (option) => {
    const {status, body} = await lake.get(`/v1/data/query/production?query=1&${option}`)
    expect({status, message: body.message}).toEqual({status: 400, message: expect.stringContaining('no variants')})
  },
)
