import {afterEach, describe, expect, test, vi} from 'vitest'
import {TextIndex} from '../indexes/TextIndex.ts'
import {ValueIndex} from '../indexes/ValueIndex.ts'
import {DocumentView} from '../query/DocumentView.ts'
import {withoutTimeLimits} from '../testing/countedClock.ts'
import {clientOf, openTestLake} from '../testing/openTestLake.ts'
import {rejection} from '../testing/rejection.ts'
import {textIndexed} from '../testing/textIndexed.ts'
import type {JsonValue} from '../types.ts'
import {ReferenceIndex} from './ReferenceIndex.ts'

const MB = 1024 * 1024
const nested = (levels: number): JsonValue => (levels === 0 ? 'leaf' : {child: nested(levels - 1)})

const numbered = (fields: number): JsonValue =>
  Object.fromEntries(Array.from({length: fields}, (_, index) => [`f${index}`, index]))

afterEach(() => {
  vi.restoreAllMocks()
})

/** Written with the text index at hand, which a search has made. */
async function openSearchedLake() {
  const lake = await openTestLake()
  const client = clientOf(lake)
  await client.create({_id: 'first', _type: 'doc', title: 'before'})
  await client.fetch('*[title match "before"]')
  await textIndexed(lake.documents.indexes)
  return {lake, client}
}

describe('a document that is hard on the indexes is stored and found', () => {
  test.each<[string, string]>([
    ['a word of four million letters', 'x'.repeat(4 * MB)],
    ['a Chinese sentence of a million characters', '试验报告'.repeat(MB / 4)],
    ['a million dots', '.'.repeat(MB)],
    ['a million words of one letter', 'a '.repeat(MB)],
    ['letters that fold in many ways', 'ſßİéK'.repeat(MB / 8)],
    ['halves of characters', '\ud800\udc00\udfff'.repeat(1000)],
    ['control characters', '\0\u0001\n'.repeat(1000)],
  ])('%s', async (_, body) => {
    const {client} = await openSearchedLake()
    await client.createOrReplace({_id: 'hard', _type: 'doc', title: 'findable', body})
    expect(await client.getDocument('hard')).toMatchObject({body})
    expect(await client.fetch('*[_id == "hard"]._id')).toEqual(['hard'])
    expect(await client.fetch('*[[title, body] match "findable"]._id')).toEqual(['hard'])
    await client.patch('hard').set({title: 'changed'}).commit()
    expect(await client.fetch('*[title match "changed"]._id')).toEqual(['hard'])
  })
})

describe('an index that fails', () => {
  test.each([
    ['the text index', TextIndex.prototype],
    ['the index of a field', ValueIndex.prototype],
    ['the index of references', ReferenceIndex.prototype],
  ])('fails no write, and queries go on without it: %s', async (_, index) => {
    const {client} = await openSearchedLake()
    expect(await client.fetch('*[title == "before"]._id')).toEqual(['first'])
    vi.spyOn(index, 'update').mockImplementationOnce(() => {
      throw new RangeError('Map maximum size exceeded')
    })
    await client.create({_id: 'second', _type: 'doc', title: 'before', first: {_type: 'reference', _ref: 'first'}})
    expect(await client.fetch('*[title match "before"]._id')).toEqual(['first', 'second'])
    expect(await client.fetch('*[title == "before"]._id')).toEqual(['first', 'second'])
    expect(await client.fetch('*[references("first")]._id')).toEqual(['second'])
    expect(await client.fetch('*[_type == "doc"]._id')).toEqual(['first', 'second'])
  })

  test('is a view: it is made anew', async () => {
    const {client} = await openSearchedLake()
    vi.spyOn(DocumentView.prototype, 'update').mockImplementationOnce(() => {
      throw new RangeError('Invalid array length')
    })
    await client.create({_id: 'second', _type: 'doc', title: 'before'})
    expect(await client.fetch('*[title match "before"]._id')).toEqual(['first', 'second'])
  })
})

describe('a document beyond a limit is a 400 that says so, and is not there', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ['too deep', {a: nested(150)}, /nested too deeply/],
    ['a number beyond the range', {}, /beyond the range/],
    ['a type without end', {_type: 'x'.repeat(5000)}, /_type .* is longer than/],
    ['a name that means something to JavaScript', JSON.parse('{"__proto__": {"a": 1}}'), /reserved name/],
    ['the same, deeper', JSON.parse('{"a": [{"__proto__": 1}]}'), /reserved name/],
    ['an object of very many fields', {a: {b: numbered(10_001)}}, /more than 10000 fields/],
    ['a document that looks like a promise', JSON.parse(`{"then": 1}`), /reserved name/],
  ])('%s', async (_, content, reason) => {
    const lake = await openTestLake()
    const json = JSON.stringify({mutations: [{create: {_id: 'a', _type: 'doc', n: 7, ...content}}]})
    const response = await fetch(`${lake.url}/v1/data/mutate/production`, {
      method: 'POST',
      headers: {authorization: `Bearer ${lake.tokens.write}`, 'content-type': 'application/json'},
      body: Object.keys(content).length === 0 ? json.replace('7', '1e400') : json,
    })
    expect(response.status).toBe(400)
    expect(JSON.stringify(await response.json())).toMatch(reason)
    expect(await clientOf(lake).getDocument('a')).toBeUndefined()
  })

  test('one that patches have made too large', async () => {
    const client = clientOf(await openTestLake())
    withoutTimeLimits()
    await client.create({_id: 'a', _type: 'doc', list: ['x'.repeat(12 * MB)]})
    await client
      .patch('a')
      .insert('after', 'list[-1]', ['y'.repeat(12 * MB)])
      .commit()
    const error = await rejection(
      client
        .patch('a')
        .insert('after', 'list[-1]', ['z'.repeat(12 * MB)])
        .commit(),
    )
    expect(error).toMatchObject({status: 400, description: expect.stringContaining('larger than 32 MB')})
    expect(await client.fetch('count(*[_id == "a"][0].list)')).toBe(2)
  })

  test('one of characters that are longer as JSON', async () => {
    const client = clientOf(await openTestLake())
    withoutTimeLimits()
    await client.create({_id: 'a', _type: 'doc', list: ['', '', '']})
    const text = '\u0001'.repeat(2 * MB)
    const error = await rejection(client.patch('a', {set: {'list[0,1,2]': text}}).commit())
    expect(error).toMatchObject({status: 400, description: expect.stringContaining('larger than 32 MB')})
  })

  test('a short patch that would write very much', async () => {
    const client = clientOf(await openTestLake())
    withoutTimeLimits()
    const ids = Array.from({length: 40}, (_, index) => `d${index}`)
    await client.mutate(ids.map((_id) => ({create: {_id, _type: 'doc'}})))
    const error = await rejection(client.mutate([{patch: {query: '*', set: {text: 'x'.repeat(8 * MB)}}}]))
    expect(error).toMatchObject({status: 400, description: expect.stringContaining('writes more than 128 MB')})
    expect(await client.fetch('count(*[defined(text)])')).toBe(0)
  })

  test('documents that do not fit into the answer are not written', async () => {
    const client = clientOf(await openTestLake())
    await client.create({_id: 'a', _type: 'doc', text: 'x'.repeat(8 * MB)})
    const mutations = Array.from({length: 40}, () => ({createIfNotExists: {_id: 'a', _type: 'doc'}}))
    const error = await rejection(
      client.mutate([...mutations, {create: {_id: 'b', _type: 'doc'}}], {returnDocuments: true}),
    )
    expect(error).toMatchObject({status: 400, description: expect.stringContaining('returnDocuments')})
    expect(await client.getDocument('b')).toBeUndefined()
  })
})

test.each(['..a..b..a', '..a..a..a..a'])(
  'a patch that would try very many ways to a place is a 400: %s',
  async (path) => {
    const client = clientOf(await openTestLake())
    await client.create({
      _id: 'a',
      _type: 'doc',
      a: nested(90),
      list: Array.from({length: 20_000}, (_, index) => index),
    })
    await client
      .patch('a')
      .set({a: JSON.parse(`${'{"a":'.repeat(90)}1${'}'.repeat(90)}`)})
      .commit()
    const mutations = Array.from({length: 20}, () => ({patch: {id: 'a', set: {[path]: 1}}}))
    const error = await rejection(client.mutate(mutations))
    expect(error).toMatchObject({status: 400, description: expect.stringContaining('too long')})
  },
)

test('a diff of a text that looks for very many places in vain is a 400', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'doc', text: 'abcdefghij'.repeat(8000)})
  const diff = Array.from({length: 5000}, (_, index) => {
    const at = index * 16 + 1
    return `@@ -${at},30 +${at},30 @@\n-fghijabcdeXfghijYabcdefghQabcd\n+${'y'.repeat(30)}\n`
  })
  const error = await rejection(
    client
      .patch('a')
      .diffMatchPatch({text: diff.join('')})
      .commit(),
  )
  expect(error).toMatchObject({status: 400, description: expect.stringContaining('too long')})
  expect(await client.fetch('*[0].text[0]')).toBeNull()
  const edit = client.patch('a').diffMatchPatch({text: '@@ -1,3 +1,4 @@\n+x\n abc\n'})
  expect(await edit.commit()).toMatchObject({text: expect.stringMatching(/^xabc/)})
})

test('long lists are compared by what they hold: each with each would take longer than a test may', async () => {
  const client = clientOf(await openTestLake())
  const numbers = Array.from({length: 100_000}, (_, index) => index)
  await client.create({_id: 'a', _type: 'doc', numbers})
  await client
    .patch('a')
    .set({numbers: numbers.map((number) => -1 - number)})
    .commit()
  expect(await client.fetch('*[0].numbers[-1]')).toBe(-100_000)
})
