import {applyPatch} from 'mendoza'
import {afterEach, describe, expect, test, vi} from 'vitest'
import {finish} from '../documents/work.ts'
import type {StartedLake} from '../Lake.ts'
import {ChangeStates} from '../store/ChangeStates.ts'
import {slowSteps} from '../testing/countedClock.ts'
import {expectWholeHistory} from '../testing/expectWholeHistory.ts'
import {newFolder, openTestLake} from '../testing/openTestLake.ts'
import {ANN, BEN, startClock, typeText} from '../testing/typeText.ts'
import type {JsonValue, LakeDocument} from '../types.ts'
import {documentEvents} from './documentEvents.ts'
import {documentsAt} from './documentsAt.ts'
import {limitHistory} from './readHistory.ts'
import {releaseEvents} from './releaseEvents.ts'
import {transactionLog} from './transactionLog.ts'

const ids = {publishedId: 'a', draftId: 'drafts.a'}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function readLog(lake: StartedLake, documentIds: string[], range: {from?: string; to?: string} = {}) {
  return transactionLog(lake.database, {
    documentIds,
    fromTransaction: range.from,
    toTransaction: range.to,
    fromTime: undefined,
    toTime: undefined,
    authors: undefined,
    newestFirst: false,
    limit: 1000,
    identifiedOnly: true,
    effects: true,
    mutations: true,
  })
}

const logOf = (...asked: Parameters<typeof readLog>) => finish(readLog(...asked))

/** The document as the Studio builds it: from nothing, by the effects of the log. */
function replay(lake: StartedLake, id: string): JsonValue {
  const start: JsonValue = null
  return logOf(lake, [id]).reduce((state, {effects}) => applyPatch(state, effects?.[id]?.apply ?? []), start)
}

const revisionOf = (lake: StartedLake, id: string) => lake.documents.get(id)?._rev ?? ''

/** A draft is written in two sittings, published, and edited again. */
async function writeAndPublish() {
  const clock = startClock('2026-01-05T09:00:00.000Z')
  const lake = await openTestLake({compactAfterHours: Number.POSITIVE_INFINITY})
  lake.commit({
    mutations: [{create: {_id: 'drafts.a', _type: 'page', title: ''}}],
    author: ANN,
    transactionId: 'created',
  })
  const first = typeText(lake, {id: 'drafts.a', keys: 40, pause: 1000})
  clock.advance(10 * 60_000)
  const second = typeText(lake, {id: 'drafts.a', keys: 250, pause: 100})
  lake.act({actions: [{actionType: 'sanity.action.document.publish', ...ids}], author: ANN, transactionId: 'published'})
  const edit = {actionType: 'sanity.action.document.edit', ...ids, patch: {set: {title: 'again'}}}
  lake.act({actions: [edit], author: ANN, transactionId: 'editedAgain'})
  const third = typeText(lake, {id: 'drafts.a', keys: 30, pause: 100})
  vi.useRealTimers()
  return {lake, first, second, third}
}

/** How many stored states are unpacked for the one that takes most. */
function mostReadsOf({database}: StartedLake): number {
  const changes = database.prepare('SELECT document_id, seq FROM transaction_documents').all()
  const reads = changes.map(({document_id, seq}) => {
    let count = 0
    new ChangeStates(database, () => {
      count += 1
    }).after(String(document_id), Number(seq))
    return count
  })
  return Math.max(...reads)
}

async function reopened(lake: StartedLake, compactAfterHours: number): Promise<StartedLake> {
  await lake.close()
  return openTestLake({dir: lake.options.dir, compactAfterHours})
}

describe('compaction', () => {
  test('leaves no state that is read through more than fifty others, as none was before', async () => {
    startClock('2026-01-05T09:00:00.000Z')
    const lake = await openTestLake({compactAfterHours: 24})
    lake.database.exec('PRAGMA synchronous = OFF')
    const body = Array.from({length: 200}, (_, n) => (n * 7919) % 10_007).join(' ')
    lake.commit({mutations: [{create: {_id: 'drafts.a', _type: 'page', title: '', body}}], author: ANN})
    for (let round = 0; round < 60; round += 1) {
      typeText(lake, {id: 'drafts.a', keys: 9, pause: 100})
      typeText(lake, {id: 'drafts.a', author: BEN, keys: 1, pause: 100})
    }
    vi.useRealTimers()
    expect(mostReadsOf(lake)).toBe(51)
    expect(await lake.compact()).toEqual({merged: 60 * 8})
    expect(mostReadsOf(lake)).toBeLessThanOrEqual(51)
    // Its space is given back to the disk.
    expect(lake.database.prepare('PRAGMA freelist_count').get()).toEqual({freelist_count: 0})
  })

  test('merges the keystrokes of a sitting into the last, and keeps creation, publication and what came before', async () => {
    const {lake: before, first, second, third} = await writeAndPublish()
    const documents = [...before.documents.all()]
    const events = finish(documentEvents(before.database, 'a', {limit: 100, cursor: undefined, canRead: undefined}))
    const lake = await reopened(before, 24)
    await lake.compact()
    const kept = ['created', first.at(-1), second.at(-1), 'published', 'editedAgain', third.at(-1)]
    expect(logOf(lake, ['a', 'drafts.a']).map(({id}) => id)).toEqual(kept)
    expect([...lake.documents.all()]).toEqual(documents)
    expect(finish(documentEvents(lake.database, 'a', {limit: 100, cursor: undefined, canRead: undefined}))).toEqual(
      events,
    )
    expectWholeHistory(lake.database)
    const {_rev, ...present} = lake.documents.get('drafts.a') ?? {_rev: ''}
    expect(replay(lake, 'drafts.a')).toEqual(present)
  })

  test('waits for whoever reads the history, and so sees all of it as it was', async () => {
    startClock('2026-01-05T09:00:00.000Z')
    const lake = await openTestLake({compactAfterHours: 24})
    lake.commit({mutations: [{create: {_id: 'a', _type: 'page'}}], author: ANN})
    typeText(lake, {id: 'a', keys: 20, pause: 100})
    vi.useRealTimers()
    const asItWas = logOf(lake, ['a'])
    slowSteps()
    const reading = lake.historyInTurn(
      () => readLog(lake, ['a']),
      () => {},
    )
    const compaction = lake.compact()
    expect(await reading).toEqual(asItWas)
    expect(await compaction).toEqual({merged: 19})
  })

  test('leaves every event of a release, however soon one came after the other', async () => {
    startClock('2026-01-05T09:00:00.000Z')
    const before = await openTestLake({compactAfterHours: Number.POSITIVE_INFINITY})
    const steps = [
      ['create', {}],
      ['schedule', {publishAt: '2100-01-01T00:00:00Z'}],
      ['unschedule', {}],
      ['schedule', {publishAt: '2100-02-02T00:00:00Z'}],
      ['publish', {}],
    ] as const
    for (const [name, fields] of steps) {
      const action = {actionType: `sanity.action.release.${name}`, releaseId: 'r', ...fields}
      before.act({actions: [action], author: ANN})
    }
    vi.useRealTimers()
    const eventsOf = ({database}: StartedLake) =>
      finish(releaseEvents(database, 'r', {limit: 100, cursor: undefined, canRead: undefined}, limitHistory()))
    const {events} = eventsOf(before)
    expect(events.map(({type}) => type.replace('Release', ''))).toEqual(steps.map(([name]) => name).reverse())
    const lake = await reopened(before, 24)
    await lake.compact()
    expect(eventsOf(lake).events).toEqual(events)
  })

  test('leaves every revision that an event names as it was, so that it can be restored', async () => {
    const {lake: before} = await writeAndPublish()
    const {events} = finish(documentEvents(before.database, 'a', {limit: 100, cursor: undefined, canRead: undefined}))
    const revisions = events.flatMap((event) =>
      [
        'versionRevisionId' in event ? event.versionRevisionId : [],
        'revisionId' in event ? event.revisionId : [],
      ].flat(),
    )
    const states = (lake: StartedLake) =>
      revisions.map((revision) => documentsAt(lake.database, ['a', 'drafts.a'], {revision}))
    const expected = states(before)
    const lake = await reopened(before, 24)
    await lake.compact()
    expect(revisions.length).toBeGreaterThan(3)
    expect(states(lake)).toEqual(expected)
    const [published] = documentsAt(lake.database, ['a'], {revision: 'published'})
    lake.act({
      actions: [
        {actionType: 'sanity.action.document.replaceDraft', publishedId: 'a', attributes: contentOf(published)},
      ],
      author: ANN,
    })
    expect(lake.documents.get('drafts.a')?.title).toBe(published?.title)
    expectWholeHistory(lake.database)
  })

  test('answers a revision that was merged away with the nearest later one that is kept', async () => {
    const {lake: before, first, second} = await writeAndPublish()
    const lake = await reopened(before, 24)
    await lake.compact()
    const [state] = documentsAt(lake.database, ['drafts.a', 'a'], {revision: first[3] ?? ''})
    expect(state).toMatchObject({_id: 'drafts.a', _rev: first.at(-1), title: '字'.repeat(40)})
    const range = {from: first[10] ?? '', to: second[5] ?? ''}
    expect(logOf(lake, ['drafts.a'], range).map(({id}) => id)).toEqual([first.at(-1), second.at(-1)])
    expect(documentsAt(lake.database, ['drafts.a'], {revision: 'never-was'})).toEqual([])
  })

  test('refuses to apply a transaction again under an id that was merged away', async () => {
    const {lake: before, first} = await writeAndPublish()
    const lake = await reopened(before, 24)
    await lake.compact()
    const again = {
      mutations: [{patch: {id: 'drafts.a', set: {title: 'x'}}}],
      author: ANN,
      transactionId: first[0] ?? '',
    }
    expect(() => lake.commit(again)).toThrow('was already used')
  })

  test('keeps the edits of two authors, of transactions over several documents, and of documents that came and went apart', async () => {
    startClock('2026-01-05T09:00:00.000Z')
    const before = await openTestLake({compactAfterHours: Number.POSITIVE_INFINITY})
    before.commit({mutations: [{create: {_id: 'a', _type: 'page'}}, {create: {_id: 'b', _type: 'page'}}], author: ANN})
    const start = revisionOf(before, 'a')
    const [, ann] = typeText(before, {id: 'a', keys: 2, pause: 100})
    const [, ben] = typeText(before, {id: 'a', keys: 2, pause: 100, author: BEN})
    const both = ['a', 'b'].map((id) => ({patch: {id, set: {n: 1}}}))
    before.commit({mutations: both, author: BEN, transactionId: 'both'})
    const [, last] = typeText(before, {id: 'a', keys: 2, pause: 100, author: BEN})
    before.commit({mutations: [{delete: {id: 'a'}}], author: BEN, transactionId: 'deleted'})
    before.commit({mutations: [{create: {_id: 'a', _type: 'page'}}], author: BEN, transactionId: 'returned'})
    vi.useRealTimers()
    const lake = await reopened(before, 24)
    await lake.compact()
    expect(logOf(lake, ['a']).map(({id}) => id)).toEqual([start, ann, ben, 'both', last, 'deleted', 'returned'])
    expectWholeHistory(lake.database)
  })

  test('leaves alone what is younger than the stated age', async () => {
    const lake = await openTestLake({compactAfterHours: 1})
    lake.commit({mutations: [{create: {_id: 'a', _type: 'page'}}], author: ANN})
    for (let n = 0; n < 5; n += 1) lake.commit({mutations: [{patch: {id: 'a', set: {n}}}], author: ANN})
    expect(await lake.compact({thorough: true})).toEqual({merged: 0})
    expect(logOf(lake, ['a'])).toHaveLength(6)
  })

  test('leaves what a webhook has not delivered yet', async () => {
    startClock('2026-01-05T09:00:00.000Z')
    const webhook = {name: 'site', url: 'http://127.0.0.1:1/', secret: 's', on: ['update' as const]}
    const lake = await openTestLake({webhooks: [webhook]})
    lake.commit({mutations: [{create: {_id: 'a', _type: 'page'}}], author: ANN})
    typeText(lake, {id: 'a', keys: 5, pause: 100})
    vi.useRealTimers()
    expect(await lake.compact({thorough: true})).toEqual({merged: 0})
  })

  test('finds nothing more the second time, and goes on where it was when it is interrupted', async () => {
    const {lake: before} = await writeAndPublish()
    const partly = await reopened(before, 24)
    const compaction = partly.compact()
    for (let n = 0; n < 3; n += 1) {
      partly.commit({mutations: [{patch: {id: 'a', set: {n}}}], author: BEN})
      await new Promise(setImmediate)
    }
    await partly.close()
    await compaction
    const lake = await reopened(partly, 24)
    await lake.compact({thorough: true})
    expect(logOf(lake, ['a', 'drafts.a'])).toHaveLength(9)
    expect(await lake.compact({thorough: true})).toEqual({merged: 0})
    expectWholeHistory(lake.database)
  })

  test('bounds the file: ten thousand keystrokes over a morning leave a small fraction of it', async () => {
    startClock('2026-01-05T08:00:00.000Z')
    const dir = await newFolder()
    const before = await openTestLake({dir, compactAfterHours: Number.POSITIVE_INFINITY})
    before.database.exec('PRAGMA synchronous = OFF')
    const text = '试验流程说明'.repeat(100)
    before.commit({mutations: [{create: {_id: 'drafts.a', _type: 'page', body: text}}], author: ANN})
    for (let n = 0; n < 10_000; n += 1) {
      vi.setSystemTime(Date.now() + 1000)
      before.commit({mutations: [{patch: {id: 'drafts.a', set: {n}}}], author: ANN})
    }
    vi.useRealTimers()
    const full = sizeOf(before)
    const lake = await reopened(before, 24)
    await lake.compact({thorough: true})
    // 2 h 47 min are 34 stretches of five minutes; one more edit is the creation.
    expect(logOf(lake, ['drafts.a'])).toHaveLength(35)
    expect(sizeOf(lake) / full).toBeLessThan(0.3)
    expect(sizeOf(lake)).toBeLessThan(1_500_000)
    expectWholeHistory(lake.database)
  })
})

function sizeOf(lake: StartedLake): number {
  const read = (name: string) => Number(Object.values(lake.database.prepare(`PRAGMA ${name}`).get() ?? {})[0])
  return read('page_count') * read('page_size')
}

function contentOf(document: LakeDocument | undefined) {
  const {_id, _rev, ...content} = document ?? {_id: '', _rev: '', _type: 'page'}
  return {...content, _id: 'drafts.a'}
}
