import type {DatabaseSync} from 'node:sqlite'
import {applyPatch} from 'mendoza'
import {expect} from 'vitest'

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
      `SELECT t.id, d.document_id, d.before, d.after, d.effects
       FROM transaction_documents d JOIN transactions t USING (seq) ORDER BY seq, d.document_id`,
    )
    .iterate()
  for (const {id, document_id, before, after, effects} of rows) {
    yield {
      transactionId: String(id),
      documentId: String(document_id),
      before: before === null ? null : String(before),
      after: after === null ? null : String(after),
      effects: String(effects),
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
