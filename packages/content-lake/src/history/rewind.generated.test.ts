import {expect, onTestFinished, test} from 'vitest'
import {SYSTEM, WRITE_TOKEN} from '../access/identities.ts'
import type {Lake} from '../Lake.ts'
import {openLake} from '../openLake.ts'
import fc from '../testing/fastCheck.ts'
import {newFolder} from '../testing/openTestLake.ts'
import type {Mutation} from '../types.ts'
import {rewindLake} from './rewindLake.ts'

async function open() {
  const {lake, close} = openLake({dir: await newFolder(), log: () => {}})
  return {lake, [Symbol.dispose]: close}
}

/** All documents without what every write changes. */
function contents({documents}: Lake, ids: readonly string[]) {
  return ids.flatMap((id) => {
    const {_rev, _updatedAt, ...content} = documents.get(id) ?? {}
    return documents.has(id) ? [content] : []
  })
}

/** The time of the latest transaction. */
function timeOf({database}: Lake): string {
  return String(database.prepare('SELECT max(timestamp) AS time FROM transactions').get()?.time)
}

const ids = ['a', 'drafts.a', 'b', 'c']
const change = fc.record({
  id: fc.constantFrom(...ids),
  kind: fc.constantFrom('createOrReplace', 'set', 'delete'),
  value: fc.integer({min: 0, max: 9}),
})

function mutationsOf({id, kind, value}: {id: string; kind: string; value: number}): Mutation[] {
  if (kind === 'delete') return [{delete: {id}}]
  if (kind === 'createOrReplace') return [{createOrReplace: {_id: id, _type: 'page', value}}]
  return [{createIfNotExists: {_id: id, _type: 'page'}}, {patch: {id, set: {[`field${value}`]: value}}}]
}

test('a rewind brings back what was there after any change, and a second one what was there before the first', async () => {
  const sequences = fc.array(fc.array(change, {minLength: 1, maxLength: 4}), {minLength: 1, maxLength: 8})
  await fc.assert(
    fc.asyncProperty(sequences, fc.nat(), async (transactions, choice) => {
      using opened = await open()
      const {lake} = opened
      lake.commit({mutations: [{create: {_id: 'first', _type: 'page'}}], author: WRITE_TOKEN})
      const states = transactions.map((changes) => {
        lake.commit({mutations: changes.flatMap(mutationsOf), author: WRITE_TOKEN})
        return {time: timeOf(lake), content: contents(lake, ids)}
      })
      const [last, chosen] = [states.at(-1), states[choice % states.length]]
      if (!last || !chosen) return
      rewindLake(lake, chosen.time)
      expect(contents(lake, ids)).toEqual(chosen.content)
      rewindLake(lake, last.time)
      expect(contents(lake, ids)).toEqual(last.content)
    }),
    {numRuns: 30 * Number(process.env.FUZZ_FACTOR || 1)},
  )
})

test('a release that had been scheduled does not fire again after a rewind to before it fired', async () => {
  using opened = await open()
  const {lake} = opened
  const act = (actionType: string, rest = {}) =>
    lake.act({
      actions: [{actionType: `sanity.action.release.${actionType}`, releaseId: 'r', ...rest}],
      author: WRITE_TOKEN,
    })
  lake.commit({mutations: [{create: {_id: 'a', _type: 'page', title: 'old'}}], author: SYSTEM})
  act('create')
  lake.commit({mutations: [{create: {_id: 'versions.r.a', _type: 'page', title: 'new'}}], author: WRITE_TOKEN})
  act('schedule', {publishAt: '2999-01-01T00:00:00Z'})
  const before = timeOf(lake)
  act('publish')
  expect(lake.documents.get('a')).toMatchObject({title: 'new'})

  rewindLake(lake, before)

  expect(lake.documents.get('a')).toMatchObject({title: 'old'})
  expect(lake.documents.get('versions.r.a')).toMatchObject({title: 'new'})
  expect(lake.documents.get('_.releases.r')).toMatchObject({state: 'active'})
  expect(lake.documents.get('_.releases.r')).not.toHaveProperty('publishAt')
})

test('times without a zone, to come, or before the history are refused with what to write', async () => {
  using opened = await open()
  const {lake} = opened
  lake.commit({mutations: [{create: {_id: 'a', _type: 'page'}}], author: WRITE_TOKEN})
  expect(() => rewindLake(lake, '2026-11-23T08:00:00')).toThrow('write it with its zone')
  expect(() => rewindLake(lake, 'yesterday')).toThrow('write it with its zone')
  expect(() => rewindLake(lake, '2999-01-01T00:00:00Z')).toThrow('still to come')
  expect(() => rewindLake(lake, '2001-01-01T00:00:00Z')).toThrow('The history begins at')
})

test('a document whose id is not valid any more is not restored, and everything else is', async () => {
  const lines: string[] = []
  const {lake, close} = openLake({dir: await newFolder(), log: (line) => lines.push(line)})
  onTestFinished(close)
  const former = 'drafts.drafts.a'
  const create = ['b', 'drafts.drafts_a'].map((_id) => ({create: {_id, _type: 'page'}}))
  lake.commit({mutations: create, author: WRITE_TOKEN})
  // As a lake that was filled before holds it.
  for (const [table, column] of [
    ['documents', 'id'],
    ['transaction_documents', 'document_id'],
  ])
    lake.database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${column} = 'drafts.drafts_a'`).run(former)
  lake.database.exec(`UPDATE transaction_documents SET after = replace(after, 'drafts_a', 'drafts.a')`)
  const before = timeOf(lake)
  lake.commit({mutations: [{delete: {id: 'b'}}], author: WRITE_TOKEN})
  expect(rewindLake(lake, before)).toEqual({restored: 1, deleted: 0})
  expect([lake.documents.has('b'), lake.documents.has(former)]).toEqual([true, false])
  expect(lines.join()).toContain(former)
})
