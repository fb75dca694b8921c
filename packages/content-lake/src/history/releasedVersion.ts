import type {DatabaseSync} from 'node:sqlite'
import {publishedIdOf} from '../documentIds.ts'

interface ReleasedVersion {
  versionId: string
  revision: string
}

/**
 * Looks up the version that a transaction published. Check it before the draft, which is deleted in the same transaction.
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
