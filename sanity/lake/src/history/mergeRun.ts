import type {DatabaseSync, SQLOutputValue} from 'node:sqlite'
import {effectsBetween} from '../mendoza/effectsBetween.ts'
import {sameJson} from '../mendoza/sameJson.ts'
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
    const state = database.prepare('SELECT before, after FROM transaction_documents WHERE seq = ? AND document_id = ?')
    const before = state.get(first, documentId)?.before
    const [old, now] = [parse(before), parse(state.get(last, documentId)?.after)]
    database
      .prepare(
        'UPDATE transaction_documents SET before = ?, mutations = ?, effects = ? WHERE seq = ? AND document_id = ?',
      )
      .run(
        before ?? null,
        JSON.stringify([patchBetween(old, now)]),
        JSON.stringify(effectsBetween(old, now)),
        last,
        documentId,
      )
    const list = placeholders(merged)
    database.prepare(`DELETE FROM transaction_documents WHERE seq IN (${list})`).run(...merged)
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

function parse(json: SQLOutputValue | undefined): LakeDocument {
  if (typeof json !== 'string') throw new Error('A change that is to be merged has lost one of its states')
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
