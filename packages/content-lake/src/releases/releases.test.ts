import type {Action, SanityClient} from '@sanity/client'
import {expect, onTestFinished, test, vi} from 'vitest'
import {EDITOR} from '../access/identities.ts'
import {DocumentStore} from '../store/DocumentStore.ts'
import {useCountedClock} from '../testing/countedClock.ts'
import {openNamedLake} from '../testing/openNamedLake.ts'
import {openReceiver} from '../testing/openReceiver.ts'
import {clientOf, newFolder, openTestLake} from '../testing/openTestLake.ts'
import {rejection} from '../testing/rejection.ts'

const PAST = '2020-01-01T00:00:00.000Z'
const FUTURE = '2999-01-01T00:00:00.000Z'
const version = (id: string, content: object = {}) => ({_id: `versions.r.${id}`, _type: 'page', ...content})
const state = async (client: SanityClient) => (await client.getDocument('_.releases.r'))?.state

async function open(options: Parameters<typeof openTestLake>[0] = {}) {
  const lake = await openTestLake(options)
  const client = clientOf(lake)
  await client.create({_id: 'a', _type: 'page', title: 'old'})
  await client.releases.create({releaseId: 'r', metadata: {title: 'Spring'}})
  await client.create(version('a', {title: 'new'}))
  return {lake, client}
}

test('a release publishes all its versions in one transaction, and remembers them', async () => {
  const {client, lake} = await open()
  // In one transaction: while each waited for a slow disk, connections would have timed out.
  const mutations = Array.from({length: 499}, (_, n) => ({create: version(`p${n}`)}))
  lake.commit({mutations, author: {id: 'x', name: 'x', rights: 'write'}})
  const commits: string[][] = []
  lake.onTransaction(({changes}) => commits.push(changes.map(({documentId}) => documentId)))
  await client.releases.publish({releaseId: 'r'})
  expect(commits).toHaveLength(1)
  expect(commits[0]?.filter((id) => !id.includes('.'))).toHaveLength(500)
  expect(await client.fetch('count(*[_id in path("versions.**")])')).toBe(0)
  expect(await client.getDocument('a')).toMatchObject({title: 'new'})
  const release = await client.getDocument('_.releases.r')
  expect(release).toMatchObject({state: 'published', metadata: {title: 'Spring', releaseType: 'undecided'}})
  expect(release?.finalDocumentStates).toHaveLength(500)
})

test('a release whose name has a dash is a perspective like any other', async () => {
  const {client} = await open()
  await client.releases.create({releaseId: 'summer-sale'})
  await client.create({_id: 'versions.summer-sale.a', _type: 'page', title: 'cheap'})
  const title = (perspective: string[]) => client.fetch('*[_id == "a"][0].title', {}, {perspective})
  expect(await title(['summer-sale', 'r'])).toBe('cheap')
  expect(await title(['r', 'summer-sale'])).toBe('new')
})

test('publishing drops a draft that says the same, and keeps one that does not', async () => {
  const {client} = await open()
  await client.create({_id: 'drafts.a', _type: 'page', title: 'new'})
  await client.create({_id: 'drafts.b', _type: 'page', title: 'work'})
  await client.create(version('b', {title: 'other'}))
  await client.releases.publish({releaseId: 'r'})
  expect(await client.fetch('*[_id in path("drafts.**")]._id')).toEqual(['drafts.b'])
})

test('a version marked for it unpublishes the document and keeps it as a draft', async () => {
  const {client} = await open()
  const unpublish = {
    actionType: 'sanity.action.document.version.unpublish',
    versionId: 'versions.r.a',
    publishedId: 'a',
  }
  await client.action(unpublish as Action)
  await client.releases.publish({releaseId: 'r'})
  expect(await client.fetch('*[_type == "page"]{_id, title}')).toEqual([{_id: 'drafts.a', title: expect.any(String)}])
})

test('a release is scheduled for a time that can be compared as text', async () => {
  const {client} = await open()
  const refused = await rejection(client.releases.schedule({releaseId: 'r', publishAt: '+010000-01-01T00:00:00Z'}))
  expect(refused).toMatchObject({status: 400, description: expect.stringContaining('"publishAt" has to be a point')})
})

test('a scheduled release locks its versions until it is unscheduled', async () => {
  const {client} = await open()
  await client.releases.schedule({releaseId: 'r', publishAt: FUTURE})
  const refused = [
    () => client.patch('versions.r.a', {set: {title: 'x'}}).commit(),
    () => client.delete('versions.r.a'),
    () => client.create(version('b')),
    () => client.releases.archive({releaseId: 'r'}),
    () => client.releases.delete({releaseId: 'r'}),
  ]
  for (const change of refused) expect((await rejection(change())).status).toBe(400)
  await client.releases.schedule({releaseId: 'r', publishAt: '2998-01-01T00:00:00Z'})
  await client.releases.edit({releaseId: 'r', patch: {set: {'metadata.title': 'Summer'}}})
  expect(await client.getDocument('_.releases.r')).toMatchObject({
    state: 'scheduled',
    publishAt: '2998-01-01T00:00:00.000Z',
    metadata: {title: 'Summer'},
  })
  await client.releases.unschedule({releaseId: 'r'})
  expect(await client.getDocument('_.releases.r')).not.toHaveProperty('publishAt')
  await client.patch('versions.r.a', {set: {title: 'x'}}).commit()
})

test('an archived release comes back with its versions, and only then can be changed', async () => {
  const {client} = await open()
  expect((await rejection(client.releases.delete({releaseId: 'r'}))).status).toBe(400)
  await client.releases.archive({releaseId: 'r'})
  expect(await client.getDocument('versions.r.a')).toBeUndefined()
  expect((await rejection(client.create(version('a')))).status).toBe(400)
  await client.releases.unarchive({releaseId: 'r'})
  expect(await client.getDocument('versions.r.a')).toMatchObject({title: 'new'})
  await client.releases.archive({releaseId: 'r'})
  await client.releases.delete({releaseId: 'r'})
  expect(await client.getDocument('_.releases.r')).toBeUndefined()
})

test('archiving a release looks at no document outside of it, as many may be archived in one request', async () => {
  const {client} = await open()
  const looks = vi.spyOn(DocumentStore.prototype, 'all')
  onTestFinished(() => looks.mockRestore())
  const actions = ['archive', 'unarchive', 'archive', 'unarchive', 'archive', 'unarchive']
  await client.action(actions.map((name) => ({actionType: `sanity.action.release.${name}`, releaseId: 'r'}) as Action))
  // Once after the commit, for what is due.
  expect(looks).toHaveBeenCalledOnce()
  expect(await client.getDocument('versions.r.a')).toMatchObject({title: 'new'})
})

test('nothing but its actions changes a release, and they only its metadata', async () => {
  const {client} = await open()
  const _id = '_.releases.r'
  const edit = (set: object) => client.releases.edit({releaseId: 'r', patch: {set}})
  const document = {_id, _type: 'system.release', state: 'scheduled', publishAt: PAST}
  const replace = {actionType: 'sanity.action.document.version.replace', document}
  const refused = [
    () => client.patch(_id, {set: {state: 'scheduled', publishAt: PAST}}).commit(),
    () => client.createOrReplace(document),
    () => client.delete(_id),
    () => client.delete({query: '*'}),
    () => client.action(replace as Action),
    () => client.action([{actionType: 'sanity.action.release.edit', releaseId: 'r', patch: {}}, replace] as Action[]),
    () => edit({state: 'scheduled'}),
    () => edit({userId: 'admin-token'}),
    () => edit({'metadata.releaseType': 'never'}),
    () => client.releases.create({releaseId: 'drafts'}),
    () => client.releases.create({releaseId: 'a.b'}),
  ]
  const before = await client.getDocument(_id)
  for (const change of refused) expect((await rejection(change())).status).toBe(400)
  expect((await rejection(client.releases.create({releaseId: 'r'}))).status).toBe(409)
  expect((await rejection(client.releases.publish({releaseId: 'none'}))).status).toBe(404)
  expect(await client.getDocument(_id)).toEqual(before)
})

test('of many schedules in one request, none after a refused one is prepared', async () => {
  const {lake} = await open()
  const schedule = {actionType: 'sanity.action.release.schedule', releaseId: 'none', publishAt: FUTURE}
  const actions = Array.from({length: 100}, () => schedule)
  // Each is tried as a publication after all that come before it.
  const prepared = vi.spyOn(actions, 'slice')
  expect(() => lake.act({actions, author: {id: 'x', name: 'x', rights: 'write'}})).toThrow('was not found')
  expect(prepared).toHaveBeenCalledOnce()
})

test('webhooks hear of every document that a scheduled release published', async () => {
  const receiver = await openReceiver()
  const site = {name: 'site', url: receiver.url, secret: 's', on: ['create', 'update'], projection: '{_id}'} as const
  const {client} = await open({webhooks: [{...site, on: [...site.on]}]})
  for (let n = 0; n < 20; n += 1) await client.create(version(`p${n}`))
  await receiver.count(1)
  await client.releases.schedule({releaseId: 'r', publishAt: PAST})
  const calls = await receiver.count(22)
  expect(new Set(calls.slice(1).map(({headers}) => headers['sanity-document-id'])).size).toBe(21)
  expect(new Set(calls.slice(1).map(({headers}) => headers['sanity-transaction-id'])).size).toBe(1)
})

test('a scheduled release is published at its time', async () => {
  const {client} = await open()
  await client.releases.schedule({releaseId: 'r', publishAt: new Date(Date.now() + 50).toISOString()})
  await expect.poll(() => state(client)).toBe('published')
  expect(await client.getDocument('a')).toMatchObject({title: 'new'})
})

test('what was due while the lake was away is published at its start, and the log says so', async () => {
  const dir = await newFolder()
  const {client, lake} = await open({dir})
  await client.releases.schedule({releaseId: 'r', publishAt: FUTURE})
  await lake.close()
  const lines: string[] = []
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse(FUTURE) + 3_600_000)
  try {
    const later = await openTestLake({dir, log: (line) => lines.push(line)})
    expect(later.documents.get('a')).toMatchObject({title: 'new'})
    expect(later.documents.get('_.releases.r')).toMatchObject({state: 'published'})
    expect(lines.filter((line) => line.includes('published late'))).toEqual([
      expect.stringContaining('lateSeconds=3600'),
    ])
  } finally {
    vi.restoreAllMocks()
  }
})

test('of two releases for one moment the one that was made last is published last, also by a lake that was started anew', async () => {
  const dir = await newFolder()
  const {client, lake} = await open({dir})
  await client.releases.create({releaseId: 'later'})
  await client.create({...version('a', {title: 'newest'}), _id: 'versions.later.a'})
  for (const releaseId of ['later', 'r']) await client.releases.schedule({releaseId, publishAt: FUTURE})
  await lake.close()
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse(FUTURE))
  try {
    const restarted = await openTestLake({dir})
    expect(restarted.documents.get('_.releases.r')).toMatchObject({state: 'published'})
    expect(restarted.documents.get('a')).toMatchObject({title: 'newest'})
  } finally {
    vi.restoreAllMocks()
  }
})

const importing = (document: object, fields: object = {}) =>
  ({
    actionType: 'sanity.action.release.import',
    releaseId: 'r',
    attributes: {_id: '_.releases.r', _type: 'system.release', name: 'r', state: 'active', ...document},
    ifExists: 'replace',
    ...fields,
  }) as unknown as Action

test('an import puts nothing but a release in the place of a release, in no other state, and in the name of who imports', async () => {
  const {client} = await open()
  const before = await client.getDocument('_.releases.r')
  for (const action of [
    importing({_id: 'a'}),
    importing({_id: '_.releases.s'}),
    importing({_type: 'page'}),
    importing({name: 's'}),
    importing({state: 'deleted'}),
    importing({state: undefined}),
    importing({metadata: 'x'}),
    importing({metadata: {releaseType: 'never'}}),
    importing({publishAt: 'soon'}),
    importing({publishAt: '+010000-01-01T00:00:00Z'}),
    importing({}, {releaseId: 'drafts'}),
    importing({}, {ifExists: 'merge'}),
    importing({}, {attributes: undefined}),
    importing({}, {document: {}}),
  ])
    expect((await rejection(client.action(action))).status).toBe(400)
  expect((await rejection(client.action(importing({}, {ifExists: 'fail'})))).status).toBe(409)
  await client.action(importing({}, {ifExists: 'ignore'}))
  expect(await client.getDocument('_.releases.r')).toEqual(before)
  await client.action(importing({state: 'scheduled', publishAt: PAST, userId: 'admin-token', error: {message: 'no'}}))
  const release = await client.getDocument('_.releases.r')
  expect(release).toMatchObject({state: 'active', userId: 'write-token', metadata: {intendedPublishAt: PAST}})
  expect(release).not.toHaveProperty('publishAt')
  expect(release).not.toHaveProperty('error')
  expect(await client.getDocument('a')).toMatchObject({title: 'old'})
})

test('an imported release brings back nothing but its own versions, whatever it says that it had', async () => {
  const {client} = await open()
  await client.create({_id: 'secret', _type: 'page'})
  await client.delete('secret')
  for (const id of ['secret', '_.releases.s', 'versions.s.a', 'drafts.a']) {
    await client.action(importing({state: 'archived', finalDocumentStates: [{_key: 'k', id}]}))
    const refused = await rejection(client.releases.unarchive({releaseId: 'r'}))
    expect(refused).toMatchObject({status: 400, description: expect.stringContaining('is no version of "r"')})
  }
  expect(await client.getDocument('secret')).toBeUndefined()
})

test('whoever may not make releases imports none', async () => {
  const reader = {
    name: 'reader',
    grants: [{filter: '_type == "page"', permissions: ['read' as const, 'create' as const]}],
  }
  const {as, lake} = await openNamedLake([reader], ['reader', 'editor'])
  const action = importing({}, {ifExists: 'fail'})
  expect((await rejection(as('reader').action(action))).status).toBe(403)
  expect(lake.documents.get('_.releases.r')).toBeUndefined()
  await as('editor').action(action)
  expect(lake.documents.get('_.releases.r')).toMatchObject({state: 'active', userId: 'editor'})
})

test('a release that breaks a rule cannot be scheduled', async () => {
  const {client} = await open({unique: [{type: 'page', fields: ['slug']}]})
  await client.create({_id: 'other', _type: 'page', slug: 'x'})
  await client.patch('versions.r.a', {set: {slug: 'x'}}).commit()
  expect((await rejection(client.releases.schedule({releaseId: 'r', publishAt: FUTURE}))).status).toBe(409)
  expect((await rejection(client.releases.publish({releaseId: 'r'}))).status).toBe(409)
  expect(await state(client)).toBe('active')
  expect(await client.getDocument('a')).toMatchObject({title: 'old'})
})

test('a release is not archived in the request that changes a version of it: nothing would be left to restore', async () => {
  const {client} = await open()
  const archive = {actionType: 'sanity.action.release.archive', releaseId: 'r'} as const
  const draftId = 'versions.r.a'
  const edit = {
    actionType: 'sanity.action.document.edit',
    draftId,
    publishedId: 'a',
    patch: {set: {title: 'x'}},
  } as const
  const add = {actionType: 'sanity.action.document.version.create', publishedId: 'b', document: version('b')} as const
  for (const change of [edit, add]) {
    expect(await rejection(client.action([change, archive] as Action[]))).toMatchObject({
      status: 400,
      index: 1,
      description: expect.stringMatching(/^"versions\.r\.[ab]" was changed in the same request/),
    })
  }
  await client.action([edit, add] as Action[])
  await client.releases.archive({releaseId: 'r'})
  await client.releases.unarchive({releaseId: 'r'})
  expect(await client.fetch('*[_id in path("versions.**")]{_id, title} | order(_id)')).toEqual([
    {_id: 'versions.r.a', title: 'x'},
    {_id: 'versions.r.b', title: null},
  ])
})

test('a release that was archived while its publication was being refused stays archived, with its versions', async () => {
  let refusal: string | undefined
  const {client, lake} = await open({releaseRule: () => refusal})
  await client.releases.schedule({releaseId: 'r', publishAt: FUTURE})
  refusal = 'Not today'
  const release = lake.documents.get('_.releases.r')
  const firing = release && lake.fireRelease(release).catch(String)
  const actions = ['unschedule', 'archive'].map((name) => ({
    actionType: `sanity.action.release.${name}`,
    releaseId: 'r',
  }))
  await lake.actInTurn({author: EDITOR, actions}, () => {})
  expect(await firing).toContain('The release was changed meanwhile')
  expect(await client.getDocument('_.releases.r')).toMatchObject({state: 'archived'})
  await client.releases.unarchive({releaseId: 'r'})
  expect(await client.getDocument('versions.r.a')).toMatchObject({title: 'new'})
})

test('the rules are judged again at its time: nothing is published, and release and log say why', async () => {
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const {client} = await open({unique: [{type: 'page', fields: ['slug']}], log})
  await client.patch('versions.r.a', {set: {slug: 'x'}}).commit()
  await client.create(version('b', {title: 'too'}))
  await client.releases.schedule({releaseId: 'r', publishAt: FUTURE})
  await client.create({_id: 'other', _type: 'page', slug: 'x'})
  await client.releases.schedule({releaseId: 'r', publishAt: FUTURE}).catch(() => {})
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse(FUTURE) + 1)
  try {
    // Any change of a release has the time looked at.
    await client.releases.edit({releaseId: 'r', patch: {set: {'metadata.title': 'Due'}}})
    await expect.poll(() => state(client)).toBe('active')
  } finally {
    vi.restoreAllMocks()
  }
  expect(await client.getDocument('_.releases.r')).toMatchObject({error: {message: expect.stringContaining('"x"')}})
  expect(await client.fetch('*[_type == "page" && !(_id in path("versions.**"))]{_id, title} | order(_id)')).toEqual([
    {_id: 'a', title: 'old'},
    {_id: 'other', title: null},
  ])
  expect(lines.filter((line) => line.includes('was not published'))).toEqual([expect.stringContaining('release=r')])
})

test('a release that is imported brings nobody what they may not read the history of', async () => {
  const planner = {
    name: 'planner',
    grants: [{filter: '_type in ["page", "system.release"]', permissions: ['read', 'create', 'update']}],
  } satisfies Parameters<typeof openNamedLake>[0][number]
  const {as} = await openNamedLake([planner], ['planner', 'editor'])
  const [ours, theirs] = [as('planner'), as('editor')]
  const release = {
    ...{_id: '_.releases.r', _type: 'system.release', name: 'r', state: 'archived', metadata: {releaseType: 'asap'}},
    finalDocumentStates: [{_key: 'a', id: 'versions.r.a'}],
  }
  const imported = {actionType: 'sanity.action.release.import', releaseId: 'r', attributes: release}
  const unarchived = {actionType: 'sanity.action.release.unarchive', releaseId: 'r'}
  const send = (client: SanityClient, actions: object[]) =>
    client.request({url: '/data/actions/production', method: 'POST', body: {actions}})
  await theirs.releases.create({releaseId: 'r'})
  await theirs.create(version('a', {title: 'dropped'}))
  await theirs.delete('versions.r.a')
  await theirs.releases.archive({releaseId: 'r'})
  await theirs.releases.delete({releaseId: 'r'})
  await expect(send(ours, [imported, unarchived])).rejects.toThrow('no longer has all versions')
  await send(ours, [imported])
  await expect(send(ours, [unarchived])).rejects.toThrow('no longer has all versions')
  expect(await ours.fetch('*[_id in path("versions.**")]')).toEqual([])
  // Who may read the history might copy it from there.
  await send(theirs, [unarchived])
  expect((await ours.getDocument('versions.r.a'))?.title).toBe('dropped')
  // What they archive themselves comes back, also after another archiving in one request, and an import in its place.
  const archived = {...unarchived, actionType: 'sanity.action.release.archive'}
  await send(ours, [archived])
  await send(ours, [unarchived, archived])
  await send(ours, [{...imported, ifExists: 'replace'}])
  await send(ours, [unarchived])
  expect((await ours.getDocument('versions.r.a'))?.title).toBe('dropped')
})

test('the events of a release tell its states and its documents', async () => {
  const {client} = await open()
  await client.create(version('b'))
  await client.delete('versions.r.b')
  await client.releases.schedule({releaseId: 'r', publishAt: FUTURE})
  await client.releases.unschedule({releaseId: 'r'})
  await client.releases.archive({releaseId: 'r'})
  await client.releases.unarchive({releaseId: 'r'})
  await client.releases.publish({releaseId: 'r'})
  const read = (query: string) => client.request({url: `/data/history/production/events/releases/r?${query}`})
  const {events, nextCursor} = await read('limit=100')
  expect(nextCursor).toBe('')
  expect(
    events.map(({type, versionId}: Record<string, string>) => [type, versionId].filter(Boolean).join(' ')),
  ).toEqual([
    'publishRelease',
    'unarchiveRelease',
    'archiveRelease',
    'unscheduleRelease',
    'scheduleRelease',
    'discardDocumentFromRelease versions.r.b',
    'addDocumentToRelease versions.r.b',
    'addDocumentToRelease versions.r.a',
    'createRelease',
  ])
  const first = await read('limit=4')
  const second = await read(`limit=100&nextCursor=${first.nextCursor}`)
  expect([...first.events, ...second.events]).toEqual(events)
})

const ROLES = [
  {
    name: 'writer',
    grants: [
      {filter: '_type == "system.release" || _id in path("versions.**")', permissions: ['read', 'create', 'update']},
      {filter: '_type == "page"', permissions: ['read']},
    ],
  },
] satisfies Parameters<typeof openNamedLake>[0]

test('whoever may not publish a document can neither publish nor schedule a release with it', async () => {
  const {as, lake} = await openNamedLake(ROLES, ['writer', 'editor'])
  await as('writer').releases.create({releaseId: 'r'})
  await as('writer').create(version('a'))
  for (const client of [as('writer')]) {
    expect((await rejection(client.releases.publish({releaseId: 'r'}))).status).toBe(403)
    expect((await rejection(client.releases.schedule({releaseId: 'r', publishAt: FUTURE}))).status).toBe(403)
  }
  await as('editor').releases.schedule({releaseId: 'r', publishAt: FUTURE})
  const release = lake.documents.get('_.releases.r')
  expect(release).toMatchObject({state: 'scheduled', userId: 'editor'})
})

test('a release does not fire in the name of somebody who may not write any more', async () => {
  const {as, lake} = await openNamedLake(ROLES, ['editor'])
  await as('editor').releases.create({releaseId: 'r'})
  await as('editor').create(version('a'))
  await as('editor').releases.schedule({releaseId: 'r', publishAt: FUTURE})
  lake.users.replace({definitions: []})
  const release = lake.documents.get('_.releases.r')
  expect(release && (await lake.fireRelease(release))).toContain('"editor"')
  expect(lake.documents.get('_.releases.r')).toMatchObject({state: 'active'})
  expect(lake.documents.get('a')).toBeUndefined()
})

test('a request that schedules again and again is a 400: each rehearses all that comes before it', async () => {
  const {client} = await open()
  const schedule = {actionType: 'sanity.action.release.schedule', releaseId: 'r', publishAt: FUTURE} as const
  useCountedClock(5)
  const error = await rejection(client.action(Array.from({length: 4000}, () => schedule) as Action[]))
  expect(error).toMatchObject({status: 400, description: expect.stringContaining('takes too long')})
  expect(await state(client)).toBe('active')
})
