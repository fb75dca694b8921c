import type {Action, ClientError, SanityClient} from '@sanity/client'
import {expect, test} from 'vitest'
import {useCountedClock} from '../testing/countedClock.ts'
import {clientOf, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {rejection} from '../testing/rejection.ts'

const edit = (patch: Record<string, unknown>) =>
  ({actionType: 'sanity.action.document.edit', draftId: 'drafts.a', publishedId: 'a', patch}) as const
const publish = {actionType: 'sanity.action.document.publish', draftId: 'drafts.a', publishedId: 'a'} as const
const unpublish = {actionType: 'sanity.action.document.unpublish', draftId: 'drafts.a', publishedId: 'a'} as const

const ids = (client: SanityClient): Promise<string[]> => client.fetch('*[]._id')

test('create starts a draft; a second one is refused or ignored, as asked', async () => {
  const client = clientOf(await openTestLake())
  const create = {
    actionType: 'sanity.action.document.create',
    publishedId: 'a',
    attributes: {_id: 'drafts.a', _type: 'page'},
  } as const
  await client.action({...create, ifExists: 'fail'})
  expect(await ids(client)).toEqual(['drafts.a'])
  expect(await rejection(client.action({...create, ifExists: 'fail'}))).toMatchObject({
    status: 409,
    item: {type: 'documentAlreadyExistsError'},
  })
  await client.action({...create, ifExists: 'ignore'})
  const unclear = {...create, ifExists: 'skip'} as unknown as Action
  expect((await rejection(client.action(unclear))).status).toBe(400)
})

test('create is refused where the document is published, whether or not a draft may be there', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page'})
  const attributes = {_id: 'drafts.a', _type: 'page'}
  for (const ifExists of ['fail', 'ignore'] as const) {
    const create = {actionType: 'sanity.action.document.create', publishedId: 'a', attributes, ifExists} as const
    expect((await rejection(client.action(create))).status).toBe(409)
  }
  expect(await ids(client)).toEqual(['a'])
})

test.each(['drafts.a', 'versions.r.a'])(
  'the App SDK creates %s, with attributes of an action for versions',
  async (_id) => {
    const {url} = await openTestLake()
    const body = JSON.stringify({
      actions: [
        {
          actionType: 'sanity.action.document.version.create',
          publishedId: 'a',
          attributes: {_type: 'post', _id, title: 'A'},
        },
      ],
    })
    const headers = {authorization: `Bearer ${TEST_TOKENS.write}`, 'content-type': 'application/json'}
    const send = (path: string) => fetch(`${url}/v2025-05-06/data/actions/${path}`, {method: 'POST', headers, body})
    expect((await send('production')).status).toBe(200)
    expect(await clientOf({url}).getDocument(_id)).toMatchObject({title: 'A'})
    expect((await send('production')).status).toBe(409)
  },
)

test('edit starts a draft from what is published and leaves that alone', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page', title: 'old', kept: 1})
  await client.action(edit({set: {title: 'new'}}))
  expect(await client.getDocument('drafts.a')).toMatchObject({title: 'new', kept: 1})
  expect(await client.getDocument('a')).toMatchObject({title: 'old'})
})

test('actions give keys to objects in arrays, the same ones when they are sent again', async () => {
  const client = clientOf(await openTestLake())
  const items = [{text: 'x'}, {_key: 'mine', inner: [{}]}, 'plain']
  const keyed = [{_key: expect.any(String), text: 'x'}, {_key: 'mine', inner: [{_key: expect.any(String)}]}, 'plain']
  const attributes = {_id: 'drafts.a', _type: 'page', items}
  const create = {actionType: 'sanity.action.document.create', publishedId: 'a', attributes, ifExists: 'fail'} as const
  for (let times = 0; times < 2; times += 1) await client.action(create, {transactionId: 'created'})
  expect(await client.getDocument('drafts.a')).toMatchObject({items: keyed})
  await client.action(edit({set: {set: items}, insert: {after: 'items[-1]', items}}))
  await client.action({...edit({}), patch: [{setIfMissing: {list: items}}]} as never)
  const edited = await client.getDocument('drafts.a')
  expect(edited).toMatchObject({set: keyed, list: keyed, items: [...keyed, ...keyed]})
  expect(edited?.items[0]._key).not.toBe(edited?.items[3]._key)
})

test('edit and publish in one request publish the edit', async () => {
  const client = clientOf(await openTestLake())
  const {_createdAt} = await client.create({_id: 'a', _type: 'page', title: 'old'})
  await client.action([edit({set: {title: 'new'}}), publish])
  expect(await client.getDocument('a')).toMatchObject({title: 'new', _createdAt})
  expect(await ids(client)).toEqual(['a'])
})

test('publish makes noted references strong, and keeps those weak that the schema wants so', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'b', _type: 'person'})
  const weak = {_type: 'reference', _ref: 'b', _weak: true}
  await client.create({
    _id: 'drafts.a',
    _type: 'page',
    strong: [{...weak, _key: 'k', _strengthenOnPublish: {type: 'person'}}],
    weak: {...weak, _strengthenOnPublish: {type: 'person', weak: true}},
  })
  await client.action(publish)
  const published = await client.getDocument('a')
  expect(published).toMatchObject({strong: [{_type: 'reference', _ref: 'b', _key: 'k'}], weak})
  expect(published?.strong[0]).not.toHaveProperty('_weak')
  expect(JSON.stringify(published)).not.toContain('_strengthenOnPublish')
})

test('publish refuses when the reference that becomes strong points nowhere, and keeps the draft', async () => {
  const client = clientOf(await openTestLake())
  const author = {_type: 'reference', _ref: 'nope', _weak: true, _strengthenOnPublish: {type: 'person'}}
  await client.create({_id: 'drafts.a', _type: 'page', author})
  expect((await rejection(client.action(publish))).status).toBe(409)
  expect(await ids(client)).toEqual(['drafts.a'])
})

test('publish checks the revisions that it was given', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'drafts.a', _type: 'page'})
  expect((await rejection(client.action({...publish, ifDraftRevisionId: 'other'}))).status).toBe(409)
  expect((await rejection(client.action({...publish, ifPublishedRevisionId: 'other'}))).status).toBe(409)
})

test('publish without a draft is a 404', async () => {
  const client = clientOf(await openTestLake())
  expect((await rejection(client.action(publish))).status).toBe(404)
})

test('unpublish turns the published document into a draft, unless there is one', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page', title: 'live'})
  await client.action(unpublish)
  expect(await ids(client)).toEqual(['drafts.a'])
  await client.create({_id: 'a', _type: 'page', title: 'live again'})
  await client.action(unpublish)
  expect(await client.fetch('*[]{_id, title}')).toEqual([{_id: 'drafts.a', title: 'live'}])
})

test('a document that others reference strongly can be neither unpublished nor deleted', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page'})
  await client.create({_id: 'b', _type: 'page', link: {_type: 'reference', _ref: 'a'}})
  const remove: Action = {actionType: 'sanity.action.document.delete', publishedId: 'a', includeDrafts: []}
  for (const action of [unpublish, remove]) {
    expect(await rejection(client.action(action))).toMatchObject({
      status: 409,
      item: {type: 'documentHasExistingReferencesError', referencingIDs: ['b']},
    })
  }
  expect(await ids(client)).toEqual(['a', 'b'])
})

test('discard drops the draft, under both of its names', async () => {
  const client = clientOf(await openTestLake())
  for (const discard of [
    {actionType: 'sanity.action.document.discard', draftId: 'drafts.a'},
    {actionType: 'sanity.action.document.version.discard', versionId: 'drafts.a'},
  ] as const) {
    await client.create({_id: 'drafts.a', _type: 'page'})
    await client.action(discard)
    expect(await ids(client)).toEqual([])
    expect((await rejection(client.action(discard))).status).toBe(404)
  }
})

test('delete takes the named drafts along', async () => {
  const client = clientOf(await openTestLake())
  for (const _id of ['a', 'drafts.a', 'b']) await client.create({_id, _type: 'page'})
  await client.action({actionType: 'sanity.action.document.delete', publishedId: 'a', includeDrafts: ['drafts.a']})
  expect(await ids(client)).toEqual(['b'])
})

test('delete refuses to leave behind a draft that it does not name', async () => {
  const client = clientOf(await openTestLake())
  for (const _id of ['a', 'drafts.a']) await client.create({_id, _type: 'page'})
  const remove = (includeDrafts: string[]) =>
    client.action({actionType: 'sanity.action.document.delete', publishedId: 'a', includeDrafts})
  expect(await rejection(remove([]))).toMatchObject({
    status: 400,
    item: {description: expect.stringContaining('"drafts.a"')},
  })
  expect(await ids(client)).toEqual(['a', 'drafts.a'])
  await client.delete('drafts.a')
  await remove([])
  expect(await ids(client)).toEqual([])
})

test('replaceDraft puts an earlier content in place of the draft', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'drafts.a', _type: 'page', title: 'now', extra: 1})
  const attributes = {_id: 'drafts.a', _type: 'page', title: 'then'}
  await client.action({actionType: 'sanity.action.document.replaceDraft', publishedId: 'a', attributes})
  expect(await client.getDocument('drafts.a')).not.toHaveProperty('extra')
})

test('replaceDraft starts the draft of a published document, and brings back none that was deleted', async () => {
  const client = clientOf(await openTestLake())
  const attributes = {_id: 'drafts.a', _type: 'page', title: 'then'}
  const replace = {actionType: 'sanity.action.document.replaceDraft', publishedId: 'a', attributes} as const
  expect((await rejection(client.action(replace))).status).toBe(404)
  await client.create({_id: 'a', _type: 'page', title: 'now'})
  await client.action(replace)
  expect(await ids(client)).toEqual(['a', 'drafts.a'])
})

test('version.replace brings back no version that was discarded', async () => {
  const client = clientOf(await openTestLake())
  const document = {_id: 'versions.r.a', _type: 'page', title: 'then'}
  const replace = {actionType: 'sanity.action.document.version.replace', document} as const
  expect((await rejection(client.action(replace))).status).toBe(404)
  await client.create({...document, title: 'now'})
  await client.action(replace)
  expect(await client.getDocument('versions.r.a')).toMatchObject({title: 'then'})
})

const page = {_type: 'page', title: 'lost'}

test.each([
  ['edit', {patch: {set: page}}],
  ['create', {publishedId: 'a', attributes: page}],
  ['create', {publishedId: 'c', attributes: {...page, _id: 'c'}}],
  ['replaceDraft', {publishedId: 'a', attributes: page}],
  ['replaceDraft', {publishedId: 'a', attributes: {...page, _id: 'a'}}],
  ['version.create', {document: page}],
  ['version.replace', {document: {...page, _id: 'a'}}],
  ['delete', {publishedId: 'a', includeDrafts: 'drafts.a'}],
])('%s without the id of a draft or a version is refused, and writes nothing: %j', async (name, fields) => {
  const client = clientOf(await openTestLake())
  for (const _id of ['a', 'drafts.a']) await client.create({_id, _type: 'page', title: 'old'})
  const {status, index} = await rejection(
    client.action({actionType: `sanity.action.document.${name}`, ...fields} as never),
  )
  expect({status, index}).toEqual({status: 400, index: 0})
  expect(await client.fetch('*[]{_id, title}')).toEqual([
    {_id: 'a', title: 'old'},
    {_id: 'drafts.a', title: 'old'},
  ])
})

test('one failing action undoes the whole request, and the error says which one', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page', title: 'old'})
  const discard = {actionType: 'sanity.action.document.discard', draftId: 'drafts.none'} as const
  const {status, index} = await rejection(client.action([edit({set: {title: 'new'}}), publish, discard]))
  expect({status, index}).toEqual({status: 404, index: 2})
  expect(await client.fetch('*[]{_id, title}')).toEqual([{_id: 'a', title: 'old'}])
})

test('an action that the lake does not know is a 400 that names it', async () => {
  const client = clientOf(await openTestLake())
  const {status, description} = await rejection(
    client.action({actionType: 'sanity.action.document.variant.delete', publishedId: 'a'} as never),
  )
  expect(status).toBe(400)
  expect(description).toContain('sanity.action.document.variant.delete')
})

type FieldsOf<Kind> = Kind extends unknown ? Exclude<keyof Kind, 'actionType'> : never
type Known = Exclude<Action['actionType'], `${string}variant${string}`>

/** Every field that Sanity's client knows of each action, which its types demand. */
const CLIENT_FIELDS: {[Type in Known]: Record<FieldsOf<Extract<Action, {actionType: Type}>>, true>} = {
  'sanity.action.document.create': {publishedId: true, attributes: true, ifExists: true},
  'sanity.action.document.edit': {draftId: true, publishedId: true, patch: true},
  'sanity.action.document.publish': {
    draftId: true,
    publishedId: true,
    ifDraftRevisionId: true,
    ifPublishedRevisionId: true,
  },
  'sanity.action.document.unpublish': {draftId: true, publishedId: true},
  'sanity.action.document.discard': {draftId: true, purge: true},
  'sanity.action.document.delete': {publishedId: true, includeDrafts: true, purge: true},
  'sanity.action.document.replaceDraft': {publishedId: true, attributes: true},
  'sanity.action.document.version.create': {
    publishedId: true,
    document: true,
    baseId: true,
    versionId: true,
    ifBaseRevisionId: true,
  },
  'sanity.action.document.version.discard': {versionId: true, purge: true},
  'sanity.action.document.version.replace': {document: true},
  'sanity.action.document.version.unpublish': {versionId: true, publishedId: true},
  'sanity.action.release.create': {releaseId: true, metadata: true},
  'sanity.action.release.edit': {releaseId: true, patch: true},
  'sanity.action.release.publish': {releaseId: true},
  'sanity.action.release.archive': {releaseId: true},
  'sanity.action.release.unarchive': {releaseId: true},
  'sanity.action.release.schedule': {releaseId: true, publishAt: true},
  'sanity.action.release.unschedule': {releaseId: true},
  'sanity.action.release.delete': {releaseId: true},
  'sanity.action.release.import': {attributes: true, document: true, releaseId: true, ifExists: true},
}

test.each(Object.entries(CLIENT_FIELDS))(
  '%s knows every field of the client, and refuses others by name, with those that it knows',
  async (actionType, fields) => {
    const client = clientOf(await openTestLake())
    const names = Object.keys(fields)
    const refusalOf = async (name: string) =>
      (await rejection(client.action({actionType, [name]: null} as never))).description
    for (const name of names) expect(await refusalOf(name)).not.toContain(' has no ')
    for (const name of names) {
      // Another case, one letter too many, and what other actions have.
      for (const misspelt of [name.toUpperCase(), `${name}s`, 'ifRevisionID']) {
        const description = await refusalOf(misspelt)
        expect(description).toContain(`The action "${actionType}" has no "${misspelt}", only `)
        for (const known of names) expect(description).toContain(known)
      }
    }
  },
)

test('a misspelt condition is refused with all of its request, before anything is overwritten', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page', title: 'old'})
  await client.create({_id: 'drafts.a', _type: 'page', title: 'new'})
  const guarded = {...publish, ifDraftRevisionID: 'of what the editor saw'} as unknown as Action
  const refused = await rejection(client.action([edit({set: {title: 'newer'}}), guarded]))
  expect(refused).toMatchObject({status: 400, index: 1, description: expect.stringContaining('ifDraftRevisionID')})
  expect(await client.fetch('*[] | order(_id).title')).toEqual(['old', 'new'])
})

test('a version is made of a document or of a base, and a condition on a base is not dropped', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page'})
  const versionId = 'versions.r.a'
  for (const more of [{ifBaseRevisionId: 'other'}, {baseId: 'a'}, {versionId}, {attributes: {}}]) {
    const create = {
      actionType: 'sanity.action.document.version.create',
      publishedId: 'a',
      document: {_id: versionId, _type: 'page'},
      ...more,
    }
    expect(await rejection(client.action(create as Action))).toMatchObject({status: 400})
  }
  expect(await ids(client)).toEqual(['a'])
})

test('a version says which revision of what it was made of, until it is published', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page', title: 'old'})
  const {_rev} = await client.create({_id: 'drafts.a', _type: 'page', title: 'new'})
  const versionId = 'versions.r.a'
  const create = {actionType: 'sanity.action.document.version.create', publishedId: 'a', baseId: 'drafts.a', versionId}
  await client.action(create as Action)
  const made = {title: 'new', _system: {base: {id: 'drafts.a', rev: _rev}}}
  expect(await client.getDocument(versionId)).toMatchObject(made)
  await client.action({...edit({set: {n: 1}}), draftId: versionId})
  expect(await client.getDocument(versionId)).toMatchObject(made)
  await client.action({...publish, draftId: versionId})
  expect(await client.getDocument('a')).not.toHaveProperty('_system')
})

test('the patch of an edit may name the document that it edits, and no other', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page', n: 0})
  await client.action(edit({id: 'drafts.a', inc: {n: 1}}))
  for (const other of [{id: 'drafts.b'}, {query: '*[_id == "b"]'}, {params: {}}]) {
    const refused = await rejection(client.action([edit({inc: {n: 1}}), edit({...other, inc: {n: 1}})]))
    expect(refused).toMatchObject({status: 400, index: 1})
  }
  expect(await client.fetch('*[_id == "drafts.a"][0].n')).toBe(1)
})

test('thousands of edits of one document in one request, as of a long paste in the Studio, are one write', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page', list: [{_key: 'start'}]})
  const edits = Array.from({length: 1500}, (_, index) =>
    edit({insert: {after: 'list[-1]', items: [{_key: `k${index}`, text: 'A long paragraph. '.repeat(20)}]}}),
  )
  await client.action(edits)
  expect(await client.fetch('count(*[_id == "drafts.a"][0].list)')).toBe(1501)
})

test('edits with more patches than a function takes arguments are made, whether or not they are joined', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page', n: 0})
  const many = {...edit({}), patch: Array.from({length: 150_000}, () => ({inc: {n: 1}}))}
  await client.action([edit({inc: {n: 1}}), many] as never)
  expect(await client.fetch('*[_id == "drafts.a"][0].n')).toBe(150_001)
})

test('the patches of one edit keep to the ten seconds of a request together', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page', n: 0})
  const many = {...edit({}), patch: Array.from({length: 20_000}, () => ({inc: {n: 1}}))}
  const clock = useCountedClock(1000)
  const start = clock.now()
  const {status, description} = await rejection(client.action(many as never))
  // It is refused as soon as they are over, and not once all patches are made.
  expect(clock.now() - start).toBeLessThan(100_000)
  expect([status, description]).toEqual([400, expect.stringContaining('takes too long')])
  expect(await client.fetch('*[_id == "drafts.a"][0]')).toBeNull()
})

test('edits of several documents in one request are made in their order, each of the revision that it names', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page', n: 0})
  await client.create({_id: 'b', _type: 'page', n: 0})
  const ofB = (patch: Record<string, unknown>) => ({...edit(patch), draftId: 'drafts.b', publishedId: 'b'})
  await client.action([edit({inc: {n: 1}}), edit({set: {n: 5}}), ofB({inc: {n: 2}}), edit({inc: {n: 1}}), publish])
  expect(await client.fetch('*[] | order(_id){_id, n}')).toEqual([
    {_id: 'a', n: 6},
    {_id: 'b', n: 0},
    {_id: 'drafts.b', n: 2},
  ])
  const stale = [ofB({set: {n: 9}}), ofB({ifRevisionID: 'another', set: {n: 10}})]
  expect((await rejection(client.action(stale))).status).toBe(409)
  expect(await client.fetch('*[_id == "drafts.b"][0].n')).toBe(2)
})

test('an edit that is refused among others of its document is named by its own index', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page', n: 0})
  const good = edit({inc: {n: 1}})
  const indexOf = async (actions: object[]) => {
    const {response} = await client.action(actions as Action[]).then(
      () => expect.unreachable(),
      (error: ClientError) => error,
    )
    return response.body.error.items[0].index
  }
  for (const bad of [
    {ifRevisionID: 'other'},
    {set: {_id: 'b'}},
    {set: {n: '1'}, diffMatchPatch: {n: 'x'}},
    {rename: {}},
  ])
    for (const index of [0, 1, 3]) expect(await indexOf([good, good, good].toSpliced(index, 0, edit(bad)))).toBe(index)
  const misspelt = {...good, ifDraftRevisionId: 'x'}
  for (const index of [0, 1, 3]) expect(await indexOf([good, good, good].toSpliced(index, 0, misspelt))).toBe(index)
  expect(await client.fetch('*[]{_id, n}')).toEqual([{_id: 'a', n: 0}])
})
