import type {DatabaseSync} from 'node:sqlite'

export function placeholders(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ')
}

/**
 * A transaction by id. Compacted ones resolve to the transaction that they were merged into, whose state is the nearest
 * known.
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
