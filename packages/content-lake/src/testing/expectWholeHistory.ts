import type {DatabaseSync} from 'node:sqlite'
import {applyPatch} from 'mendoza'
import {expect} from 'vitest'
import {ChangeStates} from '../store/ChangeStates.ts'

interface StoredChange {
  transactionId: string
  documentId: string
  before: string | null
  after: string | null
  effects: string
}

/**
 * Expects of a lake's database that each change begins where the one before on the same document ended, that its
 * effects lead from the one to the other and back, and that the documents are what the last changes left. Returns the
 * ids of the documents that each transaction changed.
 */
export function expectWholeHistory(database: DatabaseSync): Map<string, string[]> {
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{integrity_check: 'ok'}])
  const documents = new Map<string, string>()
  const transactions = new Map<string, string[]>()
  for (const change of changesIn(database)) {
    const {transactionId, documentId, before, after} = change
    expect(before).toBe(documents.get(documentId) ?? null)
    expectEffects(change)
    if (after === null) documents.delete(documentId)
    else documents.set(documentId, after)
    transactions.set(transactionId, [...(transactions.get(transactionId) ?? []), documentId])
  }
  const stored = database.prepare('SELECT id, json FROM documents').all()
  expect(new Map(stored.map(({id, json}) => [String(id), String(json)]))).toEqual(documents)
  return transactions
}

function* changesIn(database: DatabaseSync): Generator<StoredChange> {
  const rows = database
    .prepare(
      `SELECT seq, t.id, d.document_id, d.previous_rev, d.effects
       FROM transaction_documents d JOIN transactions t USING (seq) ORDER BY seq, d.document_id`,
    )
    .iterate()
  const states = new ChangeStates(database)
  for (const {seq, id, document_id, previous_rev, effects} of rows) {
    const [documentId, number] = [String(document_id), Number(seq)]
    // Read from behind, so that no state is known from the one before it.
    const after = new ChangeStates(database).text(documentId, number)
    const before = states.text(documentId, number - 1)
    expect(previous_rev).toBe(before && JSON.parse(before)._rev)
    yield {
      transactionId: String(id),
      documentId,
      before,
      after,
      effects: states.detail(effects ?? null, documentId, number),
    }
  }
}

function expectEffects({transactionId, before, after, effects}: StoredChange): void {
  const state = (json: string | null) => {
    if (json === null) return null
    const {_rev, ...document} = JSON.parse(json)
    return document
  }
  if (after !== null) expect(JSON.parse(after)._rev).toBe(transactionId)
  const {apply, revert} = JSON.parse(effects)
  expect(applyPatch(state(before), apply)).toEqual(state(after))
  expect(applyPatch(state(after), revert)).toEqual(state(before))
}
