import {expect, test} from 'vitest'
import {finish} from '../documents/work.ts'
import {expectWholeHistory} from '../testing/expectWholeHistory.ts'
import {openTestLake} from '../testing/openTestLake.ts'
import {randomness} from '../testing/randomness.ts'
import {ANN, BEN} from '../testing/typeText.ts'
import type {LakeDocument, Mutation} from '../types.ts'
import {documentsAt} from './documentsAt.ts'
import {transactionLog} from './transactionLog.ts'

const SEED = 20_261_122
const BLOCKS = 250

/** A document of about seventy kilobytes, and edits of it of every kind that keep most of it as it is. */
function largeDocument() {
  const {below} = randomness(SEED)
  const text = () => Array.from({length: 40}, () => below(1e9).toString(36)).join(' ')
  const body = Array.from({length: BLOCKS}, (_, n) => ({_key: `k${n}`, _type: 'block', text: text()}))
  const edit = (n: number): Mutation => {
    const at = below(BLOCKS)
    const changed = body.with(at, {_key: `k${at}`, _type: 'block', text: `edited ${n} 内容`})
    const kinds: Mutation[] = [
      {patch: {id: 'a', set: {[`body[_key=="k${at}"].text`]: text()}}},
      {patch: {id: 'a', inc: {n: 1}}},
      {patch: {id: 'a', set: {body: changed}}},
      {createOrReplace: {_id: 'a', _type: 'page', n, body: changed}},
    ]
    return kinds[n % kinds.length] ?? {delete: {id: 'a'}}
  }
  return {create: {_id: 'a', _type: 'page', n: 0, body}, edit}
}

test('sixty edits of a large document take little more space than one, and each revision stays what it was', async () => {
  const lake = await openTestLake({compactAfterHours: Number.POSITIVE_INFINITY})
  lake.database.exec('PRAGMA synchronous = OFF')
  const {create, edit} = largeDocument()
  lake.commit({mutations: [{create}], author: ANN})
  const states = new Map<string, LakeDocument | undefined>()
  for (let n = 0; n < 60; n += 1) {
    // Two authors, so that every other edit begins a new run for compaction.
    const {transactionId} = lake.commit({mutations: [edit(n)], author: n % 10 < 5 ? ANN : BEN})
    states.set(transactionId, lake.documents.get('a'))
  }
  const size = () => Number(Object.values(lake.database.prepare('PRAGMA page_count').get() ?? {})[0]) * 4096
  const documentSize = JSON.stringify(lake.documents.get('a')).length
  expect(documentSize).toBeGreaterThan(60_000)
  expect(size() / documentSize).toBeLessThan(10)
  for (const [revision, state] of states) expect(documentsAt(lake.database, ['a'], {revision})).toEqual([state])
  expectWholeHistory(lake.database)
  const work = transactionLog(lake.database, {
    documentIds: ['a'],
    fromTransaction: undefined,
    toTransaction: undefined,
    fromTime: undefined,
    toTime: undefined,
    authors: undefined,
    newestFirst: true,
    limit: 1000,
    identifiedOnly: true,
    effects: true,
    mutations: true,
  })
  expect(finish(work).at(-1)?.mutations).toEqual([{create: expect.objectContaining({body: create.body})}])
})
