import {mkdtemp, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {createClient, type SanityClient, type SanityDocumentStub} from '@sanity/client'
import {createLake, hashPassword} from 'embedded-content-lake'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {pageId, routes} from '../../lib/routes.ts'
import {missingBlocks} from '../health/requiredBlocks.ts'
import {may} from './abilities.ts'
import {roles} from './roles.ts'

const names = ['marketer', 'reviewer', 'developer', 'administrator'] as const
type Name = (typeof names)[number]

const heading = {_type: 'localeString', zh: '标题'}
const page = {
  ...{_id: 'page-about', _type: 'page', route: '/about', title: heading, layout: 'default'},
  blocks: [{_key: 'a', _type: 'prose', heading}],
}
const proven = {source: 'release criterion', owner: 'Test lead', reviewDate: '2999-01-01', expiryDate: '2999-06-01'}
const claim = {_id: 'claim-passRate', _type: 'claim', figure: 99, ...proven}
const documents: SanityDocumentStub[] = [page, claim, {_id: 'siteSettings', _type: 'siteSettings', phone: '1'}]

let close: () => Promise<void>
let administrator: SanityClient
const clients = new Map<Name, SanityClient>()

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-roles-'))
  const password = hashPassword('a password for tests')
  const users = names.map((name) => ({id: name, name, roles: [name], password}))
  const file = join(folder, 'users.json')
  await writeFile(file, JSON.stringify({roles, users}))
  const lake = await createLake({dir: join(folder, 'lake'), port: 0, users: file, log: () => {}})
  close = () => lake.close()
  const options = {projectId: 'local', dataset: 'production', apiVersion: '2025-02-19', useCdn: false} as const
  const connect = (token: string) =>
    createClient({...options, apiHost: lake.url, useProjectHostname: false, token, maxRetries: 0})
  administrator = connect(lake.tokens.write)
  for (const name of names) {
    const identity = lake.users.find(name)
    if (identity) clients.set(name, connect(lake.sessions.create(identity)))
  }
  for (const document of documents) await administrator.create(document)
})

afterAll(() => close())

/** `ok`, or the name of the refusal, or the permission that is missing. */
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

describe('the embedded lake, asked past the Studio,', () => {
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

  it('keeps settings from marketers', async () => {
    expect(await everybody(patch('siteSettings', {phone: '2'}))).toEqual(['update', 'ok', 'ok', 'ok'])
  })

  it('has claims published by reviewers only, and drafted by everybody', async () => {
    expect(await everybody(patch('claim-passRate', {figure: 98}))).toEqual(['update', 'ok', 'update', 'ok'])
    const draft = (client: SanityClient) =>
      client.create({...claim, _id: 'drafts.claim-passRate', figure: 98}, {dryRun: true})
    expect(await everybody(draft)).toEqual(['ok', 'ok', 'ok', 'ok'])
  })

  it.each([
    [{owner: ''}, 'unprovenClaim'],
    [{source: '【待填】来源'}, 'unprovenClaim'],
    [{owner: 'owner to be named'}, 'unprovenClaim'],
    [{expiryDate: '2020-01-01'}, 'expiredClaim'],
  ])('refuses a reviewer a claim with %o in public', async (set, refusal) => {
    expect(await attempt('reviewer', patch('claim-passRate', set))).toBe(refusal)
  })

  it('refuses a page without blocks, and the deletion of a page', async () => {
    expect(await attempt('marketer', patch('page-about', {blocks: []}))).toBe('pageWithoutBlocks')
    expect(await attempt('marketer', (client) => client.delete('page-about', {dryRun: true}))).toBe('fixedDocument')
  })
})

it.each(routes)('the lake and the Studio agree on whether %s may go without its main block', async (route) => {
  const {blocks} = page
  const document = {_id: pageId(route), _type: 'page', route, blocks}
  const outcome = await attempt('developer', (client) => client.createOrReplace(document, {dryRun: true}))
  expect(outcome).toBe(missingBlocks(document).length > 0 ? 'pageWithoutBlocks' : 'ok')
})

it('the Studio says the same of who may do what', async () => {
  const allowed = async (change: (client: SanityClient) => Promise<unknown>) =>
    (await everybody(change)).map((outcome) => outcome === 'ok')
  const by = (ability: Parameters<typeof may>[1]) => names.map((name) => may({roles: [{name}]}, ability))
  expect(by('layout')).toEqual(await allowed(patch('page-about', {layout: 'article'})))
  expect(by('middleware')).toEqual(await allowed(patch('page-about', {middleware: ['embargo']})))
  expect(by('settings')).toEqual(await allowed(patch('siteSettings', {phone: '2'})))
  expect(by('claims')).toEqual(await allowed(patch('claim-passRate', {figure: 98})))
  expect(may({roles: [{name: 'somebody'}]}, 'claims')).toBe(false)
  expect(may(null, 'settings')).toBe(false)
})
