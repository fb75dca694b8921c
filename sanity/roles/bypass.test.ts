import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {hashPassword} from 'embedded-content-lake'
import {createTestLake, type TestLake} from 'embedded-content-lake/testing'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {guardedFields} from '../../lib/visibility.ts'
import {roles} from './lakeRoles.ts'

const seed = new URL('../seed/data.ndjson', import.meta.url).pathname
const password = hashPassword('a password for tests')
const EMBARGO = {middleware: ['embargo'], embargoUntil: '2099-01-01T00:00:00Z'}

let lake: TestLake
let folder: string
let session: string
let guarded: unknown
let claim: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-bypass-'))
  const users = ['marketer', 'administrator'].map((name) => ({id: name, name, roles: [name], password}))
  await writeFile(join(folder, 'users.json'), JSON.stringify({roles, users}))
  lake = await createTestLake({seed, users: join(folder, 'users.json')})
  const ids = (await readFile(seed, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  claim = ids.find(({_type}) => _type === 'claim')._id
  const author = {id: 'write-token', name: 'Token', rights: 'write'} as const
  const draft = {...lake.document('page-about'), _type: 'page', _id: 'drafts.page-about'}
  const planned = {...draft, _id: 'versions.r.page-about'}
  const site = {...lake.document('siteSettings'), _type: 'siteSettings', _id: 'drafts.siteSettings'}
  const mutations = [{patch: {id: 'page-odoo', set: EMBARGO}}, ...[draft, planned, site].map((create) => ({create}))]
  lake.commit({mutations, author})
  session = lake.signIn('marketer')
  guarded = protectedContent()
})

afterAll(async () => {
  await lake.close()
  await rm(folder, {recursive: true, force: true})
})

const ASSET_TYPES = ['sanity.imageAsset', 'sanity.fileAsset']
const OPEN_TYPES = ['page', 'product', 'productModule', 'capability', 'role', 'scenario', ...ASSET_TYPES]
const FIXED_TYPES = ['page', 'product', 'capability']
const PAGE_FIELDS = ['_id', '_type', 'route', 'layout', ...guardedFields]

/** Everything that a marketer may not change: documents, the set of fixed documents, and fields of pages. */
function protectedContent(): unknown {
  const documents = Array.from(lake.documents()).sort((a, b) => (a._id < b._id ? -1 : 1))
  const isDraftOfClaim = ({_id, _type}: {_id: string; _type: string}) => _type === 'claim' && _id.startsWith('drafts.')
  const closed = documents.filter((document) => !OPEN_TYPES.includes(document._type) && !isDraftOfClaim(document))
  const isPublished = ({_id}: {_id: string}) => !/^(drafts|versions)\./.test(_id)
  const fixed = documents.filter((document) => FIXED_TYPES.includes(document._type) && isPublished(document))
  const pages = documents.filter((document) => document._type === 'page' && isPublished(document))
  return {
    closed,
    fixed: fixed.map(({_id, _type}) => `${_id} ${_type}`),
    pages: pages.map((page) => Object.fromEntries(PAGE_FIELDS.map((name) => [name, page[name]]))),
  }
}

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
}

async function send(path: string, {method = 'POST', headers = {}, body}: Sent): Promise<number> {
  const response = await fetch(`${lake.url}${path}`, {
    method,
    headers: {authorization: `Bearer ${session}`, 'content-type': 'application/json', ...headers},
    ...(body !== undefined && {body}),
  })
  await response.text()
  return response.status
}

const mutate = (...mutations: unknown[]) => send('/v1/data/mutate/production', {body: JSON.stringify({mutations})})
const act = (...actions: [string, object][]) => {
  const named = actions.map(([name, fields]) => ({actionType: `sanity.action.document.${name}`, ...fields}))
  return send('/v1/data/actions/production', {body: JSON.stringify({actions: named})})
}
const stored = (id: string) => lake.document(id) ?? {_type: 'page'}
const odoo = {draftId: 'drafts.page-odoo', publishedId: 'page-odoo'}
const about = {draftId: 'drafts.page-about', publishedId: 'page-about'}
const opened = () => ({...stored('page-odoo'), middleware: [], embargoUntil: '2020-01-01T00:00:00Z'})
const without = (id: string, ...names: string[]) =>
  Object.fromEntries(Object.entries(stored(id)).filter(([name]) => !names.includes(name)))

const ATTEMPTS: [string, () => Promise<unknown>][] = [
  [
    'a page replaced by another type and back',
    async () => {
      await mutate({createOrReplace: {_id: 'page-about', _type: 'role'}})
      await mutate({createOrReplace: {...stored('page-about'), _type: 'page', layout: 'article'}})
    },
  ],
  [
    'both in one transaction',
    () =>
      mutate(
        {createOrReplace: {_id: 'page-about', _type: 'role'}},
        {createOrReplace: {...stored('page-about'), layout: 'article'}},
      ),
  ],
  [
    'a fixed page retyped and deleted',
    async () => {
      await mutate({createOrReplace: {_id: 'page-net', _type: 'role'}}, {delete: {id: 'page-net'}})
      await mutate({createOrReplace: {_id: 'page-net', _type: 'scenario'}})
      await mutate({delete: {id: 'page-net'}})
    },
  ],
  ['a fixed page deleted and made anew', () => mutate({delete: {id: 'page-odoo'}}, {create: opened()})],
  ['a fixed page deleted by a query', () => mutate({delete: {query: '*[_type in ["page", "product"]]'}})],
  ['a fixed page deleted among others', () => mutate({delete: {id: ['drafts.page-about', 'page-about']}})],
  ['a page unpublished', () => act(['unpublish', about])],
  ['a page discarded', () => act(['discard', {draftId: 'page-about'}])],
  ['a page discarded as a version', () => act(['version.discard', {versionId: 'page-about'}])],
  [
    'a page deleted with its draft',
    () => act(['delete', {publishedId: 'page-about', includeDrafts: ['drafts.page-about']}]),
  ],
  ['settings deleted with a page', () => act(['delete', {publishedId: 'page-x', includeDrafts: ['siteSettings']}])],
  ['a page published away', () => act(['publish', {draftId: 'page-about', publishedId: 'page-new'}])],
  ['a page published over another', () => act(['publish', {draftId: 'drafts.page-about', publishedId: 'page-odoo'}])],
  [
    'a version published over another page',
    () => act(['publish', {draftId: 'versions.r.page-about', publishedId: 'page-odoo'}]),
  ],
  [
    'a page without its layout',
    () =>
      mutate({createOrReplace: without('page-privacy', 'layout')}, {createOrReplace: without('page-about', 'layout')}),
  ],
  ['an embargo replaced', () => mutate({createOrReplace: opened()})],
  ['an embargo left out', () => mutate({createOrReplace: without('page-odoo', ...guardedFields)})],
  [
    'an embargo drafted away and published',
    () => act(['replaceDraft', {...odoo, attributes: {...opened(), _id: odoo.draftId}}], ['publish', odoo]),
  ],
  [
    'an embargo edited away and published',
    () => act(['edit', {...odoo, patch: {unset: ['embargoUntil']}}], ['publish', odoo]),
  ],
  [
    'an embargo edited away, published, and the draft brought back',
    () =>
      act(
        ['edit', {...odoo, patch: {set: {embargoUntil: '2020-01-01T00:00:00Z'}}}],
        ['publish', odoo],
        ['edit', {...odoo, patch: {set: EMBARGO}}],
      ),
  ],
  [
    'an embargo planned away and published',
    async () => {
      const versionId = 'versions.r.page-odoo'
      await act(['version.create', {publishedId: 'page-odoo', document: {...opened(), _id: versionId}}])
      await act(['version.create', {publishedId: 'page-odoo', baseId: 'page-odoo', versionId}])
      await mutate({patch: {id: versionId, unset: ['middleware']}})
      await act(['publish', {draftId: versionId, publishedId: 'page-odoo'}])
    },
  ],
  [
    'a draft of a draft',
    async () => {
      await mutate(
        {create: {...opened(), _id: 'drafts.drafts.page-odoo'}},
        {create: {...opened(), _id: 'drafts.versions.r.page-odoo'}},
      )
      await act(['publish', {draftId: 'drafts.drafts.page-odoo', publishedId: 'drafts.page-odoo'}])
      await act(['publish', odoo])
    },
  ],
  ['an embargo emptied from within', () => mutate({patch: {id: 'page-odoo', unset: ['middleware[0]']}})],
  [
    'an embargo by every kind of patch',
    async () => {
      for (const edits of [
        {set: {'..embargoUntil': ''}},
        {set: {"['embargoUntil']": null}},
        {unset: ['..middleware']},
        {unset: ['*']},
        {unset: ['..*']},
        {unset: ["['middleware','embargoUntil']"]},
        {insert: {replace: 'middleware[:]', items: []}},
        {dec: {embargoUntil: 1}},
        {setIfMissing: {middleware: []}},
        {diffMatchPatch: {'middleware[0]': '@@ -1,7 +1,1 @@\n-embargo\n+x\n'}},
      ]) {
        await mutate({patch: {id: 'page-odoo', ...edits}})
        await mutate({patch: {query: '*[_id == "page-odoo"]', ...edits}})
      }
    },
  ],
  ['a page under the route of another', () => mutate({patch: {id: 'page-about', set: {route: '/odoo'}}})],
  [
    'a second page of a route',
    () => mutate({create: {...opened(), _id: 'page-second'}}, {create: {...opened(), _id: 'x.page-odoo'}}),
  ],
  ['settings by a patch of everything', () => mutate({patch: {query: '*', set: {phone: '0'}}})],
  ['settings by a patch of a page', () => mutate({patch: {id: 'page-about', set: {_id: 'siteSettings', phone: '0'}}})],
  [
    'settings by a patch with an id and a query',
    () => mutate({patch: {id: 'page-about', query: '*[_type == "siteSettings"]', set: {"['_id']": 'siteSettings'}}}),
  ],
  ['settings as another type', () => mutate({createOrReplace: {_id: 'siteSettings', _type: 'page'}})],
  [
    'settings deleted and made anew as a page',
    () => mutate({delete: {id: 'siteSettings'}}, {create: {_id: 'siteSettings', _type: 'page'}}),
  ],
  ['settings by their draft', () => mutate({patch: {id: 'drafts.siteSettings', set: {phone: '0'}}})],
  [
    'settings published from their draft',
    () => act(['publish', {draftId: 'drafts.siteSettings', publishedId: 'siteSettings'}]),
  ],
  [
    'settings drafted as a page',
    () =>
      mutate(
        {delete: {id: 'drafts.siteSettings'}},
        {create: {_id: 'drafts.siteSettings', _type: 'page', route: '/about'}},
      ),
  ],
  [
    'settings planned as a page',
    () =>
      act(['version.create', {publishedId: 'siteSettings', document: {_id: 'versions.r.siteSettings', _type: 'role'}}]),
  ],
  ['navigation planned as a role', () => mutate({create: {_id: 'drafts.navigation', _type: 'role'}})],
  [
    'settings under odd ids',
    async () => {
      for (const _id of [
        'Drafts.siteSettings',
        'SITESETTINGS',
        'siteSettings.',
        ' siteSettings',
        'siteSettings ',
        'siteSettings\u0000',
        'ｓiteSettings',
        'drafts..siteSettings',
        'drafts.',
        'versions.siteSettings',
        '_.siteSettings',
        'x.siteSettings',
      ]) {
        await mutate({createOrReplace: {_id, _type: 'siteSettings', phone: '0'}})
        await mutate({patch: {id: _id, set: {phone: '0'}}})
      }
    },
  ],
  [
    'settings under odd types',
    async () => {
      for (const _type of [
        ['siteSettings'],
        {a: 1},
        '',
        ' siteSettings',
        'sitesettings',
        null,
        'system.group',
        'siteSettings\u200b',
      ]) {
        await mutate({createOrReplace: {_id: 'siteSettings', _type}}, {create: {_id: 'odd', _type}})
      }
    },
  ],
  [
    'settings by keys that are there twice',
    () =>
      send('/v1/data/mutate/production', {
        body: '{"mutations":[{"createOrReplace":{"_id":"odd","_type":"page","_type":"siteSettings","_id":"siteSettings"}}]}',
      }),
  ],
  [
    'settings by a prototype',
    () =>
      send('/v1/data/mutate/production', {
        body: '{"mutations":[{"createOrReplace":{"__proto__":{"_type":"page"},"_id":"siteSettings","_type":"siteSettings"}},{"patch":{"id":"siteSettings","set":{"__proto__.x":1,"constructor":{"prototype":1}}}}]}',
      }),
  ],
  [
    'several operations in one mutation',
    () => mutate({create: {_id: 'odd', _type: 'role'}, patch: {id: 'siteSettings', set: {phone: '0'}}}),
  ],
  ['a published claim', () => mutate({create: {...stored(claim), _id: 'claim-new', _type: 'claim'}})],
  ['a claim changed', () => mutate({patch: {id: claim, set: {figure: 100}}})],
  [
    'a claim published',
    async () => {
      await act(['edit', {publishedId: claim, draftId: `drafts.${claim}`, patch: {set: {figure: 100}}}])
      await act(['publish', {publishedId: claim, draftId: `drafts.${claim}`}])
      await act(['create', {publishedId: 'claim-new', attributes: {...stored(claim), _id: 'claim-new'}}])
      await act(['version.create', {publishedId: claim, baseId: `drafts.${claim}`, versionId: `versions.r.${claim}`}])
    },
  ],
  [
    'a claim deleted or unpublished',
    async () => {
      await mutate({delete: {id: claim}})
      await act(['unpublish', {publishedId: claim}])
      await act(['version.unpublish', {publishedId: claim, versionId: `versions.r.${claim}`}])
      await act(['delete', {publishedId: claim}])
    },
  ],
  [
    'a claim made of a role',
    () =>
      mutate(
        {create: {_id: 'odd-role', _type: 'role'}},
        {createOrReplace: {...stored(claim), _id: 'odd-role', _type: 'claim'}},
      ),
  ],
  [
    'a group of administrators',
    () =>
      mutate(
        {create: {_id: '_.groups.administrator', _type: 'system.group', members: ['marketer']}},
        {create: {_id: 'marketer', _type: 'system.user', roles: ['administrator']}},
      ),
  ],
  [
    'a dry run that is none',
    async () => {
      const body = JSON.stringify({dryRun: 'false', mutations: [{patch: {id: 'siteSettings', set: {phone: '0'}}}]})
      for (const query of [
        '?dryRun=true&dryRun=false',
        '?dryRun=TRUE',
        '?visibility=async',
        '?autoGenerateArrayKeys=true',
      ])
        await send(`/v1/data/mutate/production${query}`, {body})
    },
  ],
  [
    'other methods and spellings of the address',
    async () => {
      const body = JSON.stringify({mutations: [{patch: {id: 'siteSettings', set: {phone: '0'}}}]})
      for (const method of ['PUT', 'PATCH', 'DELETE']) await send('/v1/data/mutate/production', {method, body})
      for (const path of [
        '/v1/data/mutate/%70roduction',
        '//v1/data/mutate/production',
        '/v1/data/mutate/production/',
        '/vX/data/mutate/production',
        '/v1/data/mutate/Production',
        '/v1/./data/mutate/production',
        '/v1/data//mutate/production',
      ])
        await send(path, {body})
      const spoofed: Record<string, string>[] = [
        {'x-http-method-override': 'POST'},
        {'x-sanity-user': 'administrator'},
        {authorization: `Bearer ${session}, Bearer x`},
        {cookie: `lakeSession-${new URL(lake.url).port}=local-editor`},
      ]
      for (const headers of spoofed) await send('/v1/data/mutate/production', {headers, body})
    },
  ],
  [
    'an upload that names another document',
    () =>
      send('/v1/assets/files/production?filename=a.txt&_id=siteSettings&id=siteSettings&_type=siteSettings&title=x', {
        headers: {'content-type': 'text/plain'},
        body: 'x',
      }),
  ],
  [
    'an asset that is none',
    () => mutate({create: {_id: 'image-x-1x1-svg', _type: 'sanity.imageAsset', mimeType: 'text/html', path: 'x'}}),
  ],
  [
    'what only the lake’s administrators do',
    async () => {
      for (const [path, method] of [
        ['/v1/lake/backup', 'GET'],
        ['/v1/lake/sessions', 'DELETE'],
        ['/v1/users/administrator/keyvalue', 'PUT'],
        ['/v1/projects/local/tokens', 'POST'],
        ['/v1/projects/local/datasets/production/acl', 'PUT'],
        ['/v1/projects/local/roles/marketer', 'PUT'],
      ] as const) {
        expect(await send(path, {method, ...(method === 'GET' ? {} : {body: '{}'})})).toBeGreaterThanOrEqual(400)
      }
    },
  ],
]

describe('a marketer cannot change protected content by', () => {
  it.each(ATTEMPTS)('%s', async (_, attempt) => {
    await attempt()
    expect(protectedContent()).toEqual(guarded)
  })
})

it('a marketer can still edit, publish, upload, and draft a claim', async () => {
  expect(await act(['edit', {...about, patch: {set: {'title.en': 'About'}}}], ['publish', about])).toBe(200)
  expect(await act(['edit', {...odoo, patch: {set: {'title.en': 'Odoo'}}}], ['publish', odoo])).toBe(200)
  expect(await mutate({create: {_id: 'drafts.claim-mine', _type: 'claim', figure: 1}})).toBe(200)
  expect(await mutate({create: {_id: 'role-mine', _type: 'role'}}, {delete: {id: 'role-mine'}})).toBe(200)
  const upload = {headers: {'content-type': 'text/plain'}, body: 'another text'}
  expect(await send('/v1/assets/files/production?filename=b.txt', upload)).toBe(200)
})
