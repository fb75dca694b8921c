import {describe, expect, it} from 'vitest'
import {openNamedLake} from '../testing/openNamedLake.ts'
import {clientOf} from '../testing/openTestLake.ts'
import {recordEvents} from '../testing/recordEvents.ts'
import {rejection} from '../testing/rejection.ts'

const ROLES = [
  {name: 'pages', grants: [{filter: '_type == "page"', permissions: ['read', 'history', 'update']}]},
  {name: 'mine', grants: [{filter: 'owner == $identity', permissions: ['read', 'create', 'update']}]},
] satisfies Parameters<typeof openNamedLake>[0]

async function open() {
  const named = await openNamedLake(ROLES, ['pages', 'mine', 'pages+mine', 'viewer'])
  const admin = clientOf(named.lake)
  await admin
    .transaction()
    .create({_id: 'p', _type: 'page', title: 'published'})
    .create({_id: 'drafts.p', _type: 'page', title: 'draft'})
    .create({_id: 'n', _type: 'note', title: 'published'})
    .create({_id: 'drafts.n', _type: 'note', title: 'draft', owner: 'mine'})
    .create({_id: 'drafts.o', _type: 'note', title: 'draft', owner: 'pages_mine', link: {_ref: 'drafts.n'}})
    .commit()
  return {...named, admin}
}

describe('whoever may not read a draft', () => {
  it('is not told how many documents and changes there are', async () => {
    const {lake, as} = await open()
    const told = async (user: string) => {
      const headers = {authorization: `Bearer ${as(user).config().token}`}
      return (await fetch(`${lake.url}/health`, {headers})).json()
    }
    expect(await told('pages')).toEqual({status: 'ok'})
    expect(await told('viewer')).toMatchObject({status: 'ok', documents: 5, seq: 1})
  })

  it.each([
    ['pages', ['drafts.p', 'n', 'p'], ['n published', 'p draft']],
    ['mine', ['drafts.n', 'n', 'p'], ['n draft', 'p published']],
    ['pages_mine', ['drafts.o', 'drafts.p', 'n', 'p'], ['n published', 'o draft', 'p draft']],
    ['viewer', ['drafts.n', 'drafts.o', 'drafts.p', 'n', 'p'], ['n draft', 'o draft', 'p draft']],
  ])('sees what is published in its place: %s', async (user, raw, drafts) => {
    const {as} = await open()
    expect(await as(user).fetch('*[] | order(_id)._id')).toEqual(raw)
    const rows = await as(user).fetch('*[]{_id, title} | order(_id)', {}, {perspective: 'drafts'})
    expect(rows.map(({_id, title}: Record<string, string>) => `${_id} ${title}`)).toEqual(drafts)
    const ids = ['p', 'drafts.p', 'n', 'drafts.n', 'drafts.o']
    const found = await as(user).getDocuments(ids)
    expect(found.flatMap((document) => document?._id ?? []).sort()).toEqual(raw)
  })

  it('neither follows a reference to it nor finds what a query of another thread finds', async () => {
    const {as} = await open()
    expect(await as('viewer').fetch('*[_id == "drafts.o"][0].link->title')).toBe('draft')
    expect(await as('mine').fetch('*[references("drafts.n")]')).toEqual([])
    // Too many wildcards for the common thread.
    expect(await as('pages').fetch('*[title match "*d*r*a*f*t*" || title == "draft"]._id')).toEqual(['drafts.p'])
  })

  it('cannot change it by a query, nor learn that it is there', async () => {
    const {as, admin} = await open()
    await as('pages')
      .patch({query: '*[title == "draft"]'}, {set: {title: 'changed'}})
      .commit()
    expect(await admin.fetch('*[title == "changed"]._id')).toEqual(['drafts.p'])
  })

  it('is not told when it changes', async () => {
    const {as, admin} = await open()
    const events = recordEvents<object>(as('pages', '2024-01-01').listen('*', {}, {events: ['welcome', 'mutation']}))
    await events.count(1)
    await admin.patch('drafts.n', {set: {title: 'secret'}}).commit()
    await admin.patch('drafts.p', {set: {title: 'told'}}).commit()
    const [, told] = await events.count(2)
    expect(told).toMatchObject({type: 'mutation', documentId: 'drafts.p'})
  })

  it('has no history of it, and none without the permission', async () => {
    const {as, admin} = await open()
    const {_rev} = (await admin.getDocument('drafts.p')) ?? {}
    const history = (user: string, path: string) => as(user).request({url: `/data/history/production/${path}`})
    expect(await history('pages', `documents/drafts.p?revision=${_rev}`)).toMatchObject({
      documents: [{_id: 'drafts.p'}],
    })
    for (const path of [`documents/drafts.n?revision=${_rev}`, 'transactions/drafts.n', 'events/documents/drafts.n']) {
      expect(await rejection(history('pages', path))).toMatchObject({status: 403})
    }
    expect(await rejection(history('mine', 'documents/drafts.n'))).toMatchObject({status: 403})
  })

  it('does not get it in an export', async () => {
    const {as} = await open()
    const lines: string = await as('pages').request({url: '/data/export/production'})
    expect(Array.from(lines.matchAll(/"_id":"([^"]+)"/g), ([, id]) => id)).toEqual(['drafts.p', 'n', 'p'])
  })
})

/** `_type` of what may be read; the rest of the content stands in for a secret. */
const OPEN = {
  name: 'open',
  grants: [
    {filter: '_type == "page" && open == true', permissions: ['read', 'history', 'create', 'update']},
    {filter: '_type == "page"', permissions: ['create', 'update']},
  ],
} satisfies Parameters<typeof openNamedLake>[0][number]

async function openPartly() {
  const named = await openNamedLake([OPEN], ['open', 'administrator'])
  const admin = clientOf(named.lake)
  await admin
    .transaction()
    .create({_id: 'drafts.seen', _type: 'page', open: true, title: 'seen'})
    .create({_id: 'drafts.hidden', _type: 'page', title: 'secret', to: {_ref: 'target'}})
    .create({_id: 'target', _type: 'page', open: true, title: 'target'})
    .transactionId('both')
    .commit()
  const text = async (path: string, body?: object) => {
    const answer = await named
      .as('open')
      .request<unknown>({url: `/data/${path}`, ...(body && {method: 'POST', body})})
      .catch((error) => error.responseBody ?? error.response?.body)
    return typeof answer === 'string' ? answer : JSON.stringify(answer)
  }
  return {...named, admin, text}
}

const hidden = {_id: 'drafts.hidden', _type: 'page', open: true}
const action = (name: string, fields: object) => ({
  actions: [{actionType: `sanity.action.document.${name}`, publishedId: 'hidden', ...fields}],
})

describe('whoever may change what they may not read', () => {
  it('learns nothing of a release by what is refused of it', async () => {
    const {admin, text} = await openPartly()
    await admin.releases.create({releaseId: 'r', metadata: {title: 'secret'}})
    await admin.releases.schedule({releaseId: 'r', publishAt: '2999-01-01T00:00:00Z'})
    const answers = [
      await text('mutate/production', {mutations: [{create: {_id: 'versions.r.new', _type: 'page', open: true}}]}),
      await text('actions/production', {actions: [{actionType: 'sanity.action.release.create', releaseId: 'r'}]}),
    ]
    for (const answer of answers) expect(answer).toContain('permission \\"create\\" required')
    for (const answer of answers) expect(answer).not.toMatch(/scheduled|already exists|secret/)
  })

  it.each<[string, string, object]>([
    [
      'a dry run',
      'mutate/production?returnDocuments=true&dryRun=true',
      {mutations: [{patch: {id: 'drafts.hidden', set: {open: true}}}]},
    ],
    [
      'a patch',
      'mutate/production?returnDocuments=true',
      {mutations: [{patch: {id: 'drafts.hidden', set: {open: true}}}]},
    ],
    ['a patch by a query', 'mutate/production?returnDocuments=true', {mutations: [{patch: {query: '*', set: {n: 1}}}]}],
    [
      'a creation if there is none',
      'mutate/production?returnDocuments=true',
      {mutations: [{createIfNotExists: hidden}]},
    ],
    ['a replacement', 'mutate/production?returnDocuments=true', {mutations: [{createOrReplace: hidden}]}],
    ['a deletion', 'mutate/production?returnDocuments=true', {mutations: [{delete: {id: 'drafts.hidden'}}]}],
    [
      'an expected revision',
      'mutate/production',
      {mutations: [{patch: {id: 'drafts.hidden', ifRevisionID: 'x', set: {n: 1}}}]},
    ],
    ['the end of what it references', 'mutate/production', {mutations: [{delete: {id: 'target'}}]}],
    ['publishing', 'actions/production', action('publish', {draftId: 'drafts.hidden', ifDraftRevisionId: 'x'})],
    [
      'a copy',
      'actions/production',
      action('version.create', {baseId: 'drafts.hidden', versionId: 'versions.r.hidden'}),
    ],
    ['an edit', 'actions/production', action('edit', {draftId: 'drafts.hidden', patch: {set: {open: true}}})],
    ['a deletion of the group', 'actions/production', action('delete', {includeDrafts: ['drafts.hidden']})],
  ])('learns nothing of it by %s, and changes nothing', async (_, path, body) => {
    const {text, lake} = await openPartly()
    const before = lake.documents.get('drafts.hidden')
    const answer = await text(path, body)
    for (const secret of ['secret', 'both', 'referencingIDs":["drafts.hidden']) expect(answer).not.toContain(secret)
    expect(lake.documents.get('drafts.hidden')).toEqual(before)
  })

  it('is answered as if it were not there', async () => {
    const {text} = await openPartly()
    for (const mutation of [
      (id: string) => ({patch: {id, set: {open: true}}}),
      (id: string) => ({patch: {id, ifRevisionID: 'x', unset: ['a']}}),
      (id: string) => ({delete: {id}}),
      (_id: string) => ({create: {_id, _type: 'note'}}),
      (_id: string) => ({createOrReplace: {_id, _type: 'note'}}),
    ]) {
      const answers = ['drafts.hidden', 'drafts.absent'].map((id) =>
        text('mutate/production', {mutations: [mutation(id)]}),
      )
      const [there, absent] = await Promise.all(answers)
      const plain = (answer = '') => answer.replaceAll(/hidden|absent/g, '').replace(/"transactionId":"[^"]+"/, '')
      expect(plain(there)).toBe(plain(absent))
    }
    for (const path of [
      'documents/drafts.%',
      'transactions/drafts.%',
      'events/documents/%',
      'events/documents/drafts.%',
    ]) {
      const [there, absent] = await Promise.all(
        ['hidden', 'absent'].map((id) => text(`history/production/${path.replace('%', id)}`)),
      )
      expect(there).toBe(absent)
    }
  })

  it('gets no answer to what somebody else has sent', async () => {
    const {text, admin} = await openPartly()
    const body = {transactionId: 'theirs', mutations: [{patch: {id: 'drafts.hidden', set: {n: 1}}}]}
    await admin.request({method: 'POST', url: '/data/mutate/production', body})
    const answer = await text('mutate/production?returnDocuments=true', body)
    expect(answer).toMatch(/"statusCode": ?409/)
    expect(answer).not.toContain('secret')
  })

  it('finds in the history of one document nothing of the others', async () => {
    const {text, admin} = await openPartly()
    await admin.patch('drafts.seen', {set: {open: false, title: 'secret'}}).commit({transactionId: 'closed'})
    await admin.patch('drafts.seen', {set: {open: true, title: 'again'}}).commit({transactionId: 'opened'})
    const log = await text('history/production/transactions/drafts.seen?effectFormat=mendoza')
    const entries = log
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    expect(entries.map(({id, documentIDs}) => [id, documentIDs])).toEqual([
      ['both', ['drafts.seen', 'target']],
      ['closed', ['drafts.seen']],
      ['opened', ['drafts.seen']],
    ])
    expect(entries[1].mutations).toEqual([{delete: {id: 'drafts.seen'}}])
    expect(log).not.toContain('secret')
    expect(log).not.toContain('drafts.hidden')
    expect(await text('history/production/documents/drafts.seen?revision=closed')).toBe('{"documents":[]}')
    for (const id of ['seen', 'drafts.seen']) {
      const events: {type: string}[] = JSON.parse(await text(`history/production/events/documents/${id}`)).events[id]
      const types = events.map(({type}) => type)
      expect(types).toEqual(['createDocumentVersion', 'deleteDocumentVersion', 'createDocumentVersion'])
    }
  })

  it('hears that it has disappeared, without what it has become', async () => {
    const {as, admin} = await openPartly()
    const options = {includeResult: true, includePreviousRevision: true, effectFormat: 'mendoza'} as const
    const events = recordEvents<object>(
      as('open', '2024-01-01').listen('*', {}, {...options, events: ['welcome', 'mutation']}),
    )
    await events.count(1)
    await admin.patch('drafts.seen', {set: {open: false, title: 'secret'}}).commit()
    await admin.patch('drafts.seen', {set: {open: true, title: 'again'}}).commit()
    const [, gone, back] = await events.count(3)
    expect(gone).toMatchObject({transition: 'disappear', mutations: [{delete: {id: 'drafts.seen'}}]})
    expect(gone).not.toHaveProperty('result')
    expect(back).toMatchObject({transition: 'appear', result: {title: 'again'}, previous: null})
    expect(back).not.toHaveProperty('previousRev')
    expect(JSON.stringify([gone, back])).not.toContain('secret')
  })
})

it('the Studio is told who it is, with which roles and grants', async () => {
  const {as} = await open()
  const me = await as('pages_mine').request({url: '/users/me'})
  expect(me).toMatchObject({
    id: 'pages_mine',
    name: 'User pages+mine',
    email: 'pages_mine@example.com',
    role: 'pages',
    roles: [{name: 'pages', title: 'pages'}, {name: 'mine'}],
  })
  const acl: unknown = await as('pages_mine').request({url: '/projects/local/datasets/production/acl'})
  expect(acl).toEqual([
    {filter: '_type == "page"', permissions: ['read', 'history', 'update']},
    {filter: 'owner == $identity', permissions: ['read', 'create', 'update']},
    {filter: '_id in path("*")', permissions: ['read']},
  ])
  const {members} = await as('mine').request({url: '/projects/local'})
  expect(members).toMatchObject([{id: 'pages'}, {id: 'mine', isCurrentUser: true}, {id: 'pages_mine'}, {id: 'viewer'}])
  expect(await as('mine').request({url: '/users/viewer'})).toMatchObject({displayName: 'User viewer'})
  const roles = await as('mine').request({url: '/projects/local/roles'})
  expect(roles.map(({name}: {name: string}) => name)).toEqual(['administrator', 'editor', 'viewer', 'pages', 'mine'])
  await as('viewer').request({method: 'PUT', url: '/users/me/keyvalue', body: [{key: 'a', value: 1}]})
})
