import type {DatabaseSync} from 'node:sqlite'
import {publishedIdOf} from '../documentIds.ts'

interface ReleasedVersion {
  versionId: string
  /** Its last revision. */
  revision: string
}

/**
 * Returns a lookup of the version that a transaction has taken away from its release to publish it. A draft that says the same
 * is dropped in the same transaction, so this is to be asked first.
 */
export function releasedVersions(
  database: DatabaseSync,
): (publishedId: string, seq: number) => ReleasedVersion | undefined {
  const select = database.prepare(
    `SELECT document_id, previous_rev FROM transaction_documents
     WHERE seq = ? AND document_id >= 'versions.' AND document_id < 'versions/' AND previous_rev IS NOT NULL AND after IS NULL`,
  )
  return (publishedId, seq) => {
    const row = select.all(seq).find(({document_id}) => publishedIdOf(String(document_id)) === publishedId)
    return row && {versionId: String(row.document_id), revision: String(row.previous_rev)}
  }
}
