import type {DatabaseSync} from 'node:sqlite'

/** `?, ?, ?`: one for each value. */
export function placeholders(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ')
}

/** The position of a transaction in the order of commits. */
export function seqOf(database: DatabaseSync, transactionId: string): number | undefined {
  const row = database.prepare('SELECT seq FROM transactions WHERE id = ?').get(transactionId)
  return row && Number(row.seq)
}
