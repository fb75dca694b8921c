import {StatementSync} from 'node:sqlite'
import {expect, it, onTestFinished, vi} from 'vitest'
import type {Grant} from '../roles/definitions.ts'
import {openNamedLake} from '../testing/openNamedLake.ts'
import {clientOf} from '../testing/openTestLake.ts'
import type {Publication} from './publications.ts'

const pages: Grant = {filter: '_type == "page"', permissions: ['read', 'history', 'create', 'update']}
const livePages: Grant = {filter: '_type == "page" && !(_id in path("*.**"))', permissions: ['read', 'history']}
const withoutHistory: Grant = {filter: 'defined(_id)', permissions: ['read', 'create', 'update']}

async function open() {
  const roles = [
    {name: 'author', grants: [pages]},
    {name: 'clerk', grants: [withoutHistory]},
    {name: 'reader', grants: [livePages]},
  ]
  const named = await openNamedLake(roles, ['administrator', 'author', 'clerk', 'reader'])
  const ask = async (client: ReturnType<typeof clientOf>, query = {}) =>
    client.request<{publications: Publication[]; nextCursor?: string}>({
      url: '/data/history/production/publications',
      query,
    })
  const publish = async (id: string, documentId: string, _type: string) => {
    const [draftId, publishedId] = [`drafts.${documentId}`, documentId]
    await named.as(id).createOrReplace({_id: draftId, _type})
    await named.as(id).action({actionType: 'sanity.action.document.publish', draftId, publishedId})
  }
  const lines = ({publications}: {publications: Publication[]}) =>
    publications.map(({author, kind, documentId}) => `${author} ${kind} ${documentId}`)
  return {...named, ask, publish, lines}
}

it('lists who published, changed and removed what, newest first, and no drafts or pictures', async () => {
  const {as, ask, publish, lines} = await open()
  await publish('author', 'about', 'page')
  await publish('administrator', 'about', 'page')
  await as('administrator').create({_id: 'drafts.other', _type: 'page'})
  await as('administrator').assets.upload('file', Buffer.from('text'), {filename: 'a.txt'})
  await as('administrator').delete('about')
  const all = await ask(as('administrator'))
  expect(lines(all)).toEqual(['administrator removed about', 'administrator changed about', 'author published about'])
  expect(all.publications[0]).toMatchObject({documentType: 'page', time: expect.stringMatching(/^20.*Z$/)})
})

it('filters by person and time, and goes on where a page ended, also within one transaction', async () => {
  const {as, ask, publish, lines} = await open()
  await publish('author', 'a', 'page')
  const between = (await ask(as('administrator'))).publications[0]?.time ?? ''
  const documents = ['b', 'c', 'd'].map((_id) => ({create: {_id, _type: 'page'}}))
  await as('administrator').mutate(documents)
  expect(lines(await ask(as('administrator'), {authors: 'author'}))).toEqual(['author published a'])
  expect(lines(await ask(as('administrator'), {toTime: between}))).toEqual(['author published a'])
  const first = await ask(as('administrator'), {limit: 2})
  const second = await ask(as('administrator'), {limit: 2, cursor: first.nextCursor})
  expect([...lines(first), ...lines(second)].map((line) => line.at(-1))).toEqual(['b', 'c', 'd', 'a'])
  expect(second.nextCursor).toBeUndefined()
  await expect(ask(as('administrator'), {fromTime: '+010000-01-01T00:00:00Z'})).rejects.toThrow(
    '"fromTime" must be a point in time',
  )
  await expect(ask(as('administrator'), {cursor: 'page 2'})).rejects.toThrow(
    /cursor must be one that an earlier answer gave/,
  )
})

it('shows nobody what they may not read, or whose history they may not read', async () => {
  const {as, ask, publish, lines, lake} = await open()
  await publish('administrator', 'secret', 'salary')
  await publish('author', 'about', 'page')
  expect(lines(await ask(as('author')))).toEqual(['author published about'])
  expect(lines(await ask(as('clerk')))).toEqual([])
  await expect(ask(clientOf(lake, {token: null}))).rejects.toThrow(/session|token/)
})

it('tells of drafts and versions that were published with a document only to whoever may read them', async () => {
  const {as, ask, publish} = await open()
  await publish('author', 'about', 'page')
  const admin = as('administrator')
  await admin.releases.create({releaseId: 'spring', metadata: {title: 'Spring fair'}})
  await admin.create({_id: 'versions.spring.about', _type: 'page', title: 'Spring fair'})
  await admin.releases.publish({releaseId: 'spring'})
  const causes = async (id: string) => (await ask(as(id))).publications.map(({cause}) => cause)
  expect({administrator: await causes('administrator'), author: await causes('author')}).toEqual({
    administrator: ['release', 'draft'],
    author: ['release', 'draft'],
  })
  expect(await causes('reader')).toEqual(['direct', 'direct'])
})

it('says by which release something was published, by whose order and when by itself', async () => {
  const {as, ask, publish} = await open()
  const admin = as('administrator')
  await publish('administrator', 'about', 'page')
  const fill = async (name: string, title: string, cardinality?: 'one') => {
    await admin.releases.create({releaseId: name, metadata: {title, ...(cardinality && {cardinality})}})
    await admin.create({_id: `versions.${name}.about`, _type: 'page', title})
  }
  await fill('spring', 'Spring fair')
  // Publishing the release drops a draft that says the same.
  await admin.create({_id: 'drafts.about', _type: 'page', title: 'Spring fair'})
  await admin.releases.publish({releaseId: 'spring'})
  await fill('timed', '', 'one')
  await admin.releases.schedule({releaseId: 'timed', publishAt: new Date(Date.now() + 50).toISOString()})
  await expect.poll(async () => (await admin.getDocument('_.releases.timed'))?.state).toBe('published')
  await admin.patch('about', {set: {title: 'by a program'}}).commit()
  const all = (await ask(admin)).publications
  expect(all.map(({author}) => author)).toEqual(Array(4).fill('administrator'))
  expect(all.map(({cause, release}) => [cause, release])).toEqual([
    ['direct', undefined],
    ['release', {name: 'timed', title: '', isScheduledDraft: true, isTimed: true}],
    ['release', {name: 'spring', title: 'Spring fair', isScheduledDraft: false, isTimed: false}],
    ['draft', undefined],
  ])
  const {events} = await admin.request<{events: Record<string, {type: string; releaseId?: string}[]>}>({
    url: '/data/history/production/events/documents/about',
  })
  const published = events.about?.filter(({type}) => type === 'publishDocumentVersion')
  expect(published?.map(({releaseId}) => releaseId)).toEqual(['timed', 'spring', undefined])
})

it('reads a release of many documents once, not once for each of them', async () => {
  const {as, ask} = await open()
  const admin = as('administrator')
  const COUNT = 40
  await admin.releases.create({releaseId: 'large', metadata: {title: 'Large'}})
  const transaction = admin.transaction()
  for (let n = 0; n < COUNT; n += 1) transaction.create({_id: `versions.large.p${n}`, _type: 'page'})
  await transaction.commit()
  await admin.releases.publish({releaseId: 'large'})
  const all = vi.spyOn(StatementSync.prototype, 'all')
  onTestFinished(() => all.mockRestore())
  const {publications} = await ask(admin)
  expect(publications.filter(({release}) => release?.name === 'large')).toHaveLength(COUNT)
  const rows = all.mock.results.reduce((sum, {value}) => sum + (Array.isArray(value) ? value.length : 0), 0)
  expect(rows).toBeLessThan(5 * COUNT)
})

it('counts the title of a release for each of its documents: an answer that it would make too long is refused', async () => {
  const {as, ask} = await open()
  const admin = as('administrator')
  await admin.releases.create({releaseId: 'long', metadata: {title: 'x'.repeat(4 * 1024 * 1024)}})
  const versions = Array.from({length: 20}, (_, n) => ({create: {_id: `versions.long.d${n}`, _type: 'page'}}))
  await admin.mutate(versions)
  await admin.releases.publish({releaseId: 'long'})
  await expect(ask(admin)).rejects.toThrow('too large to be read at once')
  expect((await ask(admin, {limit: 2})).publications).toHaveLength(2)
})
