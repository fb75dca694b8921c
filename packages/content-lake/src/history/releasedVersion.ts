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
  // Transactions are gone through in order: a release of many documents is read once, not once for each of them.
  let known: {seq: number; versions: Map<string, ReleasedVersion>} | undefined
  return (publishedId, seq) => {
    if (known?.seq !== seq) {
      const versions = select.all(seq).map(({document_id, previous_rev}): [string, ReleasedVersion] => {
        const versionId = String(document_id)
        return [publishedIdOf(versionId), {versionId, revision: String(previous_rev)}]
      })
      known = {seq, versions: new Map(versions)}
    }
    return known.versions.get(publishedId)
  }
}
