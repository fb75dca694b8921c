import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import type {Action, SanityClient} from '@sanity/client'
import {expect, test} from 'vitest'
import {importDataset} from '../dataset/importDataset.ts'
import {openNamedLake} from '../testing/openNamedLake.ts'
import {clientOf, newFolder, openTestLake} from '../testing/openTestLake.ts'
import {rejection} from '../testing/rejection.ts'
import type {ReleaseChange} from '../types.ts'

const FUTURE = '2999-01-01T00:00:00.000Z'
const version = (id: string, content: object = {}) => ({_id: `versions.r.${id}`, _type: 'page', ...content})
const release = (client: SanityClient) => client.getDocument('_.releases.r')

/** Refuses what is called bad. */
const releaseRule = ({publishes}: ReleaseChange) =>
  publishes.some(({title}) => title === 'bad') ? '标题不行。 The title is bad.' : undefined

async function openWithRelease(options: Parameters<typeof openTestLake>[0] = {}) {
  const lake = await openTestLake(options)
  const client = clientOf(lake)
  await client.create({_id: 'a', _type: 'page', title: 'old'})
  await client.releases.create({releaseId: 'r'})
  await client.create(version('a', {title: 'new'}))
  return {lake, client}
}

test('the Studio finds releases and scheduled drafts switched on, and without a limit', async () => {
  const {client} = await openWithRelease()
  expect(await client.request({url: '/features'})).toEqual(
    expect.arrayContaining(['contentReleases', 'singleDocRelease']),
  )
  const {data} = await client
    .withConfig({apiVersion: 'X'})
    .request({url: '/projects/local/new-content-release-allowed'})
  expect(data).toMatchObject({orgActiveReleaseLimit: null, orgMeteredActiveReleaseCount: 0})
  expect(data.datasetReleaseLimit).toBeGreaterThan(1_000_000)
})

test('a release that the site’s rule refuses is neither published nor scheduled, and the reason is answered', async () => {
  const changes: ReleaseChange[] = []
  const {client} = await openWithRelease({
    releaseRule: (change) => {
      changes.push(change)
      return releaseRule(change)
    },
  })
  await client.create({_id: 'drafts.b', _type: 'page'})
  await client.create({_id: 'c', _type: 'page'})
  const unpublish = {
    actionType: 'sanity.action.document.version.unpublish',
    versionId: 'versions.r.c',
    publishedId: 'c',
  }
  await client.action(unpublish as Action)
  await client.patch('versions.r.a', {set: {title: 'bad'}}).commit()
  for (const refused of [
    () => client.releases.publish({releaseId: 'r'}),
    () => client.releases.schedule({releaseId: 'r', publishAt: FUTURE}),
  ]) {
    const {status, description} = await rejection(refused())
    expect([status, description]).toEqual([400, '标题不行。 The title is bad.'])
  }
  expect(await release(client)).toMatchObject({state: 'active'})
  expect(await client.getDocument('a')).toMatchObject({title: 'old'})
  expect(changes[0]).toMatchObject({publishes: [{_id: 'a', title: 'bad'}], unpublishes: ['c']})
  expect(changes[0]?.published.map(({_id}) => _id).sort()).toEqual(['a', 'c'])
  await client.patch('versions.r.a', {set: {title: 'good'}}).commit()
  await client.releases.publish({releaseId: 'r'})
  expect(await client.getDocument('a')).toMatchObject({title: 'good'})
})

test('the rule is asked again when the release fires, and its reason stays with the release', async () => {
  let allowed = true
  const {client, lake} = await openWithRelease({releaseRule: () => (allowed ? undefined : '到期了。 It has expired.')})
  await client.releases.schedule({releaseId: 'r', publishAt: FUTURE})
  allowed = false
  const scheduled = lake.documents.get('_.releases.r')
  expect(scheduled && (await lake.fireRelease(scheduled))).toBe('到期了。 It has expired.')
  expect(await release(client)).toMatchObject({state: 'active', error: {message: '到期了。 It has expired.'}})
  expect(await client.getDocument('a')).toMatchObject({title: 'old'})
})

test('the rule judges a schedule by its time, and what is published at once by now', async () => {
  const times: Date[] = []
  const {client} = await openWithRelease({
    releaseRule: ({at}) => {
      times.push(at)
      return undefined
    },
  })
  const before = new Date()
  await client.releases.schedule({releaseId: 'r', publishAt: FUTURE})
  await client.releases.publish({releaseId: 'r'})
  expect(times).toEqual([new Date(FUTURE), expect.any(Date)])
  expect(times[1]?.getTime()).toBeGreaterThanOrEqual(before.getTime())
  expect(times[1]?.getTime()).toBeLessThanOrEqual(Date.now())
})

test('what a request publishes before it schedules something else is judged by now', async () => {
  const {client} = await openWithRelease({
    releaseRule: ({at, publishes}) =>
      publishes.some(({_id}) => _id === 'a') && at > new Date() ? 'It will have expired.' : undefined,
  })
  await client.releases.create({releaseId: 's'})
  const actions = [
    {actionType: 'sanity.action.release.publish', releaseId: 'r'},
    {actionType: 'sanity.action.release.schedule', releaseId: 's', publishAt: FUTURE},
  ] as const
  await client.action([...actions])
  expect(await client.getDocument('a')).toMatchObject({title: 'new'})
})

const roles = [
  {
    name: 'planner',
    grants: [
      {filter: 'defined(_id)', permissions: ['read', 'history']},
      {filter: '_type == "system.release"', permissions: ['create', 'update']},
      {filter: '_id in path("versions.**")', permissions: ['create', 'update']},
    ],
  },
  {name: 'reader', grants: [{filter: 'defined(_id)', permissions: ['read', 'history']}]},
] satisfies Parameters<typeof openNamedLake>[0]

test('asked by a dry run, as the Studio asks once for all releases, the lake answers for the release alone', async () => {
  const {as} = await openNamedLake(roles, ['planner', 'reader'], {releaseRule: () => 'no'})
  const planner = as('planner')
  await planner.releases.create({releaseId: 'r'})
  await planner.create(version('a'))
  const question = {dryRun: true}
  const asked = (client: SanityClient) => [
    () => client.releases.publish({releaseId: 'r'}, question),
    () => client.releases.schedule({releaseId: 'r', publishAt: FUTURE}, question),
    () => client.releases.archive({releaseId: 'r'}, question),
  ]
  for (const ask of asked(planner)) await ask()
  for (const ask of asked(as('reader'))) expect((await rejection(ask())).status).toBe(403)
  expect((await rejection(planner.releases.publish({releaseId: 'r'}))).status).toBe(400)
  expect(await release(planner)).toMatchObject({state: 'active'})
})

test('what the Studio asks for to revert a release leads back to the documents of before', async () => {
  const {client} = await openWithRelease()
  await client.create(version('b', {title: 'added'}))
  await client.patch('a', {set: {title: 'changed meanwhile'}}).commit()
  const {transactionId} = await client.releases.publish({releaseId: 'r'})
  const final: {id: string}[] = (await release(client))?.finalDocumentStates
  const ids = final.map(({id}) => id).join(',')
  const {documents} = await client.request({url: `/data/history/production/documents/${ids}?lastRevision=true`})
  expect(documents.map(({_id, _rev, title}: Record<string, string>) => [_id, _rev, title])).toEqual([
    ['versions.r.a', transactionId, 'new'],
    ['versions.r.b', transactionId, 'added'],
  ])
  const log: string = await client.request({
    url: `/data/history/production/transactions/a?toTransaction=${transactionId}&reverse=true&effectFormat=mendoza`,
  })
  const before = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .find(({id}) => id !== transactionId)
  const {documents: earlier} = await client.request({
    url: `/data/history/production/documents/a?revision=${before.id}`,
  })
  expect(earlier).toMatchObject([{_id: 'a', title: 'changed meanwhile'}])
  await client.releases.create({releaseId: 'back'})
  const bring = (id: string, document: object) => ({
    actionType: 'sanity.action.document.version.create',
    publishedId: id,
    document: {...document, _id: `versions.back.${id}`},
  })
  await client.action([bring('a', earlier[0]), bring('b', {...documents[1], _system: {delete: true}})] as Action[])
  await client.releases.publish({releaseId: 'back'})
  expect(await client.getDocument('a')).toMatchObject({title: 'changed meanwhile'})
  expect(await client.getDocument('b')).toBeUndefined()
})

test('an imported release whose time has passed waits for somebody to look at it, and the log says so', async () => {
  const folder = await newFolder()
  const overdue = {_id: '_.releases.old', _type: 'system.release', name: 'old', state: 'scheduled'}
  const lines = [
    {...overdue, publishAt: '2020-01-01T00:00:00Z', userId: 'local-editor', metadata: {releaseType: 'scheduled'}},
    {...overdue, _id: '_.releases.next', name: 'next', publishAt: FUTURE, userId: 'local-editor'},
    {...overdue, _id: '_.releases.done', name: 'done', state: 'published', publishAt: '2020-01-01T00:00:00Z'},
    {_id: 'versions.old.a', _type: 'page', title: 'planned'},
  ]
  await writeFile(join(folder, 'data.ndjson'), lines.map((line) => JSON.stringify(line)).join('\n'))
  const log: string[] = []
  const prepare = {
    reason: 'import',
    run: async (lake: Parameters<typeof importDataset>[0]) => {
      await importDataset(lake, folder, {mode: 'replace'})
    },
  }
  const lake = await openTestLake({log: (line) => log.push(line), prepare})
  expect(lake.documents.get('_.releases.old')).toMatchObject({state: 'active', metadata: {releaseType: 'scheduled'}})
  expect(lake.documents.get('_.releases.old')).not.toHaveProperty('publishAt')
  expect(lake.documents.get('_.releases.next')).toMatchObject({state: 'scheduled'})
  expect(lake.documents.get('_.releases.done')).toMatchObject({state: 'published'})
  expect(lake.documents.get('a')).toBeUndefined()
  expect(log.filter((line) => line.includes('imported as active'))).toEqual([expect.stringContaining('release=old')])
})

test('a deletion by a query that meets a release says how to leave it out, and then works', async () => {
  const {client} = await openWithRelease()
  const {status, description} = await rejection(client.delete({query: '*[true]'}))
  expect(status).toBe(400)
  const [condition] = /!\(_id in path\("[^"]+"\)\)/.exec(description) ?? []
  await client.delete({query: `*[${condition}]`})
  expect(await client.fetch('*[]._id')).toEqual(['_.releases.r'])
  await client.create(version('a'))
  await client.releases.schedule({releaseId: 'r', publishAt: FUTURE})
  expect((await rejection(client.delete('versions.r.a'))).description).toContain('unschedule it first')
})

test('readers see all documents of a release change at the same moment', async () => {
  const {client, lake} = await openWithRelease()
  const author = {id: 'x', name: 'x', rights: 'write'} as const
  for (let n = 0; n < 500; n += 1) {
    const page = {_id: `p${n}`, _type: 'page', title: 'old'}
    lake.commit({mutations: [{create: page}, {create: {...page, _id: `versions.r.p${n}`, title: 'new'}}], author})
  }
  const seen = new Set<string>()
  const read = async () => {
    const titles: string[] = await client.fetch(
      'array::unique(*[_type == "page"].title)',
      {},
      {perspective: 'published'},
    )
    seen.add(titles.join('+'))
  }
  await read()
  await client.releases.schedule({releaseId: 'r', publishAt: new Date(Date.now() + 300).toISOString()})
  while ((await release(client))?.state !== 'published') await Promise.all([read(), read(), read()])
  await read()
  expect([...seen]).toEqual(['old', 'new'])
})
