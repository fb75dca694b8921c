import type {DatabaseSync} from 'node:sqlite'
import {type ChangeSummary, findRuns, RUN_MS, type Run, stretchOf} from './findRuns.ts'
import {mergeRun} from './mergeRun.ts'

interface CompactionRequest {
  /** Edits from this time on are left alone. */
  before: Date
  /** From the beginning rather than from where the last compaction ended. */
  whole?: boolean
  /** Called between two short steps. Answers whether to go on. */
  pause: () => Promise<boolean>
}

const PAGE_SIZE = 500
/** So many changes are merged in one SQLite transaction: more would hold up commits. */
const STEP_SIZE = 25
/** Pages of SQLite's that are given back to the file system in one step. */
const VACUUM_STEP = 100

/**
 * Merges old keystrokes: what one author did to one document within five minutes becomes one edit. Creating,
 * deleting, publishing and whatever else touches several documents stays as it is, and so does every last edit before
 * one of those. Returns how many edits were merged into others.
 */
export async function compactHistory(database: DatabaseSync, request: CompactionRequest): Promise<number> {
  const cutoff = new Date(Math.floor(request.before.getTime() / RUN_MS) * RUN_MS).toISOString()
  let position = request.whole ? 0 : readPosition(database)
  let merged = 0
  for (;;) {
    const changes = summaries(database, position, cutoff)
    const end = changes.at(-1)
    if (!end) break
    const steps = findRuns(changes).flatMap(stepsOf)
    for (const step of steps) {
      mergeRun(database, step)
      merged += step.seqs.length - 1
      if (!(await request.pause())) return merged
    }
    const next = changes.length < PAGE_SIZE ? end.seq : nextPosition(changes, end, steps.length > 0)
    position = next
    writePosition(database, position)
    if (!(await request.pause())) return merged
  }
  await giveBackSpace(database, request.pause)
  return merged
}

/** The last stretch of a page may go on in the next one, so that begins with it, unless that would lead nowhere. */
function nextPosition(changes: ChangeSummary[], end: ChangeSummary, hasMerged: boolean): number {
  const start = changes.findIndex(({timestamp}) => stretchOf(timestamp) === stretchOf(end.timestamp))
  const previous = changes[start - 1]
  if (previous) return previous.seq
  return hasMerged && changes[0] ? changes[0].seq - 1 : end.seq
}

/** Neighbouring steps share an edit: the one that the first leaves is the first of the second. */
function stepsOf({documentId, seqs}: Run): Run[] {
  const steps: Run[] = []
  for (let start = 0; start < seqs.length - 1; start += STEP_SIZE) {
    steps.push({documentId, seqs: seqs.slice(start, start + STEP_SIZE + 1)})
  }
  return steps
}

/** The next changes by the order of their commits, from which nothing is parsed. */
function summaries(database: DatabaseSync, after: number, cutoff: string): ChangeSummary[] {
  const rows = database
    .prepare(
      `SELECT seq, t.timestamp, t.author, d.document_id, d.previous_rev IS NOT NULL AND d.after IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM transaction_documents o WHERE o.seq = t.seq AND o.document_id <> d.document_id)
         AND seq NOT IN (SELECT seq FROM webhook_deliveries) AS plain
       FROM transactions t JOIN transaction_documents d USING (seq)
       WHERE seq > ? AND t.timestamp < ? ORDER BY seq LIMIT ?`,
    )
    .all(after, cutoff, PAGE_SIZE)
  return rows.map((row) => ({
    seq: Number(row.seq),
    timestamp: String(row.timestamp),
    author: String(row.author),
    documentId: String(row.document_id),
    isPlainEdit: row.plain === 1,
  }))
}

function readPosition(database: DatabaseSync): number {
  return Number(database.prepare("SELECT value FROM settings WHERE key = 'compactedThrough'").get()?.value ?? 0)
}

function writePosition(database: DatabaseSync, position: number): void {
  database.prepare("INSERT OR REPLACE INTO settings (key, value) VALUES ('compactedThrough', ?)").run(String(position))
}

async function giveBackSpace(database: DatabaseSync, pause: CompactionRequest['pause']): Promise<void> {
  const freePages = () => Number(database.prepare('PRAGMA freelist_count').get()?.freelist_count ?? 0)
  for (let free = freePages(); free > 0 && (await pause()); ) {
    database.exec(`PRAGMA incremental_vacuum(${VACUUM_STEP})`)
    const left = freePages()
    // A file from before space could be given back keeps it for what comes.
    if (left === free) return
    free = left
  }
}
