import {expect, test} from 'vitest'
import {clientOf, openTestLake} from '../testing/openTestLake.ts'

async function searchIn(texts: Record<string, string>) {
  const client = clientOf(await openTestLake())
  const transaction = client.transaction()
  for (const [_id, text] of Object.entries(texts)) {
    const body = [{_type: 'block', _key: 'b', children: [{_type: 'span', _key: 's', text}]}]
    transaction.create({_id, _type: 'page', title: {zh: text}, body})
  }
  await transaction.commit()
  return {
    client,
    /** The Studio's search over whole documents. */
    search: (words: string) => client.fetch('*[_type == "page" && [@, _id] match text::query($words)]._id', {words}),
    match: (term: string | string[]) => client.fetch('*[_type == "page" && title.zh match $term]._id', {term}),
    scored: (words: string) =>
      client.fetch(
        '*[_type == "page"] | score(title.zh match text::query($words)) [_score > 0] | order(_score desc)._id',
        {
          words,
        },
      ),
  }
}

const texts = {
  commission: '试验委托可按各实验室的流程审批，然后分派工程师。',
  report: '试验报告由审核组签发',
  english: 'Test reports are signed by the review team.',
  vehicle: 'Registration of test vehicles',
}

test('a two-character Chinese word is found inside a sentence', async () => {
  const {search, match} = await searchIn(texts)
  expect(await search('委托')).toEqual(['commission'])
  expect(await search('试验')).toEqual(['commission', 'report'])
  expect(await match('审批')).toEqual(['commission'])
  expect(await match(['审核*'])).toEqual(['report'])
})

test('a Chinese search of several words finds documents with all of them, wherever they stand', async () => {
  const {search} = await searchIn(texts)
  expect(await search('试验报告*')).toEqual(['report'])
  expect(await search('试验 工程师')).toEqual(['commission'])
  expect(await search('报告委托')).toEqual([])
})

test.each(['identity()', 'sanity::dataset()', 'string(now())'])(
  'a pattern may be %s, as it is for whoever asks',
  async (pattern) => {
    const client = clientOf(await openTestLake())
    await client.create({_id: 'a', _type: 'page', title: 'write-token of production'})
    const texts = '[*[_id == "a"][0].title, string(now())]'
    expect(await client.fetch(`${texts} match ${pattern}`)).toBe(true)
  },
)

test('a search in one field takes no words apart that stand together there', async () => {
  const {scored} = await searchIn({years: '2020—2021'})
  expect(await scored('2020—2021')).toEqual(['years'])
})

test('English words match whole or by prefix, in any case', async () => {
  const {search} = await searchIn(texts)
  expect(await search('reports')).toEqual(['english'])
  expect(await search('TEST veh*')).toEqual(['vehicle'])
  expect(await search('veh')).toEqual([])
})

test('a Latin word is found where it touches Chinese words or punctuation', async () => {
  const {search} = await searchIn({
    inside: '使用LIMS管理样品',
    list: '产品有ADVP、LIMS和“LQM”',
    spaced: '通过 ISO17025 认证的 LIMS 系统',
    glued: '通过ISO17025认证',
    other: 'Climsy 使用',
  })
  expect(await search('LIMS')).toEqual(['inside', 'list', 'spaced'])
  expect(await search('advp*')).toEqual(['list'])
  expect(await search('LQM')).toEqual(['list'])
  expect(await search('“LQM”')).toEqual(['list'])
  expect(await search('使用LIMS')).toEqual(['inside'])
  expect(await search('使用LI*')).toEqual(['inside'])
  expect(await search('使用LI')).toEqual([])
  expect(await search('ISO17025认证*')).toEqual(['glued', 'spaced'])
  expect(await search('"LIMS管理"')).toEqual(['inside'])
  expect(await search('LIMS -使用LIMS')).toEqual(['list', 'spaced'])
})

test('a minus excludes, and quotes keep words together', async () => {
  const {search} = await searchIn(texts)
  expect(await search('test -vehicles')).toEqual(['english'])
  expect(await search('"review team"')).toEqual(['english'])
  expect(await search('"team review"')).toEqual([])
  expect(await search('试验 -"试验报告"')).toEqual(['commission'])
})

test('an empty search and a lone star find everything', async () => {
  const {search} = await searchIn(texts)
  expect(await search('*')).toHaveLength(4)
  expect(await search('')).toHaveLength(4)
})

test('ids are searched with the text', async () => {
  const {search} = await searchIn(texts)
  expect(await search('vehicle')).toEqual(['vehicle'])
})

test('search terms count towards the score', async () => {
  const {scored} = await searchIn({once: 'test', never: 'other', often: 'test test test'})
  expect(await scored('test')).toEqual(['often', 'once'])
})

test("the Studio's own search query, with its boosts and orderings, finds and ranks", async () => {
  const {client} = await searchIn(texts)
  const query = `*[_type in $__types && (!(_id in path("_.**")))]
    | score(boost(title.zh match text::query($__query), 10), ([@, _id] match text::query($__query) || references($__rawQuery)))
    [_score > 0] {_type, _id, _originalId, "orderings": [_score]} | order(orderings[0] desc) [0...$__limit]`
  const search = async (words: string) => {
    const params = {__types: ['page'], __query: `${words}*`, __rawQuery: words, __limit: 10}
    return (await client.fetch<{_id: string}[]>(query, params)).map(({_id}) => _id)
  }
  expect((await search('试验')).sort()).toEqual(['commission', 'report'])
  expect(await search('regis')).toEqual(['vehicle'])
  expect(await search('nothing')).toEqual([])
})

test('terms full of stars and brackets are no way to stall the lake', async () => {
  const {match, search} = await searchIn(texts)
  expect(await match('*'.repeat(500))).toHaveLength(4)
  expect(await search('(((" -* [a-z]+$')).toEqual([])
})
