import type {SanityClient} from '@sanity/client'
import {describe, expect, it} from 'vitest'
import {openNamedLake} from '../testing/openNamedLake.ts'
import {clientOf} from '../testing/openTestLake.ts'
import {rejection} from '../testing/rejection.ts'
import type {Grant} from './definitions.ts'

const READ: Grant = {filter: '_id in path("**")', permissions: ['read', 'history']}
const LAYOUT = {
  name: 'layout',
  filter: '_type == "page" && delta::changedAny((layout, middleware))',
  message: 'Layout is for developers',
}
const REMOVAL = {name: 'removal', filter: 'delta::operation() == "delete"', message: 'Pages are not deleted'}
const ROLES = [
  {
    name: 'author',
    grants: [READ, {filter: '_id in path("drafts.**") && _type == "page"', permissions: ['create', 'update']}],
  },
  {
    name: 'marketer',
    title: 'Marketing',
    grants: [READ, {filter: '_type == "page"', permissions: ['create', 'update']}],
    refusals: [LAYOUT, REMOVAL],
  },
  {name: 'developer', grants: [{filter: '_type in ["page", "settings"]', permissions: ['read', 'create', 'update']}]},
  {name: 'owner', grants: [{filter: 'owner == $identity', permissions: ['read', 'create', 'update']}]},
] satisfies Parameters<typeof openNamedLake>[0]
const USERS = ['author', 'marketer', 'developer', 'marketer+developer', 'owner', 'administrator', 'editor', 'viewer']

const PAGE = {_id: 'home', _type: 'page', title: 'Home', layout: 'wide', middleware: ['auth']}
const DRAFT = {...PAGE, _id: 'drafts.home'}
const IDS = {draftId: 'drafts.home', publishedId: 'home'} as const
const publish = {actionType: 'sanity.action.document.publish', ...IDS} as const
const unpublish = {actionType: 'sanity.action.document.unpublish', ...IDS} as const
const discard = {actionType: 'sanity.action.document.version.discard', versionId: 'drafts.home'} as const
const remove = {actionType: 'sanity.action.document.delete' as const, publishedId: 'home', includeDrafts: []}
const edit = (set: object) => ({actionType: 'sanity.action.document.edit', ...IDS, patch: {set}}) as const

async function open({withDraft = false} = {}) {
  const {lake, as} = await openNamedLake(ROLES, USERS)
  const admin = clientOf(lake)
  await admin.create(PAGE)
  await admin.create({_id: 'settings', _type: 'settings', title: 'Site'})
  if (withDraft) await admin.create({...DRAFT, title: 'Draft'})
  return {lake, as, admin}
}

/** `ok`, or what the refusal was for. */
async function outcome(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => undefined,
    () => rejection(attempt),
  )
  if (!error) return 'ok'
  const {status, item} = error
  return [status, item.type, item.refusal ?? item.permission].filter(Boolean).join(' ')
}

const DENIED = '403 insufficientPermissionsError'
const IMMUTABLE = '409 cannotModifyImmutableAttributeError'
type Attempt = (client: SanityClient) => Promise<unknown>
type Outcomes = Record<'author' | 'marketer' | 'developer' | 'marketer_developer' | 'viewer' | 'editor', string>

const ATTEMPTS: [string, Attempt, Outcomes][] = [
  [
    'starting a draft by an edit',
    (client) => client.action(edit({title: 'New'})),
    {author: 'ok', marketer: 'ok', developer: 'ok', marketer_developer: 'ok', viewer: '403', editor: 'ok'},
  ],
  [
    'editing the published page',
    (client) => client.patch('home', {set: {title: 'New'}}).commit(),
    {
      author: `${DENIED} update`,
      marketer: 'ok',
      developer: 'ok',
      marketer_developer: 'ok',
      viewer: '403',
      editor: 'ok',
    },
  ],
  [
    'changing the layout in a new draft',
    (client) => client.action(edit({layout: 'narrow'})),
    {
      author: 'ok',
      marketer: `${DENIED} layout`,
      developer: 'ok',
      marketer_developer: 'ok',
      viewer: '403',
      editor: 'ok',
    },
  ],
  [
    'deleting the published page',
    (client) => client.delete('home'),
    {
      author: `${DENIED} update`,
      marketer: `${DENIED} layout`,
      developer: 'ok',
      marketer_developer: 'ok',
      viewer: '403',
      editor: 'ok',
    },
  ],
  [
    'deleting it by an action',
    (client) => client.action(remove),
    {
      author: `${DENIED} update`,
      marketer: `${DENIED} layout`,
      developer: 'ok',
      marketer_developer: 'ok',
      viewer: '403',
      editor: 'ok',
    },
  ],
  [
    'creating settings',
    (client) => client.create({_id: 'more', _type: 'settings'}),
    {
      author: `${DENIED} create`,
      marketer: `${DENIED} create`,
      developer: 'ok',
      marketer_developer: 'ok',
      viewer: '403',
      editor: 'ok',
    },
  ],
  [
    'turning a page into settings',
    (client) => client.createOrReplace({_id: 'home', _type: 'settings'}),
    {
      author: `${DENIED} update`,
      marketer: `${DENIED} update`,
      developer: IMMUTABLE,
      marketer_developer: IMMUTABLE,
      viewer: '403',
      editor: IMMUTABLE,
    },
  ],
]

describe.each(ATTEMPTS)('%s', (_, attempt, outcomes) => {
  it.each(Object.entries(outcomes))('by %s: %s', async (name, expected) => {
    const {as, admin} = await open()
    const before = await admin.fetch('*[] | order(_id)')
    expect(await outcome(attempt(as(name)))).toBe(expected)
    if (expected !== 'ok') expect(await admin.fetch('*[] | order(_id)')).toEqual(before)
  })
})

describe('with a draft', () => {
  const cases: [string, Attempt, Partial<Outcomes>][] = [
    ['publishing', (client) => client.action(publish), {author: `${DENIED} update`, marketer: 'ok', developer: 'ok'}],
    ['discarding', (client) => client.action(discard), {author: 'ok', marketer: 'ok', viewer: '403'}],
    [
      'unpublishing',
      (client) => client.action(unpublish),
      {author: `${DENIED} update`, marketer: `${DENIED} layout`, developer: 'ok'},
    ],
  ]
  describe.each(cases)('%s', (_, attempt, outcomes) => {
    it.each(Object.entries(outcomes))('by %s: %s', async (name, expected) => {
      const {as} = await open({withDraft: true})
      expect(await outcome(attempt(as(name)))).toBe(expected)
    })
  })

  it('in which a developer changed the layout, others can edit and discard it, but not publish it', async () => {
    const {as} = await open()
    await as('developer').action(edit({layout: 'narrow'}))
    await as('marketer').action(edit({title: 'Better'}))
    expect(await outcome(as('marketer').action(publish))).toBe(`${DENIED} layout`)
    await as('developer').action(publish)
    expect(await as('marketer').getDocument('home')).toMatchObject({layout: 'narrow', title: 'Better'})
  })
})

describe('a refusal', () => {
  it('is a 403 of the hosted shape that names message, role, document and fields', async () => {
    const {as} = await open()
    const change = as('marketer')
      .transaction()
      .patch('settings', {set: {title: 'x'}})
    expect(await rejection(change.commit())).toEqual({
      status: 403,
      description: 'Insufficient permissions; permission "update" required (Marketing, document "settings")',
      index: 0,
      item: {
        type: 'insufficientPermissionsError',
        description: 'Insufficient permissions; permission "update" required (Marketing, document "settings")',
        permission: 'update',
        id: 'settings',
        roles: ['marketer'],
      },
    })
    const layout = as('marketer')
      .transaction()
      .patch('home', {set: {title: 'x'}})
      .createIfNotExists({...DRAFT, middleware: [], layout: 'narrow', title: 'Other'})
    const description = 'Layout is for developers (Marketing, layout, middleware of document "drafts.home")'
    expect(await rejection(layout.commit())).toEqual({
      status: 403,
      description,
      index: 1,
      item: {
        type: 'insufficientPermissionsError',
        description,
        permission: 'create',
        id: 'drafts.home',
        roles: ['marketer'],
        refusal: 'layout',
        fields: ['layout', 'middleware'],
      },
    })
    expect(await as('marketer').getDocument('home')).toMatchObject({title: 'Home'})
  })

  it('counts in a dry run, and for a patch by query', async () => {
    const {as} = await open()
    const patch = as('marketer').patch({query: '*[_type == "page"]'}, {set: {layout: 'narrow'}})
    expect(await outcome(patch.commit())).toBe(`${DENIED} layout`)
    expect(await outcome(patch.commit({dryRun: true}))).toBe(`${DENIED} layout`)
  })

  it('looks at the document before the change, too, unless it held there already', async () => {
    const rules = [
      {name: 'closed', filter: 'status == "closed" && delta::changedAny(title)', message: 'Closed'},
      {name: 'untitled', filter: '!defined(title) && delta::operation() != "delete"', message: 'Untitled'},
    ]
    const everything = [{filter: 'defined(_id)', permissions: ['read' as const, 'create' as const, 'update' as const]}]
    const {lake, as} = await openNamedLake([{name: 'clerk', grants: everything, refusals: rules}], ['clerk'])
    const admin = clientOf(lake)
    await admin.create({_id: 'a', _type: 'page', status: 'closed', title: 'A'})
    await admin.create({_id: 'b', _type: 'page'})
    const set = (id: string, values: object) => outcome(as('clerk').patch(id, {set: values}).commit())
    expect(await set('a', {status: 'open', title: 'B'})).toBe(`${DENIED} closed`)
    expect(await set('a', {status: 'open'})).toBe('ok')
    expect(await set('b', {text: 'c'})).toBe(`${DENIED} untitled`)
    expect(await set('b', {title: 'C'})).toBe('ok')
  })

  it('counts unless one role alone grants the change before and after', async () => {
    const write = ['read' as const, 'create' as const, 'update' as const]
    const {lake, as} = await openNamedLake(
      [
        {name: 'drafter', grants: [{filter: 'open == true', permissions: write}]},
        {name: 'marketer', grants: [{filter: 'defined(_id)', permissions: write}], refusals: [LAYOUT]},
      ],
      ['drafter+marketer'],
    )
    await clientOf(lake).create({...PAGE, open: false})
    const set = (values: object) => outcome(as('drafter_marketer').patch('home', {set: values}).commit())
    expect(await set({open: true, layout: 'narrow'})).toBe(`${DENIED} layout`)
    expect(await set({open: true})).toBe('ok')
    expect(await set({layout: 'narrow'})).toBe('ok')
  })

  it('does not concern tokens', async () => {
    const {admin} = await open()
    await admin.patch('home', {set: {layout: 'narrow'}}).commit()
  })
})

describe('uploads', () => {
  it('need to create the document of the file', async () => {
    const {as} = await open()
    expect(await outcome(as('marketer').assets.upload('file', Buffer.from('a')))).toBe(`${DENIED} create`)
    expect(await outcome(as('editor').assets.upload('file', Buffer.from('a')))).toBe('ok')
  })
})

describe('a refusal with texts', () => {
  const filter = '!(_id in path("drafts.**"))'
  const WORDS = {name: 'words', filter, texts: ['[Sample]'], message: 'Samples are not published'}
  const writer = {
    name: 'writer',
    grants: [READ, {filter: '_type == "page"', permissions: ['create', 'update']}],
    refusals: [WORDS],
  } satisfies Parameters<typeof openNamedLake>[0][number]

  it('holds for documents with one of them at any depth, in upper or lower case', async () => {
    const {lake, as} = await openNamedLake([writer], ['writer'])
    await clientOf(lake).create(PAGE)
    const client = await as('writer')
    const deep = {blocks: [{_key: 'b', items: [{_key: 'i', text: 'A [SAMPLE] text'}]}]}
    expect(await outcome(client.patch('home', {set: deep}).commit())).toBe(`${DENIED} words`)
    expect(await outcome(client.create({...DRAFT, ...deep}))).toBe('ok')
    expect(await outcome(client.action(publish))).toBe(`${DENIED} words`)
    expect(await outcome(client.patch('home', {set: {title: 'A sample'}}).commit())).toBe('ok')
  })
})
