import {mkdtempDisposable, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {createClient, type SanityClient, type SanityDocumentStub} from '@sanity/client'
import {hashPassword} from 'embedded-content-lake'
import {createTestLake} from 'embedded-content-lake/testing'
import {parse} from 'groq-js'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {pageId, routes} from '../../lib/routes.ts'
import {type GuardedPage, guardedFields, pageMiddleware, pageVisibility} from '../../lib/visibility.ts'
import {missingBlocks} from '../health/documentFindings.ts'
import {siteQuery} from '../Snapshot.ts'
import {hasAbility} from './abilities.ts'
import {roles} from './lakeRoles.ts'

const names = ['marketer', 'reviewer', 'developer', 'administrator'] as const
type Name = (typeof names)[number] | 'contributor'

const heading = {_type: 'localeString', zh: '标题'}
const page = {
  _id: 'page-about',
  _type: 'page',
  route: '/about',
  title: heading,
  layout: 'default',
  blocks: [{_key: 'a', _type: 'prose', heading}],
}
const proven = {source: 'release criterion', owner: 'Test lead', reviewDate: '2999-01-01', expiryDate: '2999-06-01'}
const embargoed = {
  ...page,
  _id: 'page-odoo',
  route: '/odoo',
  middleware: ['embargo'],
  embargoUntil: '2099-01-01T00:00:00Z',
}
const claim = {_id: 'claim-passRate', _type: 'claim', figure: 99, ...proven}
const documents: SanityDocumentStub[] = [
  page,
  embargoed,
  claim,
  {_id: 'siteSettings', _type: 'siteSettings', phone: '1'},
]

let close: () => Promise<void>
let administrator: SanityClient
const clients = new Map<Name, SanityClient>()

beforeAll(async () => {
  const {path: folder, remove} = await mkdtempDisposable(join(tmpdir(), 'site-roles-'))
  const password = hashPassword('a password for tests')
  const everyone = [...names, 'contributor'] as const
  const users = everyone.map((name) => ({id: name, name, roles: [name], password}))
  const file = join(folder, 'users.json')
  await writeFile(file, JSON.stringify({roles, users}))
  const lake = await createTestLake({users: file})
  close = async () => {
    await lake.close()
    await remove()
  }
  const connect = (token: string) =>
    createClient({...lake.clientConfig, token, maxRetries: 0, perspective: 'published'})
  administrator = connect(lake.tokens.write)
  for (const name of everyone) clients.set(name, connect(lake.signIn(name)))
  for (const document of documents) await administrator.create(document)
})

afterAll(() => close())

/** Returns `ok`, the name of the refusal, or the missing permission. */
async function attempt(name: Name, change: (client: SanityClient) => Promise<unknown>): Promise<string> {
  const client = clients.get(name)
  if (!client) throw new Error(`Nobody is ${name}`)
  try {
    await change(client)
    return 'ok'
  } catch (error) {
    const text = JSON.stringify(error)
    return /"refusal":"(\w+)"/.exec(text)?.[1] ?? /"permission":"(\w+)"/.exec(text)?.[1] ?? String(error)
  }
}

const patch = (id: string, set: Record<string, unknown>) => (client: SanityClient) =>
  client.patch(id, {set}).commit({dryRun: true})

async function everybody(change: (client: SanityClient) => Promise<unknown>): Promise<string[]> {
  return Promise.all(names.map((name) => attempt(name, change)))
}

describe('the embedded lake, without the Studio,', () => {
  it('lets developers alone change a layout, and reviewers a page’s access as well', async () => {
    expect(await everybody(patch('page-about', {layout: 'article'}))).toEqual(['pageLayout', 'pageLayout', 'ok', 'ok'])
    expect(await everybody(patch('page-about', {middleware: ['embargo']}))).toEqual([
      'pageMiddleware',
      'ok',
      'ok',
      'ok',
    ])
    expect(await everybody(patch('page-about', {'title.zh': '新标题'}))).toEqual(['ok', 'ok', 'ok', 'ok'])
  })

  it.each(guardedFields)('lets nobody end or move an embargo who may not set one: %s', async (field) => {
    const draft = (client: SanityClient) =>
      client.create({...embargoed, _id: 'drafts.page-odoo', [field]: null}, {dryRun: true})
    const outcomes = ['pageMiddleware', 'ok', 'ok', 'ok']
    for (const value of [null, '2020-01-01T00:00:00Z', ['other'], []]) {
      expect(await everybody(patch('page-odoo', {[field]: value}))).toEqual(outcomes)
    }
    expect(await everybody((client) => client.patch('page-odoo').unset([field]).commit({dryRun: true}))).toEqual(
      outcomes,
    )
    expect(await everybody(draft)).toEqual(outcomes)
  })

  it.each<[string, Record<string, unknown>]>([
    ['a path in quotes', {set: {"['embargoUntil']": '2020-01-01T00:00:00Z'}}],
    ['a recursive path', {set: {'..embargoUntil': '2020-01-01T00:00:00Z'}}],
    ['an item of the list', {set: {'middleware[0]': 'other'}}],
    ['an item from behind', {unset: ['middleware[-1]']}],
    ['a filter', {unset: ['middleware[@ == "embargo"]']}],
    ['a slice', {unset: ['middleware[0:]']}],
    ['several paths', {unset: ["['middleware', 'title']"]}],
    ['an insertion', {insert: {before: 'middleware[0]', items: ['other']}}],
    ['a replacement', {insert: {replace: 'middleware[0]', items: []}}],
    ['a patch of the text', {diffMatchPatch: {embargoUntil: '@@ -1,4 +1,4 @@\n-2099\n+2020\n'}}],
    ['a patch of texts everywhere', {diffMatchPatch: {'..embargoUntil': '@@ -1,4 +1,4 @@\n-2099\n+2020\n'}}],
  ])('ends no embargo by %s', async (_, operations) => {
    const change = (client: SanityClient) => client.mutate([{patch: {id: 'page-odoo', ...operations}}], {dryRun: true})
    const outcome = await attempt('marketer', change)
    const [after] =
      outcome === 'ok'
        ? await administrator.mutate([{patch: {id: 'page-odoo', ...operations}}], {
            dryRun: true,
            returnDocuments: true,
            returnFirst: false,
          })
        : []
    // A path that selects nothing changes nothing.
    if (after)
      expect({...after, _rev: '', _updatedAt: ''}).toEqual({
        ...(await administrator.getDocument('page-odoo')),
        _rev: '',
        _updatedAt: '',
      })
    else expect(outcome).toBe('pageMiddleware')
  })

  it('publishes no sample text, at any depth of any document, which everybody may draft', async () => {
    const sample = {_type: 'localeText', zh: '【示例】改了一个字', en: 'Words'}
    const blocks = [...page.blocks, {_key: 'b', _type: 'points', items: [{_key: 'i', text: sample}]}]
    expect(await everybody(patch('page-about', {blocks}))).toEqual(['sampleText', 'sampleText', 'sampleText', 'ok'])
    const draft = {...page, _id: 'drafts.page-about', blocks}
    expect(await everybody((client) => client.create(draft, {dryRun: true}))).toEqual(['ok', 'ok', 'ok', 'ok'])
    const scenario = {_id: 'scenario-new', _type: 'scenario', steps: [{_key: 's', heading: {en: '[SAMPLE] Heading'}}]}
    const refused = ['sampleText', 'sampleText', 'sampleText', 'ok']
    expect(await everybody((client) => client.create(scenario, {dryRun: true}))).toEqual(refused)
    const unmarked = {...scenario, steps: [{_key: 's', text: {zh: '在这里写这一段的小标题'}}]}
    expect(await everybody((client) => client.create(unmarked, {dryRun: true}))).toEqual(refused)
  })

  it('keeps settings from marketers', async () => {
    expect(await everybody(patch('siteSettings', {phone: '2'}))).toEqual(['update', 'ok', 'ok', 'ok'])
  })

  it('lets only reviewers publish claims, and everybody draft them', async () => {
    expect(await everybody(patch('claim-passRate', {figure: 98}))).toEqual(['update', 'ok', 'update', 'ok'])
    const draft = (client: SanityClient) =>
      client.create({...claim, _id: 'drafts.claim-passRate', figure: 98}, {dryRun: true})
    expect(await everybody(draft)).toEqual(['ok', 'ok', 'ok', 'ok'])
  })

  it.each([
    [{owner: ''}, 'unprovenClaim'],
    [{source: '【待填】来源'}, 'unprovenClaim'],
    [{owner: 'owner to be named'}, 'unprovenClaim'],
    [{owner: ' \u3000\n'}, 'unprovenClaim'],
    [{owner: {name: 'Li Wei'}}, 'unprovenClaim'],
    [{source: 5}, 'unprovenClaim'],
    [{source: ['release criterion']}, 'unprovenClaim'],
    [{expiryDate: '2020-01-01'}, 'expiredClaim'],
    [{expiryDate: 'never'}, 'expiredClaim'],
    [{expiryDate: '2999-02-31T00:00:00Z'}, 'expiredClaim'],
    [{expiryDate: 29990101}, 'expiredClaim'],
  ])('refuses a reviewer a claim with %o in public', async (set, refusal) => {
    expect(await attempt('reviewer', patch('claim-passRate', set))).toBe(refusal)
  })

  it('accepts a claim whose owner has a Chinese name', async () => {
    expect(await attempt('reviewer', patch('claim-passRate', {owner: '李伟'}))).toBe('ok')
  })

  it.each<[string, SanityDocumentStub & {_id: string}]>([
    ['under another route', {...page, route: '/contact'}],
    ['without a route', {...page, route: undefined}],
    ['with a list of routes', {...page, route: ['/about']}],
    ['in the place of another', {...page, _id: 'page-2', route: '/odoo'}],
    ['in the place of another, with a dot', {...page, _id: 'x.page-odoo', route: '/odoo'}],
    ['drafted in the place of another', {...page, _id: 'drafts.x', route: '/odoo'}],
    ['planned in the place of another', {...page, _id: 'versions.r.x', route: '/odoo'}],
    ['planned deeper', {...page, _id: 'versions.r.x.page-about'}],
  ])('refuses a page %s', async (_, document) => {
    const change = (client: SanityClient) => client.createOrReplace(document, {dryRun: true})
    expect(await attempt('developer', change)).toBe('pageRoute')
    expect(await attempt('reviewer', change)).not.toBe('ok')
    expect(await attempt('marketer', change)).not.toBe('ok')
  })

  it('refuses a page without blocks, and the deletion of a page', async () => {
    expect(await attempt('marketer', patch('page-about', {blocks: []}))).toBe('pageWithoutBlocks')
    expect(await attempt('marketer', (client) => client.delete('page-about', {dryRun: true}))).toBe('fixedDocument')
  })
})

it.each(['contributor', ...names.filter((name) => name !== 'administrator')] as const)(
  'keeps documents of the system, such as groups, from a %s, whatever their type, and releases to their actions',
  async (name) => {
    const granted = roles.flatMap(({grants}) =>
      grants.flatMap(({filter}) => filter.match(/(?<=")[a-z]\w+(\.\w+)*(?=")/gi) ?? []),
    )
    const types = new Set(['system.group', 'page', 'role', 'claim', ...granted])
    expect(types).toContain('scenario')
    expect(types).toContain('system.release')
    for (const _id of ['_.groups.administrator', '_.retention.a', '_.releases.a', '_.Releases.a', '_.a']) {
      for (const _type of types) {
        const change = (client: SanityClient) => client.createOrReplace({_id, _type, createdBy: name}, {dryRun: true})
        expect(await attempt(name, change), `${_id} of the type ${_type}`).not.toBe('ok')
      }
    }
  },
)

describe('a contributor', () => {
  const drafted = {...page, _id: 'drafts.page-about', title: {_type: 'localeString', zh: '起草的标题'}}
  const as = (change: (client: SanityClient) => Promise<unknown>) => attempt('contributor', change)
  const action = (name: string, fields: object) => (client: SanityClient) =>
    client.request({
      method: 'POST',
      url: '/data/actions/production',
      body: {actions: [{actionType: `sanity.action.${name}`, ...fields}]},
    })

  it('drafts what a marketer may, and uploads pictures', async () => {
    for (const document of [
      drafted,
      {...claim, _id: 'drafts.claim-passRate'},
      {_id: 'drafts.new', _type: 'scenario'},
    ]) {
      expect(await as((client) => client.createOrReplace(document, {dryRun: true}))).toBe('ok')
    }
    expect(await as((client) => client.assets.upload('file', Buffer.from('a'), {filename: 'a.txt'}))).toBe('ok')
    expect(await as(patch('drafts.page-about', {layout: 'article'}))).not.toBe('ok')
    const other = {...drafted, layout: 'article'}
    expect(await as((client) => client.createOrReplace(other, {dryRun: true}))).toBe('pageLayout')
    expect(await as((client) => client.create({_id: 'drafts.siteSettings', _type: 'siteSettings'}))).toBe('create')
  })

  it('publishes, changes and removes nothing that visitors see, by any way', async () => {
    await administrator.createOrReplace(drafted)
    const file = await administrator.assets.upload('file', Buffer.from('b'), {filename: 'b.txt'})
    const pair = {draftId: 'drafts.page-about', publishedId: 'page-about'}
    const before = await administrator.getDocument('page-about')
    const attempts: ((client: SanityClient) => Promise<unknown>)[] = [
      (client) => client.patch('page-about', {set: {'title.zh': '新'}}).commit(),
      (client) => client.createOrReplace({...page, title: heading}),
      (client) => client.create({_id: 'module-new', _type: 'productModule'}),
      (client) => client.create({_id: 'scenario.with.dots', _type: 'scenario'}),
      (client) => client.create({_id: 'versions.r.page-about', _type: 'page', route: '/about', blocks: page.blocks}),
      (client) => client.delete('page-about'),
      (client) => client.patch(file._id, {set: {title: 'mine'}}).commit(),
      (client) => client.delete(file._id),
      action('document.publish', pair),
      action('document.unpublish', pair),
      action('document.delete', {publishedId: 'page-about', includeDrafts: ['drafts.page-about']}),
      action('release.create', {releaseId: 'r', metadata: {title: 'r', releaseType: 'asap'}}),
    ]
    for (const change of attempts) expect(await as(change)).not.toBe('ok')
    expect(await administrator.getDocument('page-about')).toEqual(before)
    expect(await administrator.fetch('count(*[_id in ["module-new", "scenario.with.dots"]])')).toBe(0)
    expect(await administrator.getDocument(file._id)).toMatchObject({_rev: expect.any(String)})
    await administrator.delete('drafts.page-about')
  })
})

describe('a request for review', () => {
  const _id = 'review.page-about.contributor'
  const request = {
    _id,
    _type: 'reviewRequest',
    documentId: 'page-about',
    documentType: 'page',
    requestedBy: 'contributor',
    note: 'A secret plan',
    state: 'asked',
  }
  const write = (fields: object) => (client: SanityClient) => client.createOrReplace({...request, ...fields})

  it('is made by a contributor in their own name, and answered by those who may publish', async () => {
    expect(await attempt('contributor', write({}))).toBe('ok')
    const answer = {state: 'returned', answer: 'Not yet', answeredBy: 'marketer'}
    expect(await attempt('contributor', write(answer))).toBe('reviewAnswer')
    expect(await attempt('contributor', write({answer: 'Fine'}))).toBe('reviewAnswer')
    const inOtherNames = [
      {requestedBy: 'marketer'},
      {_id: 'review.page-about.marketer', requestedBy: 'marketer'},
      {_id: 'review.page-about.marketer'},
      {_id: 'reviewpublic'},
      {documentId: 'page-odoo'},
    ]
    for (const fields of inOtherNames) expect(await attempt('contributor', write(fields))).toMatch(/create|update/)
    for (const name of ['marketer', 'reviewer', 'administrator'] as const) {
      expect(await attempt(name, (client) => client.patch(_id, {set: answer}).commit())).toBe('ok')
    }
    expect(await attempt('contributor', (client) => client.patch(_id, {set: {note: 'x'}}).commit())).toBe(
      'reviewAnswer',
    )
    const withdraw = (client: SanityClient) =>
      client
        .transaction()
        .patch(_id, {unset: ['answer', 'answeredBy']})
        .delete(_id)
        .commit()
    expect(await attempt('contributor', withdraw)).toBe('ok')
    expect(await attempt('contributor', write({}))).toBe('ok')
    expect(await attempt('contributor', (client) => client.delete(_id))).toBe('ok')
    expect(await administrator.getDocument(_id)).toBeUndefined()
    expect(await attempt('contributor', write({}))).toBe('ok')
  })

  it('is nothing that a visitor finds, by any way', async () => {
    await administrator.createOrReplace(request)
    const {apiHost = '', token: _token, ...config} = administrator.config()
    const visitor = createClient({...config, apiHost, useProjectHostname: false, token: undefined})
    for (const perspective of ['published', 'raw', 'drafts'] as const) {
      const found = await visitor
        .fetch('*[_type == "reviewRequest" || _id match "review*"]', {}, {perspective})
        .catch(() => [])
      expect(found).toEqual([])
    }
    expect(await visitor.getDocument(_id)).toBeUndefined()
    const texts = await Promise.all(
      [`history/production/transactions/${_id}`, 'history/production/publications', 'export/production'].map(
        async (path) => (await fetch(`${apiHost}/v2025-02-19/data/${path}`)).text(),
      ),
    )
    for (const text of texts) expect(text).not.toContain('secret plan')
  })
})

it('everybody who edits opens the preview, for which the Studio leaves a secret and takes away old ones', async () => {
  for (const name of [...names, 'contributor'] as const) {
    const _id = `drafts.secret-of-${name}`
    const leave = (client: SanityClient) =>
      client
        .transaction()
        .createOrReplace({_id, _type: 'sanity.previewUrlSecret'})
        .patch(_id, {set: {secret: 'x', source: 'sanity/presentation', userId: name}})
        .commit()
    expect([name, await attempt(name, leave)]).toEqual([name, 'ok'])
    const tidy = (client: SanityClient) => client.delete({query: '*[_type == "sanity.previewUrlSecret"]'})
    expect([name, await attempt(name, tidy)]).toEqual([name, 'ok'])
  }
})

describe('a link to a preview', () => {
  const link = (name: string, createdBy: string) => ({
    _id: `preview.${name}`,
    _type: 'previewLink',
    secret: 'of-the-link',
    route: '/about',
    locale: 'zh',
    perspective: ['drafts'],
    endsAt: '2026-12-01T00:00:00Z',
    createdBy,
  })

  it('is made by all who edit, by contributors in their own name, and withdrawn by others who publish', async () => {
    for (const name of ['contributor', 'marketer', 'reviewer', 'developer', 'administrator'] as const) {
      expect([name, await attempt(name, (client) => client.create(link(name, name)))]).toEqual([name, 'ok'])
    }
    expect(await attempt('contributor', (client) => client.create(link('forged', 'marketer')))).toBe('create')
    expect(
      await attempt('contributor', (client) => client.create({...link('x', 'contributor'), _id: 'previewed'})),
    ).toBe('create')
    expect(await attempt('contributor', (client) => client.delete('preview.marketer'))).not.toBe('ok')
    for (const name of ['contributor', 'reviewer'])
      expect(await attempt('marketer', (client) => client.delete(`preview.${name}`))).toBe('ok')
  })

  it('stays in the name of who made it, with whose removal it ends', async () => {
    await administrator.createOrReplace(link('of-somebody', 'somebody'))
    const changes: ((client: SanityClient) => Promise<unknown>)[] = [
      (client) => client.create(link('forged', 'somebody')),
      (client) => client.create({...link('nameless', ''), createdBy: undefined}),
      (client) => client.patch('preview.of-somebody', {set: {secret: 'known-to-me'}}).commit(),
      (client) => client.patch('preview.of-somebody', {set: {endsAt: '2099-01-01T00:00:00Z'}}).commit(),
    ]
    for (const name of ['marketer', 'reviewer', 'developer'] as const) {
      for (const change of changes) expect([name, await attempt(name, change)]).toEqual([name, 'othersPreviewLink'])
      await administrator.createOrReplace(link(`made-${name}`, name))
      const handOver = (client: SanityClient) => client.patch(`preview.made-${name}`, {set: {createdBy: 'x'}}).commit()
      expect(await attempt(name, handOver)).toBe('othersPreviewLink')
    }
    expect(await attempt('marketer', (client) => client.delete('preview.of-somebody'))).toBe('ok')
  })

  it('shows its key to no visitor', async () => {
    await administrator.createOrReplace(link('hidden', 'administrator'))
    const {apiHost = '', token: _token, ...config} = administrator.config()
    const visitor = createClient({...config, apiHost, useProjectHostname: false, token: undefined})
    for (const perspective of ['published', 'raw', 'drafts'] as const) {
      expect(await visitor.fetch('*[_type == "previewLink"]', {}, {perspective}).catch(() => [])).toEqual([])
    }
    expect(await visitor.getDocument('preview.hidden')).toBeUndefined()
  })
})

it.each(routes)('the lake and the Studio agree on whether %s needs a certain block', async (route) => {
  const {blocks} = page
  const document = {_id: pageId(route), _type: 'page', route, blocks}
  const outcome = await attempt('developer', (client) => client.createOrReplace(document, {dryRun: true}))
  expect(outcome).toBe(missingBlocks(document).length > 0 ? 'pageWithoutBlocks' : 'ok')
})

it('the Studio’s abilities match the lake’s roles', async () => {
  const allowed = async (change: (client: SanityClient) => Promise<unknown>) =>
    (await everybody(change)).map((outcome) => outcome === 'ok')
  const by = (ability: Parameters<typeof hasAbility>[1]) => names.map((name) => hasAbility({roles: [{name}]}, ability))
  const publish = patch('page-about', {'title.zh': '新标题'})
  expect(by('publish')).toEqual(await allowed(publish))
  const changes = {
    publish,
    layout: patch('page-about', {layout: 'article'}),
    middleware: patch('page-about', {middleware: ['embargo']}),
    settings: patch('siteSettings', {phone: '2'}),
    claims: patch('claim-passRate', {figure: 98}),
  }
  for (const [ability, change] of Object.entries(changes)) {
    expect([ability, await attempt('contributor', change)]).not.toEqual([ability, 'ok'])
  }
  for (const ability of [
    'publish',
    'layout',
    'middleware',
    'settings',
    'claims',
    'developerTools',
    'people',
  ] as const) {
    expect(hasAbility({roles: [{name: 'contributor'}]}, ability)).toBe(false)
  }
  expect(by('layout')).toEqual(await allowed(patch('page-about', {layout: 'article'})))
  expect(by('middleware')).toEqual(await allowed(patch('page-about', {middleware: ['embargo']})))
  expect(by('settings')).toEqual(await allowed(patch('siteSettings', {phone: '2'})))
  expect(by('claims')).toEqual(await allowed(patch('claim-passRate', {figure: 98})))
  expect(by('people')).toEqual(await allowed((client) => client.request({url: '/lake/people'})))
  expect(hasAbility({roles: [{name: 'somebody'}]}, 'claims')).toBe(false)
  expect(hasAbility(null, 'settings')).toBe(false)
})

describe('the fields that decide on access', () => {
  it('are the fields that the page middleware reads', () => {
    const read = new Set<PropertyKey>()
    for (const embargoUntil of [null, '', 'soon', '2000-01-01', '2999-01-01']) {
      const page: Required<GuardedPage> = {middleware: Array.from(pageMiddleware.keys()), embargoUntil}
      const observed = new Proxy(page, {
        get(target, name) {
          read.add(name)
          return Reflect.get(target, name)
        },
      })
      pageVisibility(observed, Date.now())
    }
    expect(new Set(guardedFields)).toEqual(read)
    const every = {middleware: true, embargoUntil: true} satisfies Record<keyof GuardedPage, true>
    expect(Object.keys(every)).toEqual([...guardedFields])
  })

  it('are, with the route, the fields by which links to hidden pages are found', () => {
    const names = new Set<string>()
    const collect = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      if ('type' in node && node.type === 'AccessAttribute' && 'name' in node) names.add(String(node.name))
      for (const child of Object.values(node)) collect(child)
    }
    const guarded = /"guarded": ([\s\S]+)\}$/.exec(siteQuery)?.[1] ?? ''
    collect(parse(guarded))
    const own = Array.from(names).filter((name) => !name.startsWith('_'))
    expect(new Set(own)).toEqual(new Set([...guardedFields, 'route']))
  })
})
