import type {ClientPerspective, ContentSourceMap} from '@sanity/client'
import {jsonPath} from '@sanity/client/csm'
import {expect, test} from 'vitest'
import {clientOf, openTestLake} from '../testing/openTestLake.ts'

async function pages() {
  const client = clientOf(await openTestLake())
  await client
    .transaction()
    .create({_id: 'role', _type: 'role', name: {zh: '样品管理员', en: 'Sample administrator'}})
    .create({
      _id: 'a',
      _type: 'page',
      route: '/a',
      title: {zh: '甲', en: 'A'},
      items: [
        {_key: 'one', text: '第一', role: {_type: 'reference', _ref: 'role'}},
        {_key: 'two', text: '第二', tone: 'ended'},
      ],
      tags: ['x', 'y'],
    })
    .create({_id: 'b', _type: 'page', route: '/b', title: {zh: '乙'}})
    .create({_id: 'drafts.b', _type: 'page', route: '/b', title: {zh: '乙（草稿）'}})
    .commit()
  const query = async (
    groq: string,
    params: Record<string, unknown> = {},
    perspective: ClientPerspective = 'drafts',
  ) => {
    const options = {filterResponse: false, resultSourceMap: 'withKeyArraySelector', perspective} as const
    const {result, resultSourceMap} = await client.fetch(groq, params, options)
    return {result, sources: resultSourceMap ? sourcesOf(resultSourceMap) : {}}
  }
  return {client, query}
}

/** `{"$['title']": "a $['title']['zh']"}` */
function sourcesOf({documents, paths, mappings}: ContentSourceMap): Record<string, string> {
  return Object.fromEntries(
    Object.entries(mappings).map(([place, {source}]) => {
      if (source.type !== 'documentValue') throw new Error(`Unexpected source ${source.type}`)
      return [place, `${documents[source.document]?._id} ${paths[source.path]}`]
    }),
  )
}

test('each string is mapped to its document and path, by key in arrays', async () => {
  const {query} = await pages()
  const {sources} = await query(
    '*[_type == "page" && route == $route][0]{"t": title.zh, tags, items[]{text, "r": role->name.en}}',
    {
      route: '/a',
    },
  )
  expect(sources).toEqual({
    "$['t']": "a $['title']['zh']",
    "$['tags'][0]": "a $['tags'][0]",
    "$['tags'][1]": "a $['tags'][1]",
    "$['items'][0]['text']": "a $['items'][?(@._key=='one')]['text']",
    "$['items'][0]['r']": "role $['name']['en']",
    "$['items'][1]['text']": "a $['items'][?(@._key=='two')]['text']",
  })
})

test('a name with quotes or backslashes is written as the client looks it up', async () => {
  const {query} = await pages()
  const names = ["it's", 'a\\b', '标题']
  const fields = names.map((name) => `${JSON.stringify(name)}: title.zh`)
  const {sources} = await query(`*[_id == "a"][0]{${fields.join(', ')}}`)
  expect(Object.keys(sources)).toEqual(names.map((name) => jsonPath([name])))
})

test('a draft is mapped to the draft, a fallback to the field that it fell back to', async () => {
  const {query} = await pages()
  const {result, sources} = await query('*[_id == "b"][0]{"t": coalesce(title[$lang], title.zh), _id, route}', {
    lang: 'en',
  })
  expect(result).toEqual({t: '乙（草稿）', _id: 'b', route: '/b'})
  expect(sources).toEqual({"$['t']": "drafts.b $['title']['zh']", "$['route']": "drafts.b $['route']"})
})

test('what a query computes is not mapped, and never shows a token', async () => {
  const {query} = await pages()
  const {result, sources} = await query(
    '*[_id == "a"][0]{"u": lower(title.en), "both": title.zh + title.en, "n": count(items), "ended": items[tone == "ended"][0].text}',
  )
  expect(result).toEqual({u: 'a', both: '甲A', n: 2, ended: '第二'})
  expect(sources).toEqual({})
})

test('order, slices and filters on texts leave the mapping right', async () => {
  const {query} = await pages()
  const {result, sources} = await query('*[_type == "page"] | order(title.zh desc) [0...1]{"t": title.zh}')
  expect(result).toEqual([{t: '甲'}])
  expect(sources).toEqual({"$[0]['t']": "a $['title']['zh']"})
})

test('documents of a list in a projection are mapped too', async () => {
  const {query} = await pages()
  const {sources} = await query('{"pages": *[_type == "page"]{"t": title.zh}}', {}, 'published')
  expect(sources).toEqual({
    "$['pages'][0]['t']": "a $['title']['zh']",
    "$['pages'][1]['t']": "b $['title']['zh']",
  })
})

test('the map follows edits', async () => {
  const {query, client} = await pages()
  const title = '*[_id == "a"][0].title.zh'
  expect((await query(title)).sources).toEqual({$: "a $['title']['zh']"})
  await client
    .patch('a')
    .set({title: {zh: '丙'}})
    .commit()
  expect(await query(title)).toEqual({result: '丙', sources: {$: "a $['title']['zh']"}})
})

test('a document that was stored with an _originalId, as a perspective told it, is found and mapped under its own id', async () => {
  const {client, query} = await pages()
  await client.create({_id: 'c', _type: 'page', _originalId: 'drafts.c', route: '/c', title: {zh: '丙'}})
  for (const perspective of ['raw', 'drafts', 'published'] as const) {
    const {result, sources} = await query('*[route == "/c"][0].title.zh', {}, perspective)
    expect([perspective, result, sources]).toEqual([perspective, '丙', {$: "c $['title']['zh']"}])
  }
})
