import {cpSync} from 'node:fs'
import {join} from 'node:path'
import {ClientError, type SanityClient, ServerError} from '@sanity/client'
import {expect, test, vi} from 'vitest'
import type {StartedLake} from '../Lake.ts'
import {startLake} from '../startLake.ts'
import {expectWholeHistory} from '../testing/expectWholeHistory.ts'
import fc from '../testing/fastCheck.ts'
import {clientOf, newFolder, TEST_TOKENS} from '../testing/openTestLake.ts'

const RUNS = 60 * Number(process.env.FUZZ_FACTOR || 1)

const id = fc.constantFrom('a', 'b', 'c')
const count = fc.integer({min: 1, max: 9})

type Write =
  | {kind: 'create' | 'createIfNotExists' | 'createOrReplace'; id: string; count: number}
  | {kind: 'inc'; id: string; by: number}
  | {kind: 'delete'; id: string}
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({kind: fc.constantFrom('create', 'createIfNotExists', 'createOrReplace'), id, count}),
  fc.record({kind: fc.constant('inc'), id, by: count}),
  fc.record({kind: fc.constant('delete'), id}),
)

type Event =
  /** Transactions that are sent at the same time, each by a client of its own. */
  | {kind: 'commit'; transactions: Write[][]}
  | {kind: 'restart'}
  /** The process ends without warning: what it wrote is there, nothing is closed. */
  | {kind: 'crash'}
  | {kind: 'clock'; hours: number}
  | {kind: 'full' | 'space'}
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('commit'),
      transactions: fc.array(fc.array(write, {minLength: 1, maxLength: 4}), {minLength: 1, maxLength: 3}),
    }),
  },
  {weight: 1, arbitrary: fc.record({kind: fc.constantFrom('restart', 'crash')})},
  {weight: 1, arbitrary: fc.record({kind: fc.constant('clock'), hours: fc.integer({min: -48, max: 48})})},
  {weight: 1, arbitrary: fc.record({kind: fc.constantFrom('full', 'space')})},
)

/** The count of each document. */
type Model = ReadonlyMap<string, number>

/** All that is known of a content lake: what a transaction leaves, or the status of its refusal. */
function expected(before: Model, writes: readonly Write[]): Model | 404 | 409 {
  const after = new Map(before)
  for (const step of writes) {
    const stored = after.get(step.id)
    if (step.kind === 'create' && stored !== undefined) return 409
    if (step.kind === 'inc' && stored === undefined) return 404
    if (step.kind === 'delete') after.delete(step.id)
    else if (step.kind === 'inc') after.set(step.id, (stored ?? 0) + step.by)
    else if (step.kind !== 'createIfNotExists' || stored === undefined) after.set(step.id, step.count)
  }
  return after
}

const FULL = 507

/** The outcomes that concurrent transactions may have: they were applied one by one, in some order. */
function outcomes(before: Model, sent: readonly {writes: readonly Write[]; status: number}[]): Model[] {
  if (sent.length === 0) return [before]
  return sent.flatMap(({writes, status}, index) => {
    const rest = sent.toSpliced(index, 1)
    const after = expected(before, writes)
    if (status === FULL) return outcomes(before, rest)
    if (typeof after === 'number') return status === after ? outcomes(before, rest) : []
    return status === 200 ? outcomes(after, rest) : []
  })
}

async function commit(client: SanityClient, writes: readonly Write[]): Promise<number> {
  const transaction = client.transaction()
  for (const step of writes) {
    if (step.kind === 'delete') transaction.delete(step.id)
    else if (step.kind === 'inc') transaction.patch(step.id, (patch) => patch.inc({count: step.by}))
    else
      transaction[step.kind]({_id: step.id, _type: 'entry', count: step.count, text: '内容'.repeat(500 * step.count)})
  }
  try {
    await transaction.commit()
    return 200
  } catch (error) {
    if (error instanceof ClientError || error instanceof ServerError) return error.statusCode
    throw error
  }
}

const open = (dir: string) => startLake({port: 0, writeToken: TEST_TOKENS.write, log: () => {}, dir})

/** Lives through a history, and expects after each event what the model says. */
async function live(events: readonly Event[]): Promise<void> {
  let lake = await open(await newFolder())
  const opened = [lake]
  let model: Model = new Map()
  const replace = (next: StartedLake) => {
    lake = next
    opened.push(lake)
  }
  try {
    for (const happened of events) {
      switch (happened.kind) {
        case 'commit': {
          const client = clientOf(lake).withConfig({maxRetries: 0})
          const sent = await Promise.all(
            happened.transactions.map(async (writes) => ({writes, status: await commit(client, writes)})),
          )
          const possible = outcomes(model, sent)
          const now = await stored(client)
          expect(possible.map(comparable)).toContainEqual(comparable(now))
          model = now
          break
        }
        case 'restart':
          await lake.close()
          replace(await open(lake.options.dir))
          break
        case 'crash': {
          const left = join(await newFolder(), 'lake')
          cpSync(lake.options.dir, left, {recursive: true})
          replace(await open(left))
          break
        }
        case 'clock':
          vi.setSystemTime(Date.now() + happened.hours * 3_600_000)
          break
        case 'full':
          lake.database.exec(`PRAGMA max_page_count = ${lake.database.prepare('PRAGMA page_count').get()?.page_count}`)
          break
        case 'space':
          lake.database.exec('PRAGMA max_page_count = 1000000')
          break
      }
      expect(comparable(await stored(clientOf(lake)))).toEqual(comparable(model))
    }
    expectWholeHistory(lake.database)
    const times = lake.database.prepare('SELECT timestamp FROM transactions ORDER BY seq').all()
    // Whatever the clock did.
    expect(times).toEqual(times.toSorted((one, other) => String(one.timestamp).localeCompare(String(other.timestamp))))
  } finally {
    for (const one of opened) await one.close()
  }
}

async function stored(client: SanityClient): Promise<Model> {
  const documents = await client.fetch<{_id: string; count: number}[]>('*[_type == "entry"]')
  return new Map(documents.map(({_id, count}) => [_id, count]))
}

const comparable = (model: Model) => [...model].sort()

test('whatever happens, each transaction is there whole or refused for the right reason', async () => {
  vi.useFakeTimers({toFake: ['Date']})
  try {
    await fc.assert(fc.asyncProperty(fc.array(event, {minLength: 1, maxLength: 14}), live), {numRuns: RUNS})
  } finally {
    vi.useRealTimers()
  }
})
