import {once} from 'node:events'
import {connect} from 'node:net'
import {type Auth, ChannelError, type MutationEvent, type SanityClient} from '@sanity/client'
import {applyPatch} from 'mendoza'
import {BehaviorSubject} from 'rxjs'
import {describe, expect, onTestFinished, test, vi} from 'vitest'
import {openRelay} from '../testing/openRelay.ts'
import {clientOf, newFolder, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {readEventStream} from '../testing/readEventStream.ts'
import {type Recording, recordEvents} from '../testing/recordEvents.ts'

type Listened = {type: string} & Omit<Partial<MutationEvent>, 'type'>

const EVENTS = ['welcome', 'mutation', 'reconnect'] as const

async function listenTo(client: SanityClient, query: string, options = {}, params = {}): Promise<Recording<Listened>> {
  const recording = recordEvents<Listened>(client.listen(query, params, {events: [...EVENTS], ...options}))
  await recording.first((event) => event.type === 'welcome')
  return recording
}

const mutationsOf = (recording: Recording<Listened>) => recording.events.filter((event) => event.type === 'mutation')

describe('listen', () => {
  test('welcomes first, then tells of a creation, an edit and a deletion as one chain of revisions', async () => {
    const client = clientOf(await openTestLake())
    const recording = await listenTo(client, '*[_type == "page"]', {includePreviousRevision: true})
    const created = await client.create({_id: 'a', _type: 'page', title: '试验'})
    const edited = await client.patch('a').set({title: '试验委托'}).commit()
    await client.delete('a')
    await recording.count(4)

    expect(recording.events.map((event) => event.type)).toEqual(['welcome', 'mutation', 'mutation', 'mutation'])
    const [create, edit, remove] = mutationsOf(recording)
    expect(create).toMatchObject({
      transition: 'appear',
      eventId: `${created._rev}#a`,
      documentId: 'a',
      transactionId: created._rev,
      resultRev: created._rev,
      previous: null,
      result: {title: '试验', _rev: created._rev},
      visibility: 'transaction',
      transactionTotalEvents: 1,
      transactionCurrentEvent: 0,
    })
    expect(create).not.toHaveProperty('previousRev')
    expect(create?.mutations).toEqual([{create: created}])
    expect(edit).toMatchObject({transition: 'update', previousRev: created._rev, resultRev: edited._rev})
    expect(edit?.previous).toEqual(created)
    expect(edit?.mutations).toEqual([{patch: {id: 'a', set: {title: '试验委托'}}}])
    expect(remove).toMatchObject({transition: 'disappear', previousRev: edited._rev, previous: {title: '试验委托'}})
    expect(remove).not.toHaveProperty('result')
  })

  test('two listeners each hear of what enters, stays in and leaves their own filter', async () => {
    const client = clientOf(await openTestLake())
    const chinese = await listenTo(
      client,
      '*[language == $language]{title} | order(title) [5...10]',
      {},
      {language: 'zh'},
    )
    const english = await listenTo(client, '*[language == "en"]')
    await client.create({_id: 'a', _type: 'page', language: 'zh'})
    await client.patch('a').set({title: '一'}).commit()
    await client.patch('a').set({language: 'en'}).commit()
    await client.delete('a')
    await Promise.all([chinese.count(4), english.count(3)])
    expect(mutationsOf(chinese).map((event) => event.transition)).toEqual(['appear', 'update', 'disappear'])
    expect(mutationsOf(english).map((event) => event.transition)).toEqual(['appear', 'disappear'])
  })

  test('counts only the documents that the listener follows', async () => {
    const client = clientOf(await openTestLake())
    const [two, all] = await Promise.all([listenTo(client, '*[_id in ["a", "c"]]'), listenTo(client, '*')])
    const documents = ['a', 'b', 'c'].map((_id) => ({_id, _type: 'page'}))
    await documents.reduce((transaction, document) => transaction.create(document), client.transaction()).commit()
    await Promise.all([two.count(3), all.count(4)])
    const counters = (recording: Recording<Listened>) =>
      mutationsOf(recording).map((event) => [
        event.documentId,
        event.transactionCurrentEvent,
        event.transactionTotalEvents,
      ])
    expect(counters(two)).toEqual([
      ['a', 0, 2],
      ['c', 1, 2],
    ])
    expect(counters(all)).toEqual([
      ['a', 0, 3],
      ['b', 1, 3],
      ['c', 2, 3],
    ])
  })

  test('keeps the order of commits when many edits arrive at once', async () => {
    const client = clientOf(await openTestLake())
    const first = await client.create({_id: 'a', _type: 'page', count: 0})
    const recordings = await Promise.all([listenTo(client, '*'), listenTo(client, '*[_type == "page"]')])
    await Promise.all(Array.from({length: 40}, () => client.patch('a').inc({count: 1}).commit()))
    for (const recording of recordings) {
      await recording.count(41)
      let revision: string | undefined = first._rev
      for (const [index, event] of mutationsOf(recording).entries()) {
        expect(event.previousRev).toBe(revision)
        expect(event.result).toMatchObject({count: index + 1})
        revision = event.resultRev
      }
    }
  })

  test('tells of an edit that changes nothing, for which the Studio waits', async () => {
    const client = clientOf(await openTestLake())
    const created = await client.create({_id: 'drafts.a', _type: 'page'})
    const recording = await listenTo(client, '*', {includeAllVersions: true, effectFormat: 'mendoza'})
    await client.patch('drafts.a').unset(['_empty_action_guard_pseudo_field_']).commit({transactionId: 'typed'})
    const event = await recording.first(({transactionId}) => transactionId === 'typed')
    expect(event).toMatchObject({transition: 'update', previousRev: created._rev, resultRev: 'typed'})
  })

  test('effects lead from one state to the next and back, both without _rev', async () => {
    const client = clientOf(await openTestLake())
    const withoutRev = ({_rev, ...document}: Record<string, unknown>) => document
    const created = await client.create({_id: 'a', _type: 'page', title: '试验室管理系统', steps: [{_key: 'x', n: 1}]})
    const recording = await listenTo(client, '*', {
      effectFormat: 'mendoza',
      includeMutations: false,
      visibility: 'query',
    })
    const edited = await client
      .patch('a')
      .set({title: '试验室资质管理系统', 'steps[_key=="x"].n': 2})
      .insert('after', 'steps[-1]', [{_key: 'y', n: 3}])
      .commit()
    const [event] = (await recording.count(2)).slice(1)
    expect(event).not.toHaveProperty('mutations')
    expect(event?.visibility).toBe('query')
    expect(applyPatch(withoutRev(created), event?.effects?.apply ?? [])).toEqual(withoutRev(edited))
    expect(applyPatch(withoutRev(edited), event?.effects?.revert ?? [])).toEqual(withoutRev(created))
  })

  test('an anonymous listener hears only of published documents with undotted ids, whatever it asks for', async () => {
    const lake = await openTestLake()
    const visitor = await listenTo(clientOf(lake, {token: null}), '*', {includeAllVersions: true})
    const client = clientOf(lake)
    await client
      .transaction()
      .create({_id: 'drafts.a', _type: 'page'})
      .create({_id: 'secret.a', _type: 'page'})
      .create({_id: 'a', _type: 'page'})
      .commit()
    await visitor.count(2)
    expect(mutationsOf(visitor)).toMatchObject([{documentId: 'a', transactionTotalEvents: 1}])
  })

  test('drafts are left out from API version 2025-02-19 on, unless they are asked for', async () => {
    const lake = await openTestLake()
    const client = clientOf(lake, {token: TEST_TOKENS.read})
    const recordings = await Promise.all([
      listenTo(client, '*'),
      listenTo(clientOf(lake, {apiVersion: '2024-01-01'}), '*'),
      listenTo(client, '*', {includeAllVersions: true}),
    ])
    const documents = ['versions.r1.a', 'drafts.a', 'a'].map((_id) => ({_id, _type: 'page'}))
    await documents
      .reduce((transaction, document) => transaction.create(document), clientOf(lake).transaction())
      .commit()
    await Promise.all(recordings.map((recording, index) => recording.count(index + 2)))
    expect(recordings.map((recording) => mutationsOf(recording).map((event) => event.documentId))).toEqual([
      ['a'],
      ['drafts.a', 'a'],
      ['versions.r1.a', 'drafts.a', 'a'],
    ])
  })

  test('a query that does not parse fails the listener with the reason', async () => {
    const client = clientOf(await openTestLake())
    for (const query of ['*[_type == ', '{"a": 1}']) {
      const failure = recordEvents(client.listen(query)).count(1)
      await expect(failure).rejects.toBeInstanceOf(ChannelError)
    }
  })

  test('a listener that comes back is told what it has missed, or to start anew', async () => {
    const lake = await openTestLake()
    const client = clientOf(lake)
    const url = new URL('/v2025-02-19/data/listen/production?query=*&enableResume=true', lake.url)
    const stream = await readEventStream(url)
    const welcome = await stream.next()
    expect(welcome).toMatchObject({event: 'welcome', data: {listenerName: expect.any(String)}})
    await client.create({_id: 'a', _type: 'page'})
    const mutation = await stream.next()
    stream.close()

    const resume = (id?: string) => readEventStream(url, {'last-event-id': id ?? ''})
    const upToDate = await resume(mutation.id)
    expect(await upToDate.next()).toMatchObject({event: 'welcomeback', id: mutation.id})
    const behind = await resume(welcome.id)
    expect(await behind.next()).toMatchObject({event: 'welcomeback', id: welcome.id})
    expect(await behind.next()).toEqual(mutation)
    const ofAnotherRun = await resume('00000000-0')
    const reset = await ofAnotherRun.next()
    expect(reset).toMatchObject({event: 'reset'})
    expect(await (await resume(reset.id)).next()).toMatchObject({event: 'welcomeback', id: reset.id})
    url.searchParams.delete('enableResume')
    const plain = await readEventStream(url, {'last-event-id': mutation.id ?? ''})
    expect(await plain.next()).toMatchObject({event: 'welcome'})
  })

  test('a reader that stops reading is cut off, with no stack on the console, and the others go on', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => printed.mockRestore())
    const lake = await openTestLake()
    const client = clientOf(lake)
    const {hostname, port, host} = new URL(lake.url)
    const stuck = connect(Number(port), hostname).on('error', () => {})
    onTestFinished(() => void stuck.destroy())
    stuck.write(`GET /v1/data/listen/production?query=*&includeResult=true HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    await once(stuck, 'readable')
    const recording = await listenTo(client, '*', {includeResult: false, includeMutations: false})

    const text = 'x'.repeat(2 * 1024 * 1024)
    for (let index = 0; index < 20; index += 1) await client.create({_id: `a${index}`, _type: 'page', text})
    await recording.count(21)

    let received = 0
    stuck.on('data', (piece) => {
      received += piece.length
    })
    await once(stuck, 'close')
    expect(received).toBeLessThan(2 * 20 * text.length)
    expect(printed).not.toHaveBeenCalled()
  })

  test('a filter that asks who listens is one for each listener', async () => {
    const lake = await openTestLake()
    const writer = clientOf(lake)
    const clients = [writer, clientOf(lake, {token: TEST_TOKENS.read})]
    const recordings = await Promise.all(clients.map((client) => listenTo(client, '*[owner == identity()]')))
    for (const [n, owner] of ['read-token', 'write-token', 'nobody', 'read-token', 'write-token'].entries())
      await writer.create({_id: `page-${n}`, _type: 'page', owner})
    const heard = recordings.map(async (recording) => {
      await recording.count(3)
      return mutationsOf(recording).map(({documentId}) => documentId)
    })
    expect(await Promise.all(heard)).toEqual([
      ['page-1', 'page-4'],
      ['page-0', 'page-3'],
    ])
  })

  test.each([
    [{effectFormat: 'Mendoza'}, '"effectFormat" has to be mendoza, not "Mendoza"'],
    [{visibility: 'sync'}, '"visibility" has to be query or transaction, not "sync"'],
  ])('a form of events that the lake does not have is refused: %j', async (options, message) => {
    const client = clientOf(await openTestLake())
    await expect(listenTo(client, '*', options)).rejects.toThrow(message)
  })

  test('a form of effects that the history does not have is refused', async () => {
    const client = clientOf(await openTestLake())
    const url = '/data/history/production/transactions/a'
    await expect(client.request({url, query: {effectFormat: 'Mendoza'}})).rejects.toThrow(
      '"effectFormat" has to be mendoza, not "Mendoza"',
    )
  })

  test('a client reconnects by itself when the lake has been restarted', async () => {
    const dir = await newFolder()
    const lake = await openTestLake({dir})
    const relay = await openRelay(lake.url)
    const client = clientOf(relay)
    const recording = await listenTo(client, '*')
    await lake.close()
    await recording.first((event) => event.type === 'reconnect')
    relay.leadTo((await openTestLake({dir})).url)
    await recording.first((event) => event.type === 'welcome' && recording.events.indexOf(event) > 0)
    await client.create({_id: 'a', _type: 'page'})
    expect(await recording.first((event) => event.type === 'mutation')).toMatchObject({documentId: 'a'})
  })

  test('goes on as whoever the client becomes, with what they may read of what was missed', async () => {
    const lake = await openTestLake()
    const editor = clientOf(lake)
    const auth = new BehaviorSubject<Promise<Auth>>(Promise.resolve({token: TEST_TOKENS.read}))
    const client = clientOf(lake, {token: null}).withConfig({auth})
    const events = ['welcome', 'welcomeback', 'mutation', 'reset', 'reconnect'] as const
    const heard = recordEvents<Listened>(
      client.listen('*', {}, {events: [...events], enableResume: true, includeAllVersions: true}),
    )
    await heard.first(({type}) => type === 'welcome')
    const change = async (name: string) => {
      for (const _id of [`drafts.${name}`, name]) await editor.create({_id, _type: 'page'})
    }
    const greetings = () => heard.events.filter(({type}) => type === 'welcomeback').length

    await change('reading')
    await heard.first(({documentId}) => documentId === 'reading')
    // A renewal holds the connection up until it has settled.
    const renewal = Promise.withResolvers<Auth>()
    auth.next(renewal.promise)
    await change('renewing')
    renewal.resolve({token: TEST_TOKENS.write})
    await expect.poll(greetings).toBe(1)
    auth.next(Promise.resolve(undefined))
    await expect.poll(greetings).toBe(2)
    await change('anonymous')
    await heard.first(({documentId}) => documentId === 'anonymous')
    expect(mutationsOf(heard).map(({documentId}) => documentId)).toEqual([
      ...['drafts.reading', 'reading', 'drafts.renewing', 'renewing'],
      'anonymous',
    ])
    auth.next(Promise.resolve({token: 'expired'}))
    await expect(heard.count(100)).rejects.toMatchObject({status: 401})
  })
})
