import {ClientError, type SanityClient} from '@sanity/client'
import {expect, test} from 'vitest'
import {clientOf, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {rejection} from '../testing/rejection.ts'

async function withPages(): Promise<{client: SanityClient; url: string}> {
  const lake = await openTestLake()
  const client = clientOf(lake)
  await client
    .transaction()
    .create({_id: 'c', _type: 'page', title: '试验委托', order: 2})
    .create({_id: 'a', _type: 'page', title: '关于', order: 3})
    .create({_id: 'drafts.a', _type: 'page', title: '关于（草稿）', order: 3})
    .create({_id: 'drafts.b', _type: 'page', title: 'only a draft', order: 1})
    .create({_id: 'versions.r1.a', _type: 'page', title: 'in a release', order: 3})
    .create({_id: 'p', _type: 'person', name: 'Ada'})
    .create({_id: 'd', _type: 'post', author: {_type: 'reference', _ref: 'p'}})
    .commit()
  return {client, url: lake.url}
}

test('documents come in the order of their ids, whatever order they were made in', async () => {
  const {client} = await withPages()
  expect(await client.fetch('*[_type in ["person", "page"]]._id')).toEqual([
    'a',
    'c',
    'drafts.a',
    'drafts.b',
    'p',
    'versions.r1.a',
  ])
})

test('each perspective shows its version of a document under the published id', async () => {
  const {client} = await withPages()
  const titles = (perspective: 'published' | 'drafts' | string[]) =>
    client.fetch('*[_type == "page"]{_id, _originalId, title}', {}, {perspective})
  expect(await titles('published')).toEqual([
    {_id: 'a', _originalId: 'a', title: '关于'},
    {_id: 'c', _originalId: 'c', title: '试验委托'},
  ])
  expect(await titles('drafts')).toEqual([
    {_id: 'a', _originalId: 'drafts.a', title: '关于（草稿）'},
    {_id: 'b', _originalId: 'drafts.b', title: 'only a draft'},
    {_id: 'c', _originalId: 'c', title: '试验委托'},
  ])
  expect((await titles(['r1', 'drafts'])).map(({title}: {title: string}) => title)).toEqual([
    'in a release',
    'only a draft',
    '试验委托',
  ])
})

test('without a perspective, old API versions see everything and new ones what is published', async () => {
  const {url} = await withPages()
  const count = async (version: string): Promise<number> => {
    const address = `${url}/${version}/data/query/production?query=${encodeURIComponent('count(*)')}`
    const response = await fetch(address, {headers: {authorization: `Bearer ${TEST_TOKENS.read}`}})
    return JSON.parse(await response.text()).result
  }
  expect(await count('v1')).toBe(7)
  expect(await count('v2025-02-18')).toBe(7)
  expect(await count('v2025-02-19')).toBe(4)
  expect(await count('vX')).toBe(4)
})

test('perspectives follow every commit', async () => {
  const {client} = await withPages()
  const fetchTitle = () => client.fetch('*[_id == "a"][0].title', {}, {perspective: 'drafts'})
  expect(await fetchTitle()).toBe('关于（草稿）')
  await client.patch('drafts.a').set({title: 'edited'}).commit()
  expect(await fetchTitle()).toBe('edited')
  await client.delete('drafts.a')
  expect(await fetchTitle()).toBe('关于')
  await client.delete('versions.r1.a')
  await client.delete('a')
  expect(await fetchTitle()).toBeNull()
})

test('a version that stands for a removal hides the document', async () => {
  const {client} = await withPages()
  await client.action({
    actionType: 'sanity.action.document.version.unpublish',
    versionId: 'versions.r2.a',
    publishedId: 'a',
  })
  expect(await client.fetch('*[_id == "a"]', {}, {perspective: ['r2']})).toEqual([])
})

test('references lead to the version that the perspective shows', async () => {
  const {client} = await withPages()
  await client.create({_id: 'drafts.p', _type: 'person', name: 'Ada Lovelace'})
  const query = '*[_type == "post"][0].author->name'
  expect(await client.fetch(query, {}, {perspective: 'published'})).toBe('Ada')
  expect(await client.fetch(query, {}, {perspective: 'drafts'})).toBe('Ada Lovelace')
})

test('anonymous visitors see published documents with undotted ids in every perspective they may use', async () => {
  const {client, url} = await withPages()
  await client.create({_id: 'secret.settings', _type: 'page'})
  const anonymous = clientOf({url}, {token: null})
  for (const perspective of ['raw', 'published'] as const) {
    expect(await anonymous.fetch('*[_type == "page"]._id', {}, {perspective})).toEqual(['a', 'c'])
  }
  expect((await rejection(anonymous.fetch('*', {}, {perspective: 'drafts'}))).status).toBe(401)
  expect(await anonymous.getDocuments(['a', 'drafts.a', 'secret.settings'])).toEqual([
    expect.objectContaining({_id: 'a'}),
    null,
    null,
  ])
})

test('parameters reach filters, slices and search terms', async () => {
  const {client} = await withPages()
  const query = '*[_type == $type && order >= $least] | order(order asc) [0...$limit].order'
  expect(await client.fetch(query, {type: 'page', least: 2, limit: 2})).toEqual([2, 3])
  expect(await client.fetch(query, {type: 'page', least: 3, limit: 1})).toEqual([3])
  expect(await client.fetch('*[_type == "page" && title match $term]._id', {term: 'draft*'})).toEqual(['drafts.b'])
  expect(await client.fetch('*[_type == "page" && title match $term]._id', {term: 'release'})).toEqual([
    'versions.r1.a',
  ])
})

test('a missing parameter is a 400 that names it', async () => {
  const {client} = await withPages()
  const {status, description} = await rejection(client.fetch('*[_type == $type]'))
  expect(status).toBe(400)
  expect(description).toContain('$type')
})

test('a malformed query is a 400 with the position', async () => {
  const {client} = await withPages()
  const error = await client.fetch('*[_type == ').catch((reason: unknown) => reason)
  if (!(error instanceof ClientError)) throw new Error('The query was accepted')
  expect(error.statusCode).toBe(400)
  expect(error.details).toMatchObject({type: 'queryParseError', query: '*[_type == ', start: expect.any(Number)})
  expect(error.details?.start).toBeGreaterThan(5)
})

test('a query nested beyond reason, or too long, is a 400', async () => {
  const {client} = await withPages()
  expect((await rejection(client.fetch(`${'('.repeat(20_000)}1${')'.repeat(20_000)}`))).status).toBe(400)
  expect((await rejection(client.fetch(`*[title == "${'x'.repeat(300_000)}"]`))).status).toBe(400)
})

test('functions that need a hosted service are a 400 with the reason', async () => {
  const {client} = await withPages()
  const {status, description} = await rejection(client.fetch('*[geo::contains(a, b)]'))
  expect(status).toBe(400)
  expect(description).toContain('does not support the function geo::contains()')
})

test('an empty result is null, never absent, and returnQuery=false leaves the query out', async () => {
  const {url} = await withPages()
  const response = await fetch(
    `${url}/v1/data/query/production?query=${encodeURIComponent('*[_id=="x"][0]')}&returnQuery=false`,
  )
  const body = JSON.parse(await response.text())
  expect(body).toMatchObject({result: null, ms: expect.any(Number)})
  expect(body).not.toHaveProperty('query')
})

test('a parameter that clients up to version 6 send as "undefined" counts as not given', async () => {
  const {url} = await withPages()
  const ask = async (query: string) => {
    const address = new URL('/v2025-02-19/data/query/production', url)
    address.search = `${new URLSearchParams({query, $type: '"page"', $unset: 'undefined'})}`
    const answer = await fetch(address, {headers: {authorization: `Bearer ${TEST_TOKENS.read}`}})
    return {status: answer.status, text: await answer.text()}
  }
  expect(await ask('count(*[_type == $type])')).toMatchObject({
    status: 200,
    text: expect.stringContaining('"result":2'),
  })
  expect(await ask('*[_id == $unset]')).toMatchObject({
    status: 400,
    text: expect.stringContaining('param $unset referenced, but not provided'),
  })
})

test('a query that is too long for a URL goes by POST, with its parameters', async () => {
  const {client} = await withPages()
  const ids = Array.from({length: 2000}, (_, index) => `document-${index}`)
  expect(await client.fetch('*[_id in $ids || _id == $id]._id', {ids, id: 'c'})).toEqual(['c'])
})

test('filters by type and id find the same documents as looking at all of them', async () => {
  const {client} = await withPages()
  const same = async (indexed: string, plain: string, params = {}) =>
    expect(await client.fetch(indexed, params)).toEqual(await client.fetch(plain, params))
  await same('*[_type == "page" && order > 1]', '*[!(_type != "page") && order > 1]')
  await same('*["a" == _id && order > 1]', '*[!(_id != "a")]')
  await same('*[_id in ["c", "a", "none"]]', '*[_id == "a" || _id == "c"]')
  await same('*[_type in $types]', '*[_type == "page" || _type == "post"]', {types: ['post', 'page']})
  await same(
    '*[_type == "post"]{"n": *[_type == "person" && _id == ^.author._ref][0].name}',
    '*[_type == "post"]{"n": author->name}',
  )
})

test('a long answer is compressed for those who take it, a short one is not', async () => {
  const lake = await openTestLake()
  await clientOf(lake).create({_id: 'long', _type: 'page', text: 'text '.repeat(2000)})
  const search = (id: string) => new URLSearchParams({query: '*[_id == $id]', $id: JSON.stringify(id)})
  const headers = {authorization: `Bearer ${TEST_TOKENS.read}`}
  const ask = (id: string, accepted: string) =>
    fetch(`${lake.url}/v2025-02-19/data/query/production?${search(id)}`, {
      headers: {...headers, 'Accept-Encoding': accepted},
    })
  const compressed = await ask('long', 'gzip')
  expect(compressed.headers.get('content-encoding')).toBe('gzip')
  expect(await compressed.json()).toMatchObject({result: [{_id: 'long'}]})
  for (const plain of [await ask('long', 'identity'), await ask('none', 'gzip')]) {
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('content-length')).toBe(String((await plain.arrayBuffer()).byteLength))
  }
})
