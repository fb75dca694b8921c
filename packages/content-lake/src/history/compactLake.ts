import type {DatabaseSync} from 'node:sqlite'
import {setImmediate as nextTick} from 'node:timers/promises'
import {isDeepStrictEqual} from 'node:util'
import PQueue from 'p-queue'
import type {Work} from '../documents/work.ts'
import type {Lake} from '../Lake.ts'
import {effectsBetween} from '../mendoza/encode.ts'
import {ChangeStates} from '../store/ChangeStates.ts'
import {inTransaction} from '../store/openDatabase.ts'
import type {CompactionResult, JsonObject, LakeDocument, Mutation} from '../types.ts'
import {placeholders} from './readHistory.ts'

const HOUR_MS = 3_600_000

/** Merges edits older than the configured age, yielding between steps. */
export async function compactLake(
  {datasets, options}: Pick<Lake, 'datasets' | 'options'>,
  {thorough = false, signal}: {thorough?: boolean; signal?: AbortSignal},
): Promise<CompactionResult> {
  const age = options.compactAfterHours * HOUR_MS
  if (!Number.isFinite(age)) return {merged: 0}
  const before = new Date(Math.max(0, Date.now() - age))
  let merged = 0
  for (const {database, historyInTurn} of datasets()) {
    if (signal?.aborted) break
    const inTurn = async (step: () => void) => {
      await nextTick()
      const run = function* (): Work {
        if (!signal?.aborted) step()
        yield
      }
      await historyInTurn(run, () => {})
      return !signal?.aborted
    }
    merged += await compactHistory(database, {before, whole: thorough, inTurn})
    // Enables incremental vacuum, also for older files.
    if (thorough && !signal?.aborted) database.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM')
  }
  return {merged}
}

const DAY_MS = 24 * 3_600_000

/** Compacts now, daily and on demand, one run at a time. */
export function startCompaction(lake: Pick<Lake, 'datasets' | 'options' | 'log'>) {
  const closing = new AbortController()
  const runs = new PQueue({concurrency: 1})
  const compact = ({thorough = false} = {}): Promise<CompactionResult> =>
    runs.add(async () => (closing.signal.aborted ? {merged: 0} : compactLake(lake, {thorough, signal: closing.signal})))
  const compactInBackground = (): void => {
    compact().catch((error) => lake.log.problem(`The history could not be compacted: ${String(error)}`))
  }
  compactInBackground()
  const daily = setInterval(compactInBackground, DAY_MS)
  daily.unref()
  return {
    compact,
    async close() {
      clearInterval(daily)
      closing.abort()
      await runs.onIdle()
    },
  }
}

interface CompactionRequest {
  /** Exclusive upper bound of the edits to merge. */
  before: Date
  whole?: boolean
  /** Runs a step while nobody reads the history, and settles with whether to continue. */
  inTurn: (step: () => void) => Promise<boolean>
}

const PAGE_SIZE = 500
/** Changes merged per SQLite transaction: more would block commits. */
const STEP_SIZE = 25
const VACUUM_STEP = 100

/**
 * Merges old keystrokes: one author's edits of one document within five minutes become one. Creations, deletions,
 * publishes and other multi-document transactions stay, and so does the last edit before each. Returns the number of
 * merged edits.
 */
async function compactHistory(database: DatabaseSync, request: CompactionRequest): Promise<number> {
  const cutoff = new Date(Math.floor(request.before.getTime() / WINDOW_MS) * WINDOW_MS).toISOString()
  let position = request.whole ? 0 : readPosition(database)
  let merged = 0
  for (;;) {
    const changes = summaries(database, position, cutoff)
    const end = changes.at(-1)
    if (!end) break
    const steps = findRuns(changes).flatMap(stepsOf)
    for (const step of steps) {
      merged += step.seqs.length - 1
      if (!(await request.inTurn(() => mergeRun(database, step)))) return merged
    }
    const next = changes.length < PAGE_SIZE ? end.seq : nextPosition(changes, end, steps.length > 0)
    if (!(await request.inTurn(() => writePosition(database, next)))) return merged
    position = next
  }
  await reclaimSpace(database, request.inTurn)
  return merged
}

/** The next page starts with this one's last window, which may continue there, unless that makes no progress. */
function nextPosition(changes: ChangeSummary[], end: ChangeSummary, hasMerged: boolean): number {
  const start = changes.findIndex(({timestamp}) => windowOf(timestamp) === windowOf(end.timestamp))
  const previous = changes[start - 1]
  if (previous) return previous.seq
  return hasMerged && changes[0] ? changes[0].seq - 1 : end.seq
}

/** Splits a run; neighbouring steps overlap by one edit. */
function stepsOf({documentId, seqs}: Run): Run[] {
  const steps: Run[] = []
  for (let start = 0; start < seqs.length - 1; start += STEP_SIZE) {
    steps.push({documentId, seqs: seqs.slice(start, start + STEP_SIZE + 1)})
  }
  return steps
}

function summaries(database: DatabaseSync, after: number, cutoff: string): ChangeSummary[] {
  const rows = database
    .prepare(
      `SELECT seq, t.timestamp, t.author, d.document_id, d.previous_rev IS NOT NULL AND d.after IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM transaction_documents o WHERE o.seq = t.seq AND o.document_id <> d.document_id)
         AND seq NOT IN (SELECT seq FROM webhook_deliveries) AND d.document_id NOT GLOB '_.releases.*' AS plain
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

async function reclaimSpace(database: DatabaseSync, inTurn: CompactionRequest['inTurn']): Promise<void> {
  const freePages = () => Number(database.prepare('PRAGMA freelist_count').get()?.freelist_count ?? 0)
  const vacuum = () => database.exec(`PRAGMA incremental_vacuum(${VACUUM_STEP})`)
  for (let free = freePages(); free > 0 && (await inTurn(vacuum)); ) {
    const left = freePages()
    // An older file without incremental vacuum keeps its free pages.
    if (left === free) return
    free = left
  }
}

interface ChangeSummary {
  seq: number
  timestamp: string
  author: string
  documentId: string
  /** A mergeable update: no creation, deletion, part of a larger transaction, or step of a release. */
  isPlainEdit: boolean
}

interface Run {
  documentId: string
  seqs: number[]
}

const WINDOW_MS = 5 * 60_000

/** Windows are aligned to the clock, not to the first edit, so that compaction is idempotent. */
const windowOf = (timestamp: string): number => Math.floor(Date.parse(timestamp) / WINDOW_MS)

/** Finds mergeable runs among changes in commit order. */
function findRuns(changes: Iterable<ChangeSummary>): Run[] {
  const open = new Map<string, {last: ChangeSummary; run: Run}>()
  const runs: Run[] = []
  for (const change of changes) {
    const {documentId, seq} = change
    const current = open.get(documentId)
    if (!change.isPlainEdit) open.delete(documentId)
    else if (current && belongsTo(change, current.last)) current.run.seqs.push(seq)
    else {
      const run = {documentId, seqs: [seq]}
      open.set(documentId, {last: change, run})
      runs.push(run)
    }
  }
  return runs.filter(({seqs}) => seqs.length > 1)
}

const belongsTo = (change: ChangeSummary, earlier: ChangeSummary): boolean =>
  change.author === earlier.author && windowOf(change.timestamp) === windowOf(earlier.timestamp)

/**
 * Merges a run's edits into its last one, in one SQLite transaction: it then leads from the state before the first edit
 * to the state after the last, and keeps its id, time and position. The others remain as ids.
 */
function mergeRun(database: DatabaseSync, {documentId, seqs}: Run): void {
  const [first, last] = [seqs[0], seqs.at(-1)]
  if (first === undefined || last === undefined) return
  const merged = seqs.slice(0, -1)
  inTransaction(database, () => {
    const states = new ChangeStates(database)
    const [before, after] = [states.text(documentId, first - 1), states.text(documentId, last)]
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
    // Also redirect edits that were merged into one of these earlier.
    database.prepare(`UPDATE transactions SET merged_into = ? WHERE merged_into IN (${list})`).run(last, ...merged)
    database
      .prepare(`UPDATE transactions SET merged_into = ?, digest = NULL, results = NULL WHERE seq IN (${list})`)
      .run(last, ...merged)
  })
}

function parse(json: string | null): LakeDocument {
  if (json === null) throw new Error('A change that is to be merged has lost one of its states')
  return JSON.parse(json)
}

/** One patch equivalent to the merged ones, without `_rev` and `_updatedAt`, which the lake sets. */
function patchBetween(before: LakeDocument, after: LakeDocument): Mutation {
  const set: JsonObject = {}
  for (const [name, value] of Object.entries(after)) {
    const old = before[name]
    if (name !== '_rev' && name !== '_updatedAt' && !isDeepStrictEqual(old, value)) set[name] = value
  }
  const unset = Object.keys(before).filter((name) => !Object.hasOwn(after, name))
  return {patch: {id: after._id, set, ...(unset.length > 0 && {unset})}}
}
