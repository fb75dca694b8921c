import type {DatabaseSync} from 'node:sqlite'

/** `?, ?, ?`: one for each value. */
export function placeholders(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ')
}

/**
 * A transaction by its id. One whose edits were merged into a later one is answered with that: what it left behind is
 * the nearest state that is still known.
 */
export function findTransaction(database: DatabaseSync, id: string): {id: string; seq: number} | undefined {
  const row = database
    .prepare(
      `SELECT k.id, k.seq FROM transactions t JOIN transactions k ON k.seq = coalesce(t.merged_into, t.seq)
       WHERE t.id = ?`,
    )
    .get(id)
  return row && {id: String(row.id), seq: Number(row.seq)}
}
