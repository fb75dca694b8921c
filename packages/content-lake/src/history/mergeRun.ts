import type {DatabaseSync} from 'node:sqlite'
import {effectsBetween, sameJson} from '../mendoza/encode.ts'
import {ChangeStates} from '../store/ChangeStates.ts'
import type {JsonObject, LakeDocument, Mutation} from '../types.ts'
import type {Run} from './findRuns.ts'
import {placeholders} from './sql.ts'

/**
 * Merges the edits of a run into its last one, in one SQLite transaction: that one then leads from the state before
 * the first to the state after the last, and keeps its id, time and place. The others stay known by their ids alone.
 */
export function mergeRun(database: DatabaseSync, {documentId, seqs}: Run): void {
  const [first, last] = [seqs[0], seqs.at(-1)]
  if (first === undefined || last === undefined || first === last) return
  const merged = seqs.slice(0, -1)
  database.exec('BEGIN IMMEDIATE')
  try {
    const states = new ChangeStates(database)
    const [before, after] = [states.before(documentId, first), states.after(documentId, last)]
    const [old, now] = [parse(before), parse(after)]
    const isWhole =
      database
        .prepare('SELECT 1 FROM transaction_documents WHERE document_id = ? AND seq BETWEEN ? AND ? AND chain = 0')
        .get(documentId, first, last) !== undefined
    const list = placeholders(merged)
    database.prepare(`DELETE FROM transaction_documents WHERE seq IN (${list})`).run(...merged)
    const packed = states.pack(documentId, last, {
      before,
      after,
      mutations: JSON.stringify([patchBetween(old, now)]),
      effects: JSON.stringify(effectsBetween(old, now)),
      isWhole,
    })
    database
      .prepare(
        `UPDATE transaction_documents SET previous_rev = ?, after = ?, chain = ?, mutations = ?, effects = ?
         WHERE seq = ? AND document_id = ?`,
      )
      .run(old._rev, packed.after, packed.chain, packed.mutations, packed.effects, last, documentId)
    // What was merged into one of these before comes along.
    database.prepare(`UPDATE transactions SET merged_into = ? WHERE merged_into IN (${list})`).run(last, ...merged)
    database
      .prepare(`UPDATE transactions SET merged_into = ?, digest = NULL WHERE seq IN (${list})`)
      .run(last, ...merged)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function parse(json: string | null): LakeDocument {
  if (json === null) throw new Error('A change that is to be merged has lost one of its states')
  return JSON.parse(json)
}

/** One patch with the effect of all that it stands for. The lake sets `_rev` and `_updatedAt` by itself. */
function patchBetween(before: LakeDocument, after: LakeDocument): Mutation {
  const set: JsonObject = {}
  for (const [name, value] of Object.entries(after)) {
    const old = before[name]
    if (name !== '_rev' && name !== '_updatedAt' && (old === undefined || !sameJson(old, value))) set[name] = value
  }
  const unset = Object.keys(before).filter((name) => !Object.hasOwn(after, name))
  return {patch: {id: after._id, set, ...(unset.length > 0 && {unset})}}
}
