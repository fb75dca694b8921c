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
