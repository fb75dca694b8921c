import {mkdtempDisposable, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {createClient, type SanityClient} from '@sanity/client'
import {hashPassword} from 'embedded-content-lake'
import {createTestLake, type TestLake} from 'embedded-content-lake/testing'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import fc from '../tests/support/fastCheck.ts'
import {readSeed} from '../tests/support/readSeed.ts'
import type {ContentDocument} from './health/contentDocuments.ts'
import {findingMessage, namesOf} from './health/findingMessage.ts'
import {publishability} from './health/publishability.ts'
import releaseRule from './health/releaseRule.ts'
import {roles} from './roles/lakeRoles.ts'
import {pageWithSiteQuery} from './Snapshot.ts'

const FUTURE = '2999-01-01T00:00:00.000Z'
const names = ['marketer', 'reviewer', 'developer', 'administrator'] as const
type Name = (typeof names)[number]

let lake: TestLake
let close: () => Promise<void>
let writer: SanityClient
const clients = new Map<string, SanityClient>()

beforeAll(async () => {
  const {path: folder, remove} = await mkdtempDisposable(join(tmpdir(), 'site-releases-'))
  const password = hashPassword('a password for tests')
  const users = names.map((name) => ({id: name, name, roles: [name], password}))
  const file = join(folder, 'users.json')
  await writeFile(file, JSON.stringify({roles, users}))
  lake = await createTestLake({
    seed: new URL('./seed/data.ndjson', import.meta.url).pathname,
    users: file,
    releaseRule,
  })
  close = async () => {
    await lake.close()
    await remove()
  }
  const connect = (token: string) => createClient({...lake.clientConfig, token, maxRetries: 0})
  writer = connect(lake.tokens.write)
  for (const name of names) clients.set(name, connect(lake.signIn(name)))
})

afterAll(() => close())

const as = (name: Name): SanityClient => clients.get(name) ?? writer

/** `ok`, or why it is refused. */
async function outcome(change: () => Promise<unknown>): Promise<string> {
  try {
    await change()
    return 'ok'
  } catch (error) {
    const text = JSON.stringify(error)
    return /"refusal":"(\w+)"/.exec(text)?.[1] ?? /"permission":"(\w+)"/.exec(text)?.[1] ?? String(error)
  }
}

let releases = 0

/** A release with a version of a published document in it. */
async function releaseWith(id: string, change: Record<string, unknown>): Promise<string> {
  releases += 1
  const releaseId = `r${releases}`
  await writer.releases.create({releaseId})
  await writer.create({...published(id), ...change, _id: `versions.${releaseId}.${id}`})
  return releaseId
}

function published(id: string): ContentDocument {
  const document = lake.document(id)
  if (!document) throw new Error(`There is no ${id}`)
  const {_rev, ...content} = document
  return content
}

const words = {_type: 'localeString', zh: '新标题', en: 'New title'}

describe('a release', () => {
  it.each(names)('is created, filled, scheduled and published by a %s', async (name) => {
    const client = as(name)
    const releaseId = `of-${name}`
    await client.releases.create({releaseId})
    await client.createVersion({releaseId, publishedId: 'page-odoo', baseId: 'page-odoo'})
    await client.patch(`versions.${releaseId}.page-odoo`, {set: {title: {...words, zh: name}}}).commit()
    await client.releases.schedule({releaseId, publishAt: FUTURE})
    await client.releases.unschedule({releaseId})
    await client.releases.publish({releaseId})
    expect(published('page-odoo')).toMatchObject({title: {zh: name}})
    await client.releases.delete({releaseId})
  })

  it('may hold a page without its blocks until it is published', async () => {
    await as('marketer').releases.create({releaseId: 'unfinished'})
    await as('marketer').create({...published('page-about'), _id: 'versions.unfinished.page-about', blocks: []})
    const publish = () => as('marketer').releases.publish({releaseId: 'unfinished'})
    expect(await outcome(publish)).toContain('“About us')
    await as('marketer').releases.archive({releaseId: 'unfinished'})
  })

  it.each<[Name, string, Record<string, unknown>]>([
    ['marketer', 'page-about', {layout: 'article'}],
    ['reviewer', 'page-about', {layout: 'article'}],
    ['marketer', 'page-odoo', {middleware: ['embargo'], embargoUntil: FUTURE}],
    ['marketer', 'siteSettings', {phone: '1'}],
    ['marketer', 'claim-defects', {figure: 1, owner: '测试负责人', expiryDate: '2999-12-30'}],
    ['developer', 'claim-defects', {figure: 1, owner: '测试负责人', expiryDate: '2999-12-30'}],
  ])('is refused a %s who may not publish the change of %s in a draft', async (name, id, change) => {
    const client = as(name)
    const draftId = `drafts.${id}`
    await writer.createOrReplace({...published(id), ...change, _id: draftId})
    const action = {actionType: 'sanity.action.document.publish', draftId, publishedId: id} as const
    const ofDraft = await outcome(() => client.action(action, {dryRun: true}))
    await writer.delete(draftId)
    const releaseId = await releaseWith(id, change)
    const ofRelease = await outcome(() => client.releases.schedule({releaseId, publishAt: FUTURE}))
    expect(ofRelease).toBe(ofDraft)
    expect(ofRelease).not.toBe('ok')
  })

  const cases: [string, string, Record<string, unknown>][] = [
    ['a claim without owner', 'claim-favourableRate', {owner: ''}],
    ['an expired claim', 'claim-defects', {owner: '测试负责人', expiryDate: '2020-01-01'}],
    ['a figure typed into a sentence', 'claim-defects', {owner: '测试负责人', statement: {zh: '99% 的好评率。'}}],
    ['a page without blocks', 'page-about', {blocks: []}],
    ['a home page without its products', 'page-home', {blocks: [{_key: 'a', _type: 'prose', heading: words}]}],
    ['an unknown middleware', 'page-about', {middleware: ['password']}],
    ['a name in links that another scenario has', 'scenario-lqm', {anchor: 'lims'}],
    ['a block that the site leaves out', 'page-about', {blocks: [{_key: 'a', _type: 'prose'}]}],
  ]
  it.each(cases)(
    'with %s is neither published nor scheduled, for the reason that a draft is refused',
    async (_, id, change) => {
      const all = Array.from(lake.documents()).filter(({_id}) => !_id.includes('.'))
      const {refusals} = publishability({...published(id), ...change}, all, new Date())
      expect(refusals.length).toBeGreaterThan(0)
      const releaseId = await releaseWith(id, change)
      for (const attempt of [
        () => writer.releases.publish({releaseId}),
        () => writer.releases.schedule({releaseId, publishAt: FUTURE}),
      ]) {
        const reason = await outcome(attempt)
        for (const finding of refusals.slice(0, 3)) {
          expect(reason).toContain(findingMessage(finding, 'zh', namesOf(all, 'zh')))
          expect(reason).toContain(findingMessage(finding, 'en', namesOf(all, 'en')))
        }
        expect(reason).not.toContain(id)
      }
      expect(published(id)).not.toMatchObject(change)
    },
  )

  it('is judged by its time: a claim that will have expired cannot be scheduled, and can until the end of its last day in China', () => {
    const claim = readSeed().find(({_type}) => _type === 'claim')
    if (!claim) throw new Error('The seed needs a claim')
    const publishes = [
      {...claim, source: 'A study', owner: 'Li Wei', reviewDate: '2998-01-01', expiryDate: '2998-12-31'},
    ]
    const at = (time: string) => releaseRule({published: readSeed(), publishes, unpublishes: [], at: new Date(time)})
    expect(at('2998-12-31T15:59:59Z')).toBeUndefined()
    expect(at('2998-12-31T16:00:00Z')).toContain('At the time that was set it could not be published like this.')
    expect(at('2998-12-31T16:00:00Z')).toContain('2998-12-31')
  })

  it('does not unpublish what the site is built around', () => {
    const reason = releaseRule({published: readSeed(), publishes: [], unpublishes: ['page-about'], at: new Date()})
    const [chinese = '', english = ''] = reason?.split('\n\n') ?? []
    expect(chinese).toContain('固定内容')
    expect(english).toContain('“About us')
    expect(english).not.toMatch(/\p{Script=Han}/u)
    expect(reason).not.toContain('page-about')
  })

  it('may publish together what cannot be published one by one', () => {
    const scenarios = readSeed().filter(({_type}) => _type === 'scenario')
    const [one, other] = scenarios
    if (!one || !other) throw new Error('The seed needs two scenarios')
    const swapped = [
      {...one, anchor: 'brandnew', formerAnchors: []},
      {...other, anchor: one.anchor, formerAnchors: []},
    ]
    expect(
      releaseRule({published: readSeed(), publishes: swapped.slice(1), unpublishes: [], at: new Date()}),
    ).toBeDefined()
    expect(releaseRule({published: readSeed(), publishes: swapped, unpublishes: [], at: new Date()})).toBeUndefined()
  })
})

it('a page read while a release of hundreds of documents fires is all old or all new', async () => {
  // Reads are repeated, as sites repeat them: in this process the lake works on so long that idle connections end meanwhile.
  const client = writer.withConfig({perspective: 'published', maxRetries: 5})
  const seed = Array.from(lake.documents()).filter(({_id}) => !_id.includes('.'))
  const texts = seed.filter(({_type}) => ['product', 'productModule', 'capability', 'siteSettings'].includes(_type))
  await writer.releases.create({releaseId: 'all'})
  const author = {id: 'write-token', name: 'Token', rights: 'write'} as const
  const mark = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).replaceAll('"zh":"', '"zh":"新'))
  const versions = texts.map(({_rev, ...document}) => ({...mark(document), _id: `versions.all.${document._id}`}))
  const roles = Array.from({length: 500 - versions.length}, (_, index) => ({
    _id: `versions.all.role-${index}`,
    _type: 'role',
    name: words,
  }))
  lake.commit({mutations: [...versions, ...roles].map((create) => ({create})), author})
  const seen = new Set<string>()
  const read = async () => {
    const {page, site} = await client.fetch(pageWithSiteQuery, {id: 'page-home'})
    const {_rev: home, _updatedAt, ...own} = page
    seen.add(JSON.stringify({own, site}))
  }
  await read()
  await writer.releases.schedule({releaseId: 'all', publishAt: new Date(Date.now() + 300).toISOString()})
  const releases = client.withConfig({perspective: 'raw'})
  const isDone = async () => (await releases.getDocument('_.releases.all'))?.state === 'published'
  while (!(await isDone())) await Promise.all([read(), read(), read()])
  await read()
  expect(seen.size).toBe(2)
}, 30_000)

// Last, as it keeps the lake's connections waiting for so long that they end.
it('whatever is taken out of a document, a release is refused exactly when a draft is', () => {
  const seed = readSeed()
  const documents = seed.filter(({_type}) => ['page', 'claim', 'product', 'scenario', 'productModule'].includes(_type))
  fc.assert(
    fc.property(fc.constantFrom(...documents), fc.nat(), (document, choice) => {
      const fields = Object.keys(document).filter((name) => !name.startsWith('_'))
      const field = fields[choice % fields.length] ?? ''
      const {[field]: _, ...rest} = document
      const changed: ContentDocument = {...rest, _id: document._id, _type: document._type}
      const {refusals} = publishability({...changed, _id: `drafts.${document._id}`}, seed, new Date())
      const reason = releaseRule({published: seed, publishes: [changed], unpublishes: [], at: new Date()})
      expect(reason !== undefined).toBe(refusals.length > 0)
    }),
    {numRuns: 20},
  )
}, 30_000)
