import {isValidSignature} from '@sanity/webhook'
import {describe, expect, it, test} from 'vitest'
import {openReceiver, type Receiver} from '../testing/openReceiver.ts'
import {clientOf, newFolder, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import type {WebhookConfig} from '../types.ts'

const SECRET = 'webhook-secret'
const ALL: WebhookConfig['on'] = ['create', 'update', 'delete']

function webhook({url}: Pick<Receiver, 'url'>, options: Partial<WebhookConfig> = {}): WebhookConfig {
  return {name: 'site', url, secret: SECRET, on: ALL, projection: '{_id, "op": delta::operation()}', ...options}
}

async function open(options: Partial<WebhookConfig> = {}) {
  const receiver = await openReceiver()
  const lake = await openTestLake({webhooks: [webhook(receiver, options)]})
  return {receiver, lake, client: clientOf(lake)}
}

describe('a delivery', () => {
  it('is signed and labelled as hosted Sanity does it', async () => {
    const {receiver, client} = await open()
    const {transactionId} = await client.mutate([{create: {_id: 'page-home', _type: 'page'}}], {
      returnFirst: false,
      returnDocuments: false,
    })
    const [call] = await receiver.count(1)
    const header = String(call?.headers['sanity-webhook-signature'])
    expect(await isValidSignature(call?.text ?? '', header, SECRET)).toBe(true)
    expect(await isValidSignature(call?.text ?? '', header, 'another')).toBe(false)
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': expect.any(String),
      'sanity-dataset': 'production',
      'sanity-document-id': 'page-home',
      'sanity-operation': 'create',
      'sanity-project-id': 'local',
      'sanity-transaction-id': transactionId,
      'sanity-transaction-time': expect.stringMatching(/^\d{4}-.*Z$/),
      'sanity-webhook-id': 'site',
    })
    expect(call?.body).toEqual({_id: 'page-home', op: 'create'})
  })

  it('holds the whole document when there is no projection, and what was deleted', async () => {
    const {receiver, client} = await open({projection: ''})
    await client.create({_id: 'a', _type: 'page', title: 'A'})
    await client.delete('a')
    const [created, deleted] = await receiver.count(2)
    expect(created?.body).toMatchObject({_id: 'a', title: 'A', _rev: expect.any(String)})
    expect(deleted?.body).toMatchObject({_id: 'a', title: 'A'})
    expect(deleted?.headers['sanity-operation']).toBe('delete')
  })

  it('comes in commit order, one at a time', async () => {
    const {receiver, client} = await open({projection: '{_id, n}'})
    await client.create({_id: 'a', _type: 'page', n: 0})
    for (let n = 1; n <= 5; n += 1) await client.patch('a').set({n}).commit()
    await client.transaction([{create: {_id: 'b', _type: 'page'}}, {create: {_id: 'c', _type: 'page'}}]).commit()
    const calls = await receiver.count(8)
    expect(calls.map(({body}) => body)).toEqual([
      ...[0, 1, 2, 3, 4, 5].map((n) => ({_id: 'a', n})),
      {_id: 'b', n: null},
      {_id: 'c', n: null},
    ])
  })

  it('is repeated until it is acknowledged, and holds back what follows', async () => {
    const {receiver, client} = await open()
    receiver.answer(500, 404, 302)
    await client.create({_id: 'a', _type: 'page'})
    await client.create({_id: 'b', _type: 'page'})
    const calls = await receiver.count(5)
    expect(calls.map(({headers}) => headers['sanity-document-id'])).toEqual(['a', 'a', 'a', 'a', 'b'])
    const keys = new Set(calls.map(({headers}) => headers['idempotency-key']))
    expect(keys.size).toBe(2)
  })

  it('survives a restart', async () => {
    const dir = await newFolder()
    const target = {url: 'http://127.0.0.1:1/nobody-listens'}
    const first = await openTestLake({dir, webhooks: [webhook(target)]})
    await clientOf(first).create({_id: 'a', _type: 'page'})
    await first.close()
    const receiver = await openReceiver()
    await openTestLake({dir, webhooks: [webhook(receiver)]})
    const [call] = await receiver.count(1)
    expect(call?.body).toEqual({_id: 'a', op: 'create'})
  })
})

test('what waits for a webhook that is configured no more is dropped, and the log says so', async () => {
  const dir = await newFolder()
  const target = webhook({url: 'http://127.0.0.1:1/nobody-listens'})
  const first = await openTestLake({dir, webhooks: [target, {...target, name: 'kept'}]})
  await clientOf(first).create({_id: 'a', _type: 'page'})
  await first.close()
  const lines: string[] = []
  const lake = await openTestLake({dir, webhooks: [{...target, name: 'kept'}], log: (line) => lines.push(line)})
  const headers = {authorization: `Bearer ${TEST_TOKENS.admin}`}
  expect(await (await fetch(`${lake.url}/health`, {headers})).json()).toMatchObject({webhookBacklog: 1})
  expect(lines.join('\n')).toContain('1 delivery to webhook "site", which is configured no more, is dropped')
})

test('what was committed before the disk was full is delivered at once, and nothing twice', async () => {
  const unnoted = Promise.withResolvers<string>()
  const over = Promise.withResolvers<string>()
  const receiver = await openReceiver()
  const log = (line: string) => {
    if (line.includes('has taken all, but that cannot be noted')) unnoted.resolve(line)
    if (line.includes('works again')) over.resolve(line)
  }
  const lake = await openTestLake({webhooks: [webhook(receiver)], log})
  const stop = lake.onTransaction(() => lake.database.exec('PRAGMA query_only = ON'))
  const documents = ['a', 'b', 'c'].map((_id) => ({create: {_id, _type: 'page'}}))
  await clientOf(lake).transaction(documents).commit()
  await receiver.count(3)
  await unnoted.promise
  const headers = {authorization: `Bearer ${TEST_TOKENS.admin}`}
  expect(await (await fetch(`${lake.url}/health`, {headers})).json()).toMatchObject({webhookBacklog: 0})
  expect(lake.pendingDeliveries()).toEqual([])
  stop()
  lake.database.exec('PRAGMA query_only = OFF')
  await over.promise
  expect(lake.database.prepare('SELECT * FROM webhook_deliveries').all()).toEqual([])
  await clientOf(lake).create({_id: 'd', _type: 'page'})
  const calls = await receiver.count(4)
  expect(calls.map(({headers}) => headers['sanity-document-id'])).toEqual(['a', 'b', 'c', 'd'])
})

describe('a webhook', () => {
  it('hears of published documents only, unless it asks for drafts', async () => {
    const quiet = await open()
    const eager = await open({includeDrafts: true})
    for (const {client} of [quiet, eager]) {
      await client.create({_id: 'drafts.a', _type: 'page'})
      await client.create({_id: 'versions.r1.a', _type: 'page'})
      await client.action({actionType: 'sanity.action.document.publish', draftId: 'drafts.a', publishedId: 'a'})
      await client.action({actionType: 'sanity.action.document.unpublish', draftId: 'drafts.a', publishedId: 'a'})
      await client.create({_id: 'last', _type: 'page'})
    }
    const published = await quiet.receiver.count(3)
    expect(published.map(({body}) => body)).toEqual([
      {_id: 'a', op: 'create'},
      {_id: 'a', op: 'delete'},
      {_id: 'last', op: 'create'},
    ])
    const all = await eager.receiver.count(6)
    expect(all.map(({headers}) => headers['sanity-document-id'])).toContain('drafts.a')
    expect(all.map(({headers}) => headers['sanity-document-id'])).not.toContain('versions.r1.a')
  })

  it('hears of nothing that its filter leaves out', async () => {
    const {receiver, client} = await open({
      filter: '_type == "page" && (before() == null || delta::changedAny(title))',
      projection: '{_id, title, "old": before().title, "author": author->name}',
    })
    await client.create({_id: 'ann', _type: 'person', name: 'Ann'})
    await client.create({_id: 'a', _type: 'page', title: '1', author: {_type: 'reference', _ref: 'ann'}})
    await client.patch('a').set({other: 1}).commit()
    await client.patch('a').set({title: '2'}).commit()
    const calls = await receiver.count(2)
    expect(calls.map(({body}) => body)).toEqual([
      {_id: 'a', title: '1', old: null, author: 'Ann'},
      {_id: 'a', title: '2', old: '1', author: 'Ann'},
    ])
  })

  it('hears only of the operations that it is on', async () => {
    const {receiver, client} = await open({on: ['delete']})
    await client.create({_id: 'a', _type: 'page'})
    await client.patch('a').set({n: 1}).commit()
    await client.delete('a')
    const [call] = await receiver.count(1)
    expect(call?.body).toEqual({_id: 'a', op: 'delete'})
  })

  it('skips a change that its projection cannot handle, and goes on', async () => {
    const lines: string[] = []
    const receiver = await openReceiver()
    const projection = 'select(_id == "bad" => {"x": geo::distance(1, 2)}, {_id})'
    const lake = await openTestLake({webhooks: [webhook(receiver, {projection})], log: (line) => lines.push(line)})
    await clientOf(lake).create({_id: 'bad', _type: 'page'})
    await clientOf(lake).create({_id: 'good', _type: 'page'})
    const [call] = await receiver.count(1)
    expect(call?.body).toEqual({_id: 'good'})
  })

  it('skips a change that its filter takes too long for, and goes on', async () => {
    const lines: string[] = []
    const receiver = await openReceiver()
    const filter = 'count(items[count(^.items[@ >= 0]) > 0]) != 1'
    const lake = await openTestLake({webhooks: [webhook(receiver, {filter})], log: (line) => lines.push(line)})
    const client = clientOf(lake)
    await client.create({_id: 'slow', _type: 'page', items: Array.from({length: 5000}, (_, index) => index)})
    await client.create({_id: 'quick', _type: 'page', items: []})
    const [call] = await receiver.count(1)
    expect(call?.body).toEqual({_id: 'quick', op: 'create'})
    expect(lines.join('\n')).toContain('skips a change')
  })

  it('says why it cannot be sent to an address', async () => {
    const line = Promise.withResolvers<string>()
    const url = 'http://127.0.0.1:6000/a-port-that-fetch-refuses'
    const lake = await openTestLake({webhooks: [webhook({url})], log: line.resolve})
    await clientOf(lake).create({_id: 'a', _type: 'page'})
    expect(await line.promise).toContain('Webhook "site" could not be reached (bad port)')
  })

  it('keeps its secret out of the log', async () => {
    const lines: string[] = []
    const receiver = await openReceiver()
    receiver.answer(500)
    const lake = await openTestLake({webhooks: [webhook(receiver)], log: (line) => lines.push(line)})
    await clientOf(lake).create({_id: 'a', _type: 'page'})
    await receiver.count(2)
    expect(lines.join('\n')).toContain('answered 500')
    expect(lines.join('\n')).not.toContain(SECRET)
  })

  it.each([
    [{filter: '_type =='}, 'The filter of webhook "site" is not valid GROQ'],
    [{url: 'ftp://x'}, 'needs an http or https URL'],
    [{url: 'http://user:word@127.0.0.1/'}, 'user name or password in its URL'],
    [{secret: ''}, 'needs a secret'],
    [{on: []}, 'is on nothing'],
  ])('that is misconfigured stops the start: %j', async (options, message) => {
    const receiver = await openReceiver()
    await expect(openTestLake({webhooks: [webhook(receiver, options)]})).rejects.toThrow(message)
  })
})
