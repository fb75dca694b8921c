import {afterEach, expect, test, vi} from 'vitest'
import fc from '../testing/fastCheck.ts'
import {clientOf, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {rejection} from '../testing/rejection.ts'
import {Workspace} from './Workspace.ts'

afterEach(() => vi.restoreAllMocks())

test('every patch operation applies', async () => {
  const client = clientOf(await openTestLake())
  await client.create({
    _id: 'a',
    _type: 'page',
    title: 'Test orders',
    count: 5,
    left: 5,
    gone: true,
    items: [
      {_key: 'x', text: 'one'},
      {_key: 'y', text: 'two'},
    ],
  })
  const patched = await client
    .patch('a')
    .set({'items[_key=="y"].text': 'TWO', fresh: {deep: 1}})
    .setIfMissing({title: 'ignored', lead: 'new'})
    .unset(['gone', 'missing'])
    .inc({count: 2})
    .dec({left: 1.5})
    .insert('after', 'items[-1]', [{_key: 'z', text: 'three'}])
    .diffMatchPatch({title: '@@ -1,11 +1,12 @@\n Test orders\n+!\n'})
    .commit()
  expect(patched).toMatchObject({
    title: 'Test orders!',
    lead: 'new',
    count: 7,
    left: 3.5,
    fresh: {deep: 1},
    items: [{text: 'one'}, {text: 'TWO'}, {_key: 'z', text: 'three'}],
  })
  expect(patched).not.toHaveProperty('gone')
})

test('a document that a query selects more than once is patched once', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'author', _type: 'person', n: 0})
  for (const _id of ['a', 'b', 'c']) await client.create({_id, _type: 'post', author: {_ref: 'author'}})
  const {results} = await client
    .transaction()
    .patch({query: '*[_type == "post"].author._ref'}, {inc: {n: 1}})
    .patch({query: '*[_type == "post"].author->'}, {inc: {n: 10}})
    .commit()
  expect(results).toHaveLength(2)
  expect(await client.getDocument('author')).toMatchObject({n: 11})
})

test.each([
  '"set": {"n": 1e999}',
  '"setIfMissing": {"other": [{"n": -1e999}]}',
  '"insert": {"after": "list[-1]", "items": [1e999]}',
  '"inc": {"n": 1e308}',
  '"dec": {"list[0]": 1e308}',
])('a patch to a number beyond the range is refused, as a document with one is: %s', async (patch) => {
  const lake = await openTestLake()
  const client = clientOf(lake)
  const before = await client.create({_id: 'a', _type: 'page', n: 1e308, list: [-1e308]})
  const response = await fetch(`${lake.url}/v1/data/mutate/production`, {
    method: 'POST',
    headers: {authorization: `Bearer ${TEST_TOKENS.write}`, 'content-type': 'application/json'},
    body: `{"mutations": [{"patch": {"id": "a", ${patch}}}]}`,
  })
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('64-bit float')])
  expect(await client.getDocument('a')).toEqual(before)
})

const keyed = (at: number) => `list[_key == "k${at}"].n`

test('a patch of many paths is applied in parts, each within its time', async () => {
  const lake = await openTestLake()
  const limitTime = vi.spyOn(Workspace.prototype, 'limitTime')
  const client = clientOf(lake)
  const list = Array.from({length: 800}, (_, at) => ({_key: `k${at}`, n: 0}))
  await client.create({_id: 'a', _type: 'page', list, total: 0})
  const set = Object.fromEntries(list.slice(0, 250).map((_, at) => [keyed(at), at]))
  await client.mutate([{patch: {id: 'a', set, inc: {[keyed(3)]: 4, total: 1}}}])
  const counted = list.map(({_key}, at) => ({_key, n: at === 3 ? 7 : at < 250 ? at : 0}))
  expect(await client.getDocument('a')).toMatchObject({list: counted, total: 1})
  expect(limitTime).toHaveBeenCalledTimes(3)
})

test.each([
  ['longer than 4096', `${'a.'.repeat(2100)}a`],
  ['the reserved field', '__proto__'],
  ['the reserved field', 'a.__proto__.b'],
  ['the reserved field', "['__proto__']"],
  ['the reserved field', "['_\\_proto__'].a"],
  ['ranges of too many positions', 'list[0:999999]'],
  ['ranges of too many positions', 'list[-1000000:1]'],
  ['ranges of too many positions', `['"'][0:900000000]['"']`],
  ['ranges of too many positions', `list[${'0:9,'.repeat(12)}0]`],
  ['no path from its beginning', 'title en'],
  ['no path from its beginning', 'title]'],
  ['no path from its beginning', 'title["en"]'],
  ['no path from its beginning', 'title "en"'],
])('each operation refuses a path that is or has %s: %.30s', async (reason, path) => {
  const lake = await openTestLake()
  const client = clientOf(lake)
  const before = await client.create({_id: 'a', _type: 'page', title: 'a', list: ['a', 'b']})
  const patches = [
    {set: {[path]: 1}},
    {setIfMissing: {[path]: 1}},
    {unset: [path]},
    {inc: {[path]: 1}},
    {diffMatchPatch: {[path]: '@@ -1 +1 @@\n-a\n+b\n'}},
    {insert: {after: path, items: [1]}},
  ]
  for (const patch of patches) {
    const refused = await rejection(client.mutate([{patch: {id: 'a', ...patch}} as never]))
    expect(refused).toMatchObject({status: 400, description: expect.stringContaining(reason)})
  }
  expect(await client.getDocument('a')).toEqual(before)
})

test('what a constraint of a path compares with may be any text', async () => {
  const client = clientOf(await openTestLake())
  for (const _key of ['__proto__', '1:1000000', 'a b].c']) {
    await client.createOrReplace({_id: 'a', _type: 'page', list: [{_key}]})
    await client.mutate([{patch: {id: 'a', set: {[`list[_key=="${_key}"].n`]: 1}}}])
    expect(await client.getDocument('a')).toMatchObject({list: [{_key, n: 1}]})
  }
})

test('a name in quotes may be any text, too', async () => {
  const client = clientOf(await openTestLake())
  for (const name of [
    'urn:isbn:123456789',
    '2026-01-01T00:00:000001',
    ':'.repeat(12),
    '"',
    '"[0:900000000]"',
    'a__proto__b',
  ]) {
    await client.createOrReplace({_id: 'a', _type: 'page'})
    await client.mutate([{patch: {id: 'a', set: {[`['${name}']`]: 1}}}])
    expect(await client.getDocument('a')).toMatchObject({[name]: 1})
  }
})

test('insert before and replace put items where they say', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page', tags: ['b', 'c']})
  await client.patch('a').insert('before', 'tags[0]', ['a']).commit()
  expect(await client.patch('a').insert('replace', 'tags[1]', ['x', 'y']).commit()).toMatchObject({
    tags: ['a', 'x', 'y', 'c'],
  })
})

test.each([
  {before: 'tags[0]', after: 'tags[1]', items: ['x']},
  {before: 'tags[0]', replace: null, items: ['x']},
  {before: 'tags[0]', items: ['x'], unique: true},
])('an insert in two places, or with what it does not know, is refused: %j', async (insert) => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page', tags: ['b', 'c']})
  const refused = await rejection(client.mutate([{patch: {id: 'a', insert}} as never]))
  expect(refused).toMatchObject({status: 400, description: expect.stringContaining('"insert" has to say where, once')})
  expect(await client.getDocument('a')).toMatchObject({tags: ['b', 'c']})
})

test('a query of a patch or delete selects what earlier steps changed and what they left, and may select one document', async () => {
  const client = clientOf(await openTestLake())
  for (const _id of ['a', 'b', 'c']) await client.create({_id, _type: 'page', n: 0})
  await client
    .transaction()
    .create({_id: 'd', _type: 'page', n: 0})
    .patch('b', {set: {_ignored: true}})
    .patch({query: '*[_type == "page"]'}, {inc: {n: 1}})
    .delete('c')
    .commit()
  expect(await client.fetch('*[] | order(_id) {_id, n}')).toEqual(['a', 'b', 'd'].map((_id) => ({_id, n: 1})))
  await client.delete({query: '*[] | order(_id) [0]'})
  await client.delete({query: '*[_id == "none"][0]'})
  expect(await client.fetch('*[]._id')).toEqual(['b', 'd'])
})

test('patch by query edits all that it selects', async () => {
  const client = clientOf(await openTestLake())
  for (const _id of ['a', 'b']) await client.create({_id, _type: 'page', n: 1})
  await client.patch({query: '*[_type == "page"]'}).inc({n: 1}).commit({returnFirst: false})
  expect(await client.fetch('*[_type == "page"].n')).toEqual([2, 2])
})

test('a patch of a missing document is a 404 that names it', async () => {
  const client = clientOf(await openTestLake())
  const {status, item} = await rejection(client.patch('nope').set({a: 1}).commit())
  expect({status, type: item.type, id: item.id}).toEqual({status: 404, type: 'documentNotFoundError', id: 'nope'})
})

test.each([
  [
    'a patch',
    'mutate',
    (revision: unknown) => ({mutations: [{patch: {id: 'a', ifRevisionID: revision, set: {n: 1}}}]}),
  ],
  ...['ifDraftRevisionId', 'ifPublishedRevisionId'].map(
    (name) =>
      [
        `${name} of a publication`,
        'actions',
        (revision: unknown) => ({
          actions: [
            {actionType: 'sanity.action.document.publish', draftId: 'drafts.a', publishedId: 'a', [name]: revision},
          ],
        }),
      ] as const,
  ),
] as const)('the revision that %s is to check is a text: it is never skipped', async (_what, area, bodyOf) => {
  const lake = await openTestLake()
  const client = clientOf(lake)
  for (const _id of ['a', 'drafts.a']) await client.create({_id, _type: 'page', n: 0})
  const send = (revision: unknown) =>
    fetch(`${lake.url}/v2025-02-19/data/${area}/production`, {
      method: 'POST',
      headers: {authorization: `Bearer ${TEST_TOKENS.write}`, 'content-type': 'application/json'},
      body: JSON.stringify(bodyOf(revision)),
    })
  const noText = fc.jsonValue({maxDepth: 1}).filter((value) => typeof value !== 'string' && value !== null)
  const refused = fc.asyncProperty(noText, async (revision) => {
    expect((await send(revision)).status).toBe(400)
  })
  await fc.assert(refused, {numRuns: 20})
  expect(await client.fetch('*|order(_id){_id, n}')).toEqual([
    {_id: 'a', n: 0},
    {_id: 'drafts.a', n: 0},
  ])
})

test('ifRevisionID lets the first of two editors through and tells the second both revisions', async () => {
  const client = clientOf(await openTestLake())
  const {_rev} = await client.create({_id: 'a', _type: 'page'})
  const first = await client.patch('a').ifRevisionId(_rev).set({title: '1'}).commit()
  const {status, item} = await rejection(client.patch('a').ifRevisionId(_rev).set({title: '2'}).commit())
  expect(status).toBe(409)
  expect(item).toMatchObject({
    type: 'documentRevisionIDDoesNotMatchError',
    currentRevisionID: first._rev,
    expectedRevisionID: _rev,
  })
})

test('a patch can change neither id, type nor time of creation', async () => {
  const client = clientOf(await openTestLake())
  const {_createdAt} = await client.create({_id: 'a', _type: 'page'})
  expect((await rejection(client.patch('a').set({_type: 'other'}).commit())).status).toBe(400)
  expect((await rejection(client.patch('a').set({_id: 'b'}).commit())).status).toBe(400)
  expect(await client.patch('a').unset(['_createdAt']).commit()).toMatchObject({_createdAt})
})

test('an edit that changes nothing still makes a revision and an event', async () => {
  const lake = await openTestLake()
  const client = clientOf(lake)
  const {_rev} = await client.create({_id: 'a', _type: 'page'})
  const heard: string[] = []
  lake.onTransaction(({id}) => heard.push(id))
  const patched = await client.patch('a').unset(['_empty_action_guard_pseudo_field_']).commit()
  expect(patched._rev).not.toBe(_rev)
  expect(heard).toEqual([patched._rev])
})

test('fields and paths that every object has by nature change the document alone', async () => {
  const lake = await openTestLake()
  const headers = {'content-type': 'application/json', authorization: `Bearer ${TEST_TOKENS.write}`}
  const send = async (mutations: string) =>
    (
      await fetch(`${lake.url}/v1/data/mutate/production`, {
        method: 'POST',
        headers,
        body: `{"mutations": [${mutations}]}`,
      })
    ).status
  const document =
    '{"_id": "a", "_type": "page", "__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}'
  expect(await send(`{"createOrReplace": ${document}}`)).toBeLessThan(500)
  for (const path of ['__proto__.polluted', 'constructor.prototype.polluted', 'a.__proto__.polluted', '__proto__[0]']) {
    for (const operation of ['set', 'setIfMissing', 'inc']) {
      const status = await send(`{"patch": {"id": "a", ${JSON.stringify(operation)}: {${JSON.stringify(path)}: 1}}}`)
      expect([path, operation, status < 500]).toEqual([path, operation, true])
    }
  }
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  expect(await clientOf(lake).fetch('*[polluted == 1]{_id}')).toEqual([])
})
