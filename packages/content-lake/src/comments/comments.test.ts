import {mkdir, readFile, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import type {SanityClient} from '@sanity/client'
import {afterEach, describe, expect, onTestFinished, test, vi} from 'vitest'
import {fetchBackup} from '../backup/backupLake.ts'
import {sessionCookie} from '../http/request.ts'
import {openNamedLake} from '../testing/openNamedLake.ts'
import {clientOf, newFolder, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {readEventStream} from '../testing/readEventStream.ts'
import {ANN, startClock, typeText} from '../testing/typeText.ts'
import {createTestLake} from '../testLake.ts'

const DRAFTER = {
  name: 'drafter',
  grants: [
    {filter: 'defined(_id)', permissions: ['read' as const, 'history' as const]},
    {filter: '_id in path("drafts.**")', permissions: ['create' as const, 'update' as const]},
  ],
}
/** May change pages, and read nothing else but what is public. */
const PARTIAL = {
  name: 'partial',
  grants: [{filter: '_type == "page"', permissions: ['read' as const, 'create' as const, 'update' as const]}],
}
const people = () => openNamedLake([DRAFTER, PARTIAL], ['administrator', 'editor', 'drafter', 'partial', 'viewer'])

const comment = (authorId: string, fields: Record<string, unknown> = {}) => ({
  _type: 'comment',
  authorId,
  status: 'open',
  threadId: 'thread',
  message: [{_key: 'a', _type: 'block', children: [{_key: 'b', _type: 'span', text: 'Too long.'}]}],
  reactions: [],
  contentSnapshot: 'The secret title',
  target: {
    path: {field: 'title', selection: {type: 'text', value: []}},
    documentType: 'page',
    document: {
      _type: 'crossDatasetReference',
      _dataset: 'production',
      _projectId: 'local',
      _ref: 'page-story',
      _weak: true,
    },
  },
  ...fields,
})

/** As the Studio finds the dataset, or has it made. */
async function commentsOf(client: SanityClient): Promise<SanityClient> {
  const [listed] = await client.request({url: '/projects/local/datasets?datasetProfile=comments&addonFor=production'})
  const {datasetName} = await client.request({url: '/comments/production/setup', method: 'POST'})
  expect([listed.name, datasetName]).toEqual(['production-comments', 'production-comments'])
  return client.withConfig({dataset: datasetName})
}

/** The status of a refused request; 200 for one that was let in. */
const statusOf = (asked: Promise<unknown>): Promise<number> =>
  asked.then(
    () => 200,
    ({statusCode}) => statusCode,
  )

const COMMENTS = '/v1/data/listen/production-comments?query=*&includeResult=true'

afterEach(() => {
  vi.useRealTimers()
})

describe('the dataset of comments', () => {
  test('another person hears of a comment at once, answers, reacts and resolves it; its author deletes the thread', async () => {
    const {lake, as} = await people()
    const [theirs, ours] = [await commentsOf(as('drafter')), await commentsOf(as('editor'))]
    const token = lake.sessions.create(lake.users.find('editor'))
    const heard = await readEventStream(lake.url + COMMENTS, {authorization: `Bearer ${token}`})
    expect(await heard.next()).toMatchObject({event: 'welcome'})

    await theirs.create({_id: 'first', ...comment('drafter')})
    expect(await heard.next()).toMatchObject({
      data: {transition: 'appear', result: {_id: 'first', authorId: 'drafter'}},
    })
    await ours.create({_id: 'answer', ...comment('editor', {parentCommentId: 'first'})})
    const reaction = {_key: 'editor-:+1:', shortName: ':+1:', userId: 'editor'}
    await ours.patch('first').setIfMissing({reactions: []}).append('reactions', [reaction]).commit()
    await ours.patch('first').set({status: 'resolved'}).commit()
    await ours.patch({query: '*[_type == "comment" && parentCommentId == "first"]'}).set({status: 'resolved'}).commit()
    expect(await theirs.fetch('*[_type == "comment"] | order(_createdAt) {status, "of": reactions[].userId}')).toEqual([
      {status: 'resolved', of: ['editor']},
      {status: 'resolved', of: []},
    ])
    await ours.patch('first').unset(['reactions[_key=="editor-:+1:"]']).commit()

    // The Studio sends both at once: either may come first.
    await theirs.delete('first')
    await theirs.delete({query: '*[_type == "comment" && parentCommentId == "first"]'})
    await theirs.create({_id: 'second', ...comment('drafter')})
    await ours.create({_id: 'reply', ...comment('editor', {parentCommentId: 'second'})})
    await theirs.delete('reply')
    await theirs.delete('second')
    expect(await ours.fetch('count(*)')).toBe(0)
  })

  test('nobody changes or deletes the words of others, or writes or reacts in their name', async () => {
    const {as} = await people()
    const [theirs, ours] = [await commentsOf(as('drafter')), await commentsOf(as('administrator'))]
    const reaction = {_key: 'a', shortName: ':eyes:', userId: 'drafter'}
    await theirs.create({_id: 'first', ...comment('drafter', {reactions: [reaction]})})
    await theirs.create({_id: 'answer', ...comment('drafter', {parentCommentId: 'first'})})
    const refused = {
      words: () => ours.patch('first').set({message: []}).commit(),
      snapshot: () => ours.patch('first').set({contentSnapshot: 'Something else'}).commit(),
      field: () => ours.patch('first').set({'target.path.field': 'body'}).commit(),
      document: () => ours.patch('first').set({'target.document._ref': 'page-other'}).commit(),
      author: () => ours.patch('first').set({authorId: 'administrator'}).commit(),
      own: () => theirs.patch('first').set({authorId: 'administrator'}).commit(),
      replacement: () => ours.createOrReplace({_id: 'first', ...comment('administrator')}),
      deletion: () => ours.delete('first'),
      answer: () => ours.delete('answer'),
      deletions: () => ours.delete({query: '*[_type == "comment"]'}),
      forged: () => ours.create(comment('drafter')),
      nameless: () => ours.create({_type: 'comment', message: []}),
      reaction: () =>
        ours
          .patch('first')
          .append('reactions', [{...reaction, _key: 'b'}])
          .commit(),
      removal: () => ours.patch('first').unset(['reactions']).commit(),
      reactionOfOwn: () => theirs.create(comment('drafter', {reactions: [{...reaction, userId: 'editor'}]})),
      page: () => ours.create({_type: 'page', authorId: 'administrator'}),
      published: () =>
        ours.action({actionType: 'sanity.action.document.delete', publishedId: 'first', includeDrafts: []}),
    }
    for (const [name, attempt] of Object.entries(refused))
      expect([name, await statusOf(attempt())]).toEqual([name, 403])
    // Where it stands in a text moves with the text, whoever edits that.
    await ours
      .patch('first')
      .set({'target.path.selection': {type: 'text', value: [{text: 'title'}]}})
      .commit()
    await theirs.patch('first').set({message: [], lastEditedAt: 'now'}).commit()
    await theirs.delete('first')
  })

  test('is for people who may read everything, and for tokens that may write', async () => {
    const {lake, as} = await people()
    const anonymous = clientOf(lake, {token: null})
    const clients = {
      administrator: as('administrator'),
      drafter: as('drafter'),
      viewer: as('viewer'),
      partial: as('partial'),
      read: clientOf(lake, {token: TEST_TOKENS.read}),
      write: clientOf(lake),
      admin: clientOf(lake, {token: TEST_TOKENS.admin}),
      anonymous,
    }
    const outcomes = Object.entries(clients).map(async ([name, client]) => {
      const comments = client.withConfig({dataset: 'production-comments'})
      const {url} = lake
      const {token} = client.config()
      const headers: Record<string, string> = token ? {authorization: `Bearer ${token}`} : {}
      const listening = await fetch(url + COMMENTS, {headers})
      await listening.body?.cancel()
      return [
        name,
        [
          await statusOf(comments.fetch('*')),
          listening.status,
          await statusOf(comments.create(comment(name))),
          await statusOf(client.request({url: '/comments/production/setup', method: 'POST'})),
        ],
      ]
    })
    expect(Object.fromEntries(await Promise.all(outcomes))).toEqual({
      administrator: [200, 200, 200, 200],
      drafter: [200, 200, 200, 200],
      viewer: [200, 200, 403, 403],
      partial: [403, 403, 403, 403],
      read: [403, 403, 403, 403],
      write: [200, 200, 200, 200],
      admin: [200, 200, 200, 200],
      anonymous: [401, 401, 401, 401],
    })
    // By whatever route: all are behind one guard.
    const paths = ['doc/production-comments/a', 'export/production-comments', 'actions/production-comments']
    const histories = ['transactions/a', 'publications', 'documents/a', 'events/documents/a'].map(
      (path) => `history/production-comments/${path}`,
    )
    for (const path of [...paths, ...histories]) {
      const method = path.startsWith('actions') ? 'POST' : 'GET'
      const statuses = ['partial', 'read', 'anonymous'] as const
      const asked = statuses.map(async (name) => {
        const {token} = clients[name].config()
        const headers: Record<string, string> = token ? {authorization: `Bearer ${token}`} : {}
        return (await fetch(`${lake.url}/v1/data/${path}`, {method, headers})).status
      })
      expect([path, await Promise.all(asked)]).toEqual([path, [403, 403, 401]])
    }
    // The form of a task asks for what one may do, and whether the dataset is there.
    const grants = (client: SanityClient) => client.request({url: '/projects/local/datasets/production-comments/acl'})
    for (const name of ['administrator', 'drafter', 'write', 'admin'] as const) {
      const [grant] = await grants(clients[name])
      expect(grant).toMatchObject({permissions: expect.arrayContaining(['read', 'create', 'update'])})
    }
    expect((await grants(clients.viewer))[0].permissions).not.toContain('create')
    for (const name of ['partial', 'read', 'anonymous'] as const)
      expect(await statusOf(grants(clients[name]))).not.toBe(200)
    for (const client of Object.values(clients))
      expect(await client.request({url: '/data/ping/production-comments'})).toEqual({pong: true})
    const listed = async (client: SanityClient) => (await client.datasets.list()).map(({name}) => name)
    expect(await listed(clients.drafter)).toEqual(['production', 'production-comments'])
    expect([await listed(clients.partial), await listed(clients.read)]).toEqual([['production'], ['production']])
  })

  test('another person’s comment is not replaced by something else under its id', async () => {
    const {as} = await people()
    const [theirs, ours] = [await commentsOf(as('drafter')), await commentsOf(as('editor'))]
    await theirs.create({_id: 'first', ...comment('drafter')})
    const replacedBy = (_type: string) => {
      const other = {_id: 'first', _type, authorId: 'drafter', title: 'Other words'}
      return statusOf(ours.transaction().delete('first').create(other).commit())
    }
    expect(await replacedBy('comment')).toBe(403)
    // Nobody changes the type of a document.
    expect(await replacedBy('tasks.task')).toBe(409)
    expect(await ours.fetch('*[0]._type')).toBe('comment')
  })

  test('mentions people who may read the document, as the Studio finds them', async () => {
    const {lake, as} = await people()
    const query = '*[_type == "system.group"]{members, grants}'
    const groups = await as('drafter').fetch<{members: string[]; grants: unknown[]}[]>(query)
    expect(groups.filter(({members}) => members.length > 0).map(({members}) => members)).toEqual([
      ['administrator'],
      ['editor'],
      ['viewer'],
      ['drafter'],
      ['partial'],
    ])
    expect(groups.at(-1)?.grants).toEqual(PARTIAL.grants)
    // Who there is, and what each may do, is for nobody else.
    for (const client of [clientOf(lake, {token: null}), clientOf(lake, {token: TEST_TOKENS.read}), as('partial')])
      expect(await client.fetch(query, {}, {perspective: 'published'})).toEqual([])
  })

  test('a person who is removed reads and writes none from then on, and theirs stay', async () => {
    const {lake, as} = await people()
    const [theirs, ours] = [await commentsOf(as('drafter')), await commentsOf(as('editor'))]
    await theirs.create({_id: 'first', ...comment('drafter')})
    const {token = ''} = theirs.config()
    const heard = await readEventStream(lake.url + COMMENTS, {authorization: `Bearer ${token}`})
    await heard.next()
    lake.people.remove('drafter')
    await expect(heard.next()).rejects.toThrow()
    expect(await statusOf(theirs.fetch('*'))).toBe(401)
    expect(await statusOf(theirs.delete('first'))).toBe(401)
    expect(await ours.fetch('*[0].authorId')).toBe('drafter')
    expect(await ours.users.getById('drafter')).toMatchObject({displayName: 'User drafter'})
  })

  test('holds nothing of the content, nor the content of it, in queries, documents, history, events and exports', async () => {
    const lake = await openTestLake({
      webhooks: [{name: 'site', url: 'http://127.0.0.1:9', secret: 'secret', on: ['create', 'update', 'delete']}],
    })
    const content = clientOf(lake)
    const comments = await commentsOf(content)
    const headers = {authorization: `Bearer ${TEST_TOKENS.write}`}
    const get = async (path: string) => (await fetch(`${lake.url}/v1/data/${path}`, {headers})).text()
    const streams = await Promise.all(
      ['live/events/production?includeDrafts=true', 'listen/production?query=*'].map((path) =>
        readEventStream(`${lake.url}/v2025-02-19/data/${path}`, headers),
      ),
    )
    for (const stream of streams) expect(await stream.next()).toMatchObject({event: 'welcome'})
    await comments.create({_id: 'first', ...comment('write-token')})
    expect(lake.database.prepare('SELECT * FROM webhook_deliveries').all()).toEqual([])
    const page = await content.create({_id: 'page-story', _type: 'page', title: 'Ours'})

    for (const path of ['query/production?query=*', 'doc/production/first', 'export/production']) {
      expect([path, await get(path)]).toEqual([path, expect.not.stringContaining('Too long.')])
      const ofComments = path.replace('production', 'production-comments')
      expect([path, await get(ofComments)]).toEqual([path, expect.not.stringContaining('Ours')])
    }
    expect(await get('history/production/transactions/first')).toBe('')
    expect(await get('history/production-comments/transactions/page-story')).toBe('')
    expect(await get('export/production-comments')).toContain('Too long.')
    // A reference out of the dataset leads nowhere.
    expect(await comments.fetch('*[0].target.document->title')).toBe(null)
    for (const stream of streams) expect(JSON.stringify(await stream.next())).not.toContain('first')
    expect(page.title).toBe('Ours')
    const folder = await newFolder()
    const running = await createTestLake()
    onTestFinished(() => running.close())
    const test = await commentsOf(clientOf(running))
    await test.create(comment('write-token'))
    expect(await running.exportDataset(folder)).toEqual({documents: 0, assets: 0})
    expect(await readFile(join(folder, 'data.ndjson'), 'utf8')).toBe('')
  })

  test.each([
    'production-comments-comments',
    'production-comment',
    'production-comments%2F',
    'Production-comments',
    '-comments',
    'comments',
    'production-comments%00',
  ])('has one name, and %s is none', async (name) => {
    const lake = await openTestLake()
    const headers = {authorization: `Bearer ${TEST_TOKENS.write}`}
    const {status} = await fetch(`${lake.url}/v1/data/query/${name}?query=*`, {headers})
    expect(status).toBe(404)
  })

  test('has no assets, live events, sockets or administration', async () => {
    const lake = await openTestLake()
    const headers = {authorization: `Bearer ${TEST_TOKENS.admin}`}
    for (const path of ['data/live/events/production-comments', 'assets/files/production-comments']) {
      const method = path.startsWith('assets') ? 'POST' : 'GET'
      expect([path, (await fetch(`${lake.url}/v1/${path}`, {method, headers})).status]).toEqual([path, 404])
    }
    const image = await fetch(`${lake.url}/images/local/production-comments/${'a'.repeat(40)}-1x1.png`, {headers})
    expect(image.status).toBe(404)
  })

  test('is reached by the addresses of the client’s resources, and behind the same guards', async () => {
    const lake = await openTestLake()
    await commentsOf(clientOf(lake)).then((client) => client.create(comment('write-token')))
    const paths = [
      '/v1/projects/local/datasets/production-comments/query?query=*',
      '//v1/data/query/production-comments?query=*',
      '/v1/data/query/production%2Dcomments?query=*',
    ]
    const headers = {authorization: `Bearer ${TEST_TOKENS.write}`}
    for (const path of paths) {
      const address = lake.url + path
      expect([path, await (await fetch(address, {headers})).text()]).toEqual([
        path,
        expect.stringContaining('Too long.'),
      ])
      const cookie = sessionCookie(lake.sessions.create(), lake)
      const senders: Record<string, string>[] = [
        {},
        {authorization: 'Bearer wrong'},
        {cookie, origin: 'http://evil.example'},
      ]
      const statuses = senders.map(async (sent) => (await fetch(address, {headers: sent})).status)
      expect([path, await Promise.all(statuses)]).toEqual([path, [401, 401, 403]])
    }
  })

  test('survives a restart and two ways of backup, and makes no file before the first comment', async () => {
    const [dir, copy, fetched] = [await newFolder(), await newFolder(), await newFolder()]
    const lake = await openTestLake({dir})
    await lake.backup(copy)
    await expect(readFile(join(dir, 'comments/lake.db'))).rejects.toThrow('ENOENT')
    await commentsOf(clientOf(lake)).then((client) => client.create({_id: 'first', ...comment('write-token')}))
    await lake.backup(copy)
    await fetchBackup({url: lake.url, token: TEST_TOKENS.admin, dir}, fetched)
    await lake.compact({thorough: true})
    await lake.close()
    for (const folder of [dir, copy, fetched]) {
      const restored = await openTestLake({dir: folder})
      const comments = clientOf(restored).withConfig({dataset: 'production-comments'})
      expect(await comments.fetch('*[]._id')).toEqual(['first'])
      await restored.close()
    }
    // Into the same folder, of a lake without comments: none are left of the one before.
    const other = await openTestLake()
    await other.backup(copy)
    await expect(readFile(join(copy, 'comments/lake.db'))).rejects.toThrow('ENOENT')
  })

  test.each([
    ['damaged', 'x'.repeat(4096), 507],
    ['empty', '', 500],
  ])(
    'a database that is %s is named, left as it is, and stops neither the content nor its start',
    async (problem, left, statusCode) => {
      const dir = await newFolder()
      const first = await openTestLake({dir})
      await commentsOf(clientOf(first)).then((client) => client.create(comment('write-token')))
      await first.close()
      await writeFile(join(dir, 'comments/lake.db'), left)
      const log: string[] = []
      const lake = await openTestLake({dir, log: (line) => log.push(line)})
      await clientOf(lake).create({_id: 'page', _type: 'page'})
      const asked = clientOf(lake).withConfig({dataset: 'production-comments'}).fetch('*', {}, {filterResponse: false})
      await expect(asked).rejects.toMatchObject({statusCode})
      await expect(lake.backup(await newFolder())).rejects.toThrow('comments/lake.db')
      expect(log.join()).toContain(`comments/lake.db is ${problem}`)
      expect(await readFile(join(dir, 'comments/lake.db'), 'utf8')).toBe(left)
    },
  )

  test('an empty file is a new database where the first comment was cut short', async () => {
    const dir = await newFolder()
    await mkdir(join(dir, 'comments'))
    await writeFile(join(dir, 'comments/lake.db'), '')
    const comments = await commentsOf(clientOf(await openTestLake({dir})))
    expect(await comments.fetch('count(*)')).toBe(0)
  })

  test('a database that is damaged keeps no edit of the content from being merged', async () => {
    const dir = await newFolder()
    await mkdir(join(dir, 'comments'))
    await writeFile(join(dir, 'comments/lake.db'), 'x'.repeat(4096))
    startClock('2026-01-05T09:00:00.000Z')
    const lake = await openTestLake({dir, log: () => {}, compactAfterHours: 24})
    lake.commit({mutations: [{create: {_id: 'drafts.a', _type: 'page', title: ''}}], author: ANN})
    typeText(lake, {id: 'drafts.a', keys: 40, pause: 1000})
    vi.useRealTimers()
    await expect(lake.compact()).rejects.toThrow('comments/lake.db')
    const merged = 'SELECT count(*) AS merged FROM transactions WHERE merged_into IS NOT NULL'
    expect(lake.database.prepare(merged).get()).toEqual({merged: 39})
  })

  test('is empty again after a reset of a lake for tests, whose listeners hear of it', async () => {
    const lake = await createTestLake()
    onTestFinished(() => lake.close())
    const comments = await commentsOf(clientOf(lake))
    const heard = await readEventStream(lake.url + COMMENTS, {authorization: `Bearer ${TEST_TOKENS.write}`})
    await heard.next()
    await comments.create({_id: 'first', ...comment('write-token')})
    await heard.next()
    await lake.reset()
    expect(await heard.next()).toMatchObject({data: {transition: 'disappear', documentId: 'first'}})
    expect(await comments.fetch('count(*)')).toBe(0)
  })

  test('its editor writes and deletes comments in a lake without people', async () => {
    const lake = await openTestLake()
    const token = lake.sessions.create()
    const comments = await commentsOf(clientOf(lake, {token}))
    await comments.create({_id: 'first', ...comment('local-editor')})
    await comments.delete('first')
  })
})
