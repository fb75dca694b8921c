import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {describe, expect, test} from 'vitest'
import {createWaiting} from '../testing/createWaiting.ts'
import {expectWholeHistory} from '../testing/expectWholeHistory.ts'
import {openReceiver} from '../testing/openReceiver.ts'
import {openRelay} from '../testing/openRelay.ts'
import {clientOf, newFolder, TEST_TOKENS} from '../testing/openTestLake.ts'
import {randomness} from '../testing/randomness.ts'
import {readEventStream} from '../testing/readEventStream.ts'
import {type SpawnedLake, spawnLake} from '../testing/spawnLake.ts'
import type {LakeDocument} from '../types.ts'

const headers = {authorization: `Bearer ${TEST_TOKENS.write}`}

interface ReceivedMutation {
  documentId: string
  previousRev?: string
  resultRev: string
  result?: LakeDocument
}

const isMutation = (data: unknown): data is ReceivedMutation =>
  typeof data === 'object' && data !== null && 'resultRev' in data

interface Mirror {
  documents: Map<string, LakeDocument>
  /** Listens until the connection ends: fetches everything when it is greeted, then follows the events. */
  follow(): Promise<void>
  /** Settles once a document with this id has been heard of. */
  hearOf(id: string): Promise<void>
}

/** Syncs like the Studio, and expects that no event is missing or out of order. */
function mirrorLake(url: string): Mirror {
  const documents = new Map<string, LakeDocument>()
  const {check, until} = createWaiting()
  /** Documents of which an event has come since they were fetched. */
  const following = new Set<string>()

  function hear({documentId, previousRev, resultRev, result}: ReceivedMutation): void {
    const known = documents.get(documentId)?._rev
    // A fetched state may already contain a later event.
    if (known !== previousRev && !following.has(documentId)) return
    expect([documentId, previousRev]).toEqual([documentId, known])
    expect(result?._rev).toBe(resultRev)
    following.add(documentId)
    if (result) documents.set(documentId, result)
    check()
  }

  async function fetchAll(): Promise<void> {
    const answer = await fetch(`${url}/v2025-02-19/data/export/production`, {headers})
    const lines = (await answer.text()).split('\n').filter(Boolean)
    documents.clear()
    following.clear()
    for (const document of lines.map((line): LakeDocument => JSON.parse(line))) documents.set(document._id, document)
  }

  return {
    documents,
    async follow() {
      const query = encodeURIComponent('*')
      const address = `${url}/v2025-02-19/data/listen/production?query=${query}&includeResult=true&includeMutations=false`
      const stream = await readEventStream(address, headers)
      for (;;) {
        const {event, data} = await stream.next()
        if (event === 'welcome') await fetchAll()
        else if (isMutation(data)) hear(data)
      }
    },
    hearOf: (id) => until(() => documents.has(id) || undefined).then(() => {}),
  }
}

const WRITERS = 10
const PER_WRITER = 50
const KILLS = 6

const idOf = (writer: number, count: number) => `${writer}-${count}`
const webhookTo = (url: string) => ({
  name: 'site',
  url,
  secret: 's',
  on: ['create' as const],
  filter: '_type == "left"',
  projection: '{_id}',
})

/** Opens the file as it was left, which is what a restart begins with. */
function inspect<Result>(dir: string, use: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(dir, 'lake.db'))
  try {
    return use(database)
  } finally {
    database.close()
  }
}

/**
 * Ten writers with fifty transactions each. A transaction writes a pair of documents, and counts itself in a document
 * of its writer and in one of all, so that half of one, or one that was applied twice, would show.
 */
function startWriting(url: string, written: number[], onAnswer: (id: string) => void): Promise<unknown> {
  const client = clientOf({url}).withConfig({maxRetries: 0})
  async function write(writer: number): Promise<void> {
    for (let count = written[writer] ?? 0; count < PER_WRITER; count += 1) {
      const id = idOf(writer, count)
      await client
        .transaction()
        .create({_id: `left-${id}`, _type: 'left', text: '内容'.repeat(500)})
        .create({_id: `right-${id}`, _type: 'right', twin: {_type: 'reference', _ref: `left-${id}`}})
        .createIfNotExists({_id: `writer-${writer}`, _type: 'writer', count: 0})
        .patch(`writer-${writer}`, (patch) => patch.inc({count: 1}))
        .createIfNotExists({_id: 'all', _type: 'writer', count: 0})
        .patch('all', (patch) => patch.inc({count: 1}))
        .commit({transactionId: id})
      written[writer] = count + 1
      onAnswer(id)
    }
  }
  return Promise.allSettled(written.map((_, writer) => write(writer)))
}

describe('a lake that is killed', () => {
  test.each([20261121])(
    'again and again while ten writers work has kept all that it acknowledged (seed %i)',
    async (seed) => {
      const random = randomness(seed)
      const dir = await newFolder()
      const relay = await openRelay()
      const receiver = await openReceiver()
      const mirror = mirrorLake(relay.url)
      const written = Array.from({length: WRITERS}, () => 0)
      const acknowledged = new Set<string>()

      async function start(): Promise<{lake: SpawnedLake; following: Promise<unknown>}> {
        const lake = await spawnLake(dir, {webhooks: [webhookTo(receiver.url)]})
        relay.leadTo(lake.url)
        // Ends with the lake; an expectation that it did not meet is more than that.
        const following = mirror.follow().catch((error) => {
          if (error instanceof Error && error.name === 'AssertionError') throw error
        })
        return {lake, following}
      }

      for (let kill = 0; kill < KILLS; kill += 1) {
        const {lake, following} = await start()
        let answers = 1 + random.below(70)
        let killed: Promise<void> | undefined
        const killSoon = (turns: number): void => {
          if (turns > 0) setImmediate(killSoon, turns - 1)
          else killed ??= lake.kill()
        }
        await startWriting(relay.url, written, (id) => {
          acknowledged.add(id)
          answers -= 1
          if (answers === 0) killSoon(random.below(20))
        })
        await killed
        await following
        const stored = inspect(dir, expectWholeHistory)
        for (const id of acknowledged) expect(stored.has(id)).toBe(true)
        for (const [id, documents] of stored) {
          const [writer] = id.split('-')
          expect(documents).toEqual(['all', `left-${id}`, `right-${id}`, `writer-${writer}`])
        }
      }

      // Resend unacknowledged writes, applied or not.
      const {lake, following} = await start()
      const results = await startWriting(relay.url, written, (id) => acknowledged.add(id))
      expect(results).toEqual(written.map(() => ({status: 'fulfilled', value: undefined})))
      expect(acknowledged.size).toBe(WRITERS * PER_WRITER)
      const client = clientOf(lake)
      await client.create({_id: 'end', _type: 'left'})
      await mirror.hearOf('end')
      await receiver.callAbout('end')
      const present = await client.getDocuments([...mirror.documents.keys()])
      expect(present).toEqual([...mirror.documents.values()])
      expect(mirror.documents.size).toBe(2 * WRITERS * PER_WRITER + WRITERS + 2)
      expect(mirror.documents.get('all')?.count).toBe(WRITERS * PER_WRITER)
      for (let writer = 0; writer < WRITERS; writer += 1) {
        expect(mirror.documents.get(`writer-${writer}`)?.count).toBe(PER_WRITER)
      }

      await lake.kill()
      await following
      const order = [...inspect(dir, expectWholeHistory).keys()].map((id) => `left-${id}`)
      const called = new Set(receiver.calls.map(({headers}) => headers['sanity-document-id']))
      expect([...called]).toEqual([...order.slice(0, -1), 'end'])
      expect(
        inspect(dir, (database) => database.prepare('SELECT * FROM webhook_deliveries').all()).length,
      ).toBeLessThan(2)
    },
    240_000,
  )

  test('between a commit and its webhook calls the webhook after the restart', async () => {
    const dir = await newFolder()
    const receiver = await openReceiver()
    receiver.answer('never')
    const lake = await spawnLake(dir, {webhooks: [webhookTo(receiver.url)]})
    const left = {_id: 'left-1', _type: 'left'}
    await clientOf(lake).create(left)
    await receiver.count(1)
    await lake.kill()
    await spawnLake(dir, {webhooks: [webhookTo(receiver.url)]})
    const [first, second] = await receiver.count(2)
    expect(second?.body).toEqual({_id: 'left-1'})
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  })
})
