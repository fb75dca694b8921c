import type {SanityClient} from '@sanity/client'
import {applyPatch} from 'mendoza'
import {describe, expect, test} from 'vitest'
import {clientOf, openTestLake} from '../testing/openTestLake.ts'
import type {LakeDocument} from '../types.ts'
import type {DocumentEvent} from './documentEvents.ts'
import type {TransactionLogEntry} from './transactionLog.ts'

const ids = {publishedId: 'a', draftId: 'drafts.a'}

async function transactions(client: SanityClient, id: string, query: Record<string, string> = {}) {
  const text: string = await client.request({
    url: `/data/history/production/transactions/${id}`,
    query: {effectFormat: 'mendoza', includeIdentifiedDocumentsOnly: 'true', ...query},
  })
  const lines = String(text).split('\n').filter(Boolean)
  return lines.map((line): TransactionLogEntry => JSON.parse(line))
}

async function documentsOf(client: SanityClient, id: string, query: Record<string, string>): Promise<LakeDocument[]> {
  const {documents} = await client.request<{documents: LakeDocument[]}>({
    url: `/data/history/production/documents/${id}`,
    query,
  })
  return documents
}

async function eventsOf(client: SanityClient, id: string, query: Record<string, string> = {}) {
  return client.request<{events: Record<string, DocumentEvent[]>; nextCursor: string}>({
    url: `/data/history/production/events/documents/${id}`,
    query,
  })
}

/** create → edit → publish → edit → unpublish, as the Studio does it; the revisions by name. */
async function liveALife(client: SanityClient) {
  const draft = {_id: 'drafts.a', _type: 'page', title: 'one'}
  const [created] = await client.transaction().transactionId('created').create(draft).commit({returnDocuments: true})
  await client.patch('drafts.a').set({title: 'two'}).commit({transactionId: 'edited'})
  await client.action({actionType: 'sanity.action.document.publish', ...ids}, {transactionId: 'published'})
  const edit = {actionType: 'sanity.action.document.edit', ...ids, patch: {set: {title: 'three'}}} as const
  await client.action(edit, {transactionId: 'editedAgain'})
  await client.action({actionType: 'sanity.action.document.unpublish', ...ids}, {transactionId: 'unpublished'})
  return created
}

describe('history', () => {
  test('lists the events of a life, newest first, without the plain edits', async () => {
    const client = clientOf(await openTestLake())
    await liveALife(client)
    const {events, nextCursor} = await eventsOf(client, 'drafts.a')
    const version = {documentId: 'a', versionId: 'drafts.a', timestamp: expect.any(String), author: 'write-token'}
    expect(events['drafts.a']).toEqual([
      {...version, type: 'unpublishDocument', versionRevisionId: 'unpublished'},
      {...version, type: 'createDocumentVersion', versionRevisionId: 'editedAgain'},
      {
        ...version,
        type: 'publishDocumentVersion',
        revisionId: 'published',
        versionRevisionId: 'edited',
        publishCause: 'document.publish',
      },
      {...version, type: 'createDocumentVersion', versionRevisionId: 'created'},
    ])
    expect(nextCursor).toBe('')
    expect((await eventsOf(client, 'a')).events.a).toHaveLength(4)
  })

  test('events come in pages', async () => {
    const client = clientOf(await openTestLake())
    await liveALife(client)
    const first = await eventsOf(client, 'a', {limit: '3'})
    const second = await eventsOf(client, 'a', {limit: '3', nextCursor: first.nextCursor})
    const types = [...(first.events.a ?? []), ...(second.events.a ?? [])].map((event) => event.type)
    expect(types).toEqual([
      'unpublishDocument',
      'createDocumentVersion',
      'publishDocumentVersion',
      'createDocumentVersion',
    ])
    expect(second.nextCursor).toBe('')
  })

  test('discarding, deleting, and writing published documents directly are told apart', async () => {
    const client = clientOf(await openTestLake())
    await client.create({_id: 'a', _type: 'page'})
    await client.patch('a').set({title: 'live'}).commit()
    await client.action({actionType: 'sanity.action.document.edit', ...ids, patch: {set: {title: 'draft'}}})
    await client.action({actionType: 'sanity.action.document.version.discard', versionId: 'drafts.a'})
    await client.action({actionType: 'sanity.action.document.delete', publishedId: 'a', includeDrafts: ['drafts.a']})
    const {events} = await eventsOf(client, 'a')
    expect(events.a?.map((event) => event.type)).toEqual([
      'deleteDocumentGroup',
      'deleteDocumentVersion',
      'createDocumentVersion',
      'updateLiveDocument',
      'createLiveDocument',
    ])
  })

  // The Studio shows the content of a deleted document if the last event of its draft is that it was published.
  test.each([
    ['drafts.a', [], 'publishDocumentVersion'],
    ['versions.r.a', [], 'createDocumentVersion'],
    ['drafts.a', ['drafts.a'], 'deleteDocumentGroup'],
  ])(
    'the last event of %s is what happened to itself, deleted with the document or not: %j',
    async (id, includeDrafts, last) => {
      const client = clientOf(await openTestLake())
      const draft = {_id: 'drafts.a', _type: 'page'}
      await client.create(draft)
      await client.create({_id: 'versions.r.a', _type: 'page'})
      await client.action({actionType: 'sanity.action.document.publish', ...ids})
      if (includeDrafts.length > 0) await client.create(draft)
      await client.action({actionType: 'sanity.action.document.delete', publishedId: 'a', includeDrafts})
      expect((await eventsOf(client, id)).events[id]?.[0]?.type).toBe(last)
    },
  )

  test('answers with the document that a revision wrote, so that it can be restored', async () => {
    const client = clientOf(await openTestLake())
    const created = await liveALife(client)
    const [first] = await documentsOf(client, 'a,drafts.a', {revision: 'created'})
    expect(first).toEqual(created)
    if (!first) return

    await client.action({
      actionType: 'sanity.action.document.replaceDraft',
      publishedId: 'a',
      attributes: first,
    })
    expect(await client.getDocument('drafts.a')).toMatchObject({title: 'one'})
  })

  test('of several documents, the one that the revision wrote comes first', async () => {
    const client = clientOf(await openTestLake())
    await liveALife(client)
    const documents = await documentsOf(client, 'a,drafts.a', {revision: 'editedAgain'})
    expect(documents.map(({_id, title}) => [_id, title])).toEqual([
      ['drafts.a', 'three'],
      ['a', 'two'],
    ])
  })

  test('a draft that was not there at a revision is answered with the published document', async () => {
    const client = clientOf(await openTestLake())
    await liveALife(client)
    expect(await documentsOf(client, 'drafts.a', {revision: 'published'})).toMatchObject([{_id: 'a', title: 'two'}])
    expect(await documentsOf(client, 'drafts.a', {revision: 'unknown'})).toEqual([])
  })

  test('answers with documents at a time, and as they last were before they were deleted', async () => {
    const client = clientOf(await openTestLake())
    const {_createdAt} = await client.create({_id: 'a', _type: 'page', title: 'one'})
    const before = new Date(Date.parse(_createdAt) - 1).toISOString()
    await client.delete('a')
    expect(await documentsOf(client, 'a', {time: before})).toEqual([])
    expect(await documentsOf(client, 'a', {time: new Date(Date.now() + 60_000).toISOString()})).toEqual([])
    expect(await documentsOf(client, 'a,drafts.a', {lastRevision: 'true'})).toMatchObject([{_id: 'a', title: 'one'}])
    await expect(documentsOf(client, 'a', {time: 'yesterday'})).rejects.toThrow('"time" must be a point in time')
  })

  test('the transaction log replays to the present document and back to nothing', async () => {
    const client = clientOf(await openTestLake())
    await liveALife(client)
    const log = await transactions(client, 'drafts.a')
    const replayed = log.reduce((state, {effects}) => applyPatch(state, effects?.['drafts.a']?.apply ?? []), null)
    const {_rev, ...present} = (await client.getDocument('drafts.a')) ?? {_rev: ''}
    expect(replayed).toEqual(present)
    const undone = log
      .toReversed()
      .reduce((state, {effects}) => applyPatch(state, effects?.['drafts.a']?.revert ?? []), present)
    expect(undone).toBeNull()
  })

  test('the transaction log can be cut by transaction, limit and direction', async () => {
    const client = clientOf(await openTestLake())
    await liveALife(client)
    const listed = async (id: string, query: Record<string, string>) =>
      (await transactions(client, id, query)).map((entry) => entry.id)
    const all = ['created', 'edited', 'published', 'editedAgain', 'unpublished']
    expect(await listed('a,drafts.a', {fromTransaction: '', toTransaction: ''})).toEqual(all)
    expect(await listed('drafts.a', {fromTransaction: 'edited', toTransaction: 'published'})).toEqual(all.slice(1, 3))
    expect(await listed('drafts.a', {reverse: 'true', limit: '2'})).toEqual(['editedAgain', 'published'])
    expect(await listed('drafts.a', {limit: '1'})).toEqual(['created'])
    for (const limit of ['many', '0', '-1', '1.5', ''])
      await expect(listed('a', {limit})).rejects.toThrow('"limit" must be a positive whole number')
  })

  test('a transaction tells of its other documents unless only the named ones are asked for', async () => {
    const client = clientOf(await openTestLake())
    await client.transaction().create({_id: 'a', _type: 'page'}).create({_id: 'b', _type: 'page'}).commit()
    const [narrow] = await transactions(client, 'a', {excludeMutations: 'true'})
    expect(narrow?.documentIDs).toEqual(['a'])
    expect(narrow).not.toHaveProperty('mutations')
    const [wide] = await transactions(client, 'a', {includeIdentifiedDocumentsOnly: 'false', effectFormat: ''})
    expect(wide?.documentIDs).toEqual(['a', 'b'])
    expect(wide?.mutations).toHaveLength(2)
    expect(wide).not.toHaveProperty('effects')
  })

  test('is closed to anonymous visitors', async () => {
    const client = clientOf(await openTestLake(), {token: null})
    await expect(transactions(client, 'a')).rejects.toMatchObject({statusCode: 401})
    await expect(documentsOf(client, 'a', {})).rejects.toMatchObject({statusCode: 401})
    await expect(eventsOf(client, 'a')).rejects.toMatchObject({statusCode: 401})
  })
})
