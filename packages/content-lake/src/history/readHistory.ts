import type {DatabaseSync, SQLInputValue} from 'node:sqlite'
import {publishedIdOf} from '../documentIds.ts'
import {badRequest, TypedError} from '../errors.ts'
import {OutOfBudget, StepBudget} from '../query/limits/StepBudget.ts'
import type {CanRead} from '../roles/canRead.ts'
import {ChangeStates} from '../store/ChangeStates.ts'
import type {LakeDocument} from '../types.ts'

/** CPU time of one reading of the history, and characters of JSON in its answer. docs/limits.md lists these numbers. */
const MAX_MS = 5000
const MAX_SIZE = 64 * 1024 * 1024

export const timeForHistory = (): StepBudget => new StepBudget(MAX_MS, {stepsPerLook: 1, memory: MAX_SIZE})

export type HistoryLimit = ReturnType<typeof limitHistory>

/**
 * The rest of the budget of one reading of the history: `step` is called for each state that is read, `take` for each text
 * that goes into the answer. Both throw 400 when it is used up.
 */
export function limitHistory(time = timeForHistory()) {
  const limited = (run: () => void): void => {
    try {
      run()
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error
      const description = 'This part of the history is too large to be read at once; ask for less of it with "limit"'
      throw new TypedError(400, 'historyTooLargeError', description)
    }
  }
  return {step: () => limited(() => time.step()), take: (size: number) => limited(() => time.take(size))}
}

export type ReadableStates = ReturnType<typeof readableStates>

/** The states that the client may read, within a limit; all others count as missing. Both throw 400 beyond it. */
export function readableStates(database: DatabaseSync, limit: HistoryLimit, canRead: CanRead = () => true) {
  const states = new ChangeStates(database, limit.step)
  const readable = (state: LakeDocument | null) => (state && canRead(state) ? state : null)
  return {
    before: (documentId: string, seq: number) => readable(states.before(documentId, seq)),
    after: (documentId: string, seq: number) => readable(states.after(documentId, seq)),
  }
}

/** Transactions that are looked up at a time: no statement may be open in a pause, in which others commit. */
const PAGE_SIZE = 500

/** A condition on rows of `transaction_documents`, `d`, and their `transactions`, `t`. */
interface Condition {
  where: string
  values: SQLInputValue[]
}

/** The changes that a client asks for, by who made them when. */
export interface ChangeFilter {
  authors: string[] | undefined
  fromTime: string | undefined
  toTime: string | undefined
}

type Clause = [where: string, ...values: SQLInputValue[]]

/** Joins the filter and further clauses; those that are false are left out. */
export function conditionOf({authors, fromTime, toTime}: ChangeFilter, ...clauses: (Clause | false)[]): Condition {
  const all = clauses.filter((clause) => clause !== false)
  if (authors) all.push([`t.author IN (${placeholders(authors)})`, ...authors])
  if (fromTime !== undefined) all.push(['t.timestamp >= ?', fromTime])
  if (toTime !== undefined) all.push(['t.timestamp <= ?', toTime])
  return {where: all.map(([where]) => where).join(' AND '), values: all.flatMap(([, ...values]) => values)}
}

/** A page of events that the client asks for. */
export interface EventQuery {
  limit: number
  /** The `nextCursor` of the page before; undefined for the first. */
  cursor: string | undefined
  /** The states that the client may read; undefined for all. */
  canRead: CanRead | undefined
}

interface SequenceQuery extends Condition {
  /** Exclusive; by default the end at which the order begins. */
  beyond?: number
  oldestFirst?: boolean
}

/** The sequence numbers of transactions, newest first, looked up page by page. */
export function* sequenceNumbers(database: DatabaseSync, query: SequenceQuery): Generator<number> {
  const {where, values, oldestFirst = false, beyond = oldestFirst ? 0 : Number.MAX_SAFE_INTEGER} = query
  const [after, direction] = oldestFirst ? ['>', 'ASC'] : ['<', 'DESC']
  const page = database.prepare(
    `SELECT DISTINCT d.seq FROM transaction_documents d JOIN transactions t USING (seq)
     WHERE ${where} AND d.seq ${after} ? ORDER BY d.seq ${direction} LIMIT ${PAGE_SIZE}`,
  )
  for (let last: number | undefined = beyond; last !== undefined; ) {
    const found: number[] = page.all(...values, last).map(({seq}) => Number(seq))
    yield* found
    last = found.length === PAGE_SIZE ? found.at(-1) : undefined
  }
}

/**
 * The sequence number, an exclusive upper bound, of the transaction that an earlier answer gave as its cursor: by its id, as
 * numbers would count what the client may not read. Throws 400 for another text.
 */
export function parseCursor(database: DatabaseSync, cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER
  const known = findTransaction(database, cursor)
  if (!known) throw badRequest('The cursor must be one that an earlier answer gave')
  return known.seq
}

export const placeholders = (values: readonly unknown[]): string => values.map(() => '?').join(', ')

/** A transaction by id. A merged one resolves to that into which it was merged, the nearest known state. */
export function findTransaction(database: DatabaseSync, id: string): {id: string; seq: number} | undefined {
  const row = database
    .prepare(
      `SELECT k.id, k.seq FROM transactions t JOIN transactions k ON k.seq = coalesce(t.merged_into, t.seq)
       WHERE t.id = ?`,
    )
    .get(id)
  return row && {id: String(row.id), seq: Number(row.seq)}
}

interface ReleasedVersion {
  versionId: string
  revision: string
}

/** Looks up the version that a transaction published. Comes before the draft, which the same transaction deletes. */
export function releasedVersions(
  database: DatabaseSync,
): (publishedId: string, seq: number) => ReleasedVersion | undefined {
  const select = database.prepare(
    `SELECT document_id, previous_rev FROM transaction_documents
     WHERE seq = ? AND document_id >= 'versions.' AND document_id < 'versions/' AND previous_rev IS NOT NULL AND after IS NULL`,
  )
  // Transactions come in order: the versions of a release are read once.
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
