import {isReleaseId, releaseIdOf, releaseOfVersion, versionIdOf} from '../documentIds.ts'
import {sizeText} from '../errors.ts'
import {sizeOfDocument} from '../json.ts'
import {OutOfBudget, type StepBudget, threadTime, withTimeLimit} from '../query/limits/StepBudget.ts'
import type {DocumentStore} from '../store/DocumentStore.ts'
import type {LakeDocument, Mutation, MutationOperation, MutationResult} from '../types.ts'
import {documentNotFound, invalid} from './TransactionError.ts'
import type {Work} from './work.ts'

interface Touched {
  before: LakeDocument | null
  after: LakeDocument | null
  mutations: Mutation[]
  /** Index of the last step that wrote it, for error messages. */
  step: number
}

/** Limit of what a transaction writes, and of its answer, in characters of JSON. docs/limits.md lists it. */
export const MAX_TRANSACTION_SIZE = 128 * 1024 * 1024
const TOO_MUCH = `The transaction writes more than ${sizeText(MAX_TRANSACTION_SIZE)}; send it in parts`

const TOO_LONG = 'The transaction takes too long; send it in parts'

const MAX_LIMITED_MS = 5000
/** Of one patch, or of a hundred of one document, during which nobody else is answered. */
const MAX_PATCH_MS = 500
const MAX_SLOWNESS = 20
const TOO_SLOW = 'The patches of this transaction take too long; name the places that they change one by one'

const HOW_TO_CHANGE_RELEASES =
  'Only its actions change it: archive it, then delete it, as in the Studio. A deletion by a query leaves it out with && !(_id in path("_.releases.**"))'

export interface WorkspaceChange extends Touched {
  id: string
}

export interface Author {
  canRead(document: LakeDocument): boolean
  /** The error for a write to an unreadable document: the same as if it did not exist. */
  denied(id: string): Error
}

interface WorkspaceOptions {
  author: Author
  transactionId: string
  timestamp: string
  /** The time of the whole transaction; a step is a clock's check. */
  time: StepBudget
  isImport?: boolean
}

/** The state of the documents within an open transaction. Isolated: not visible outside before the commit. */
export class Workspace {
  readonly transactionId: string
  readonly timestamp: string
  step = 0
  readonly #store: DocumentStore
  /** No limits for imports and rewinds: whatever one lake holds must fit into another one, and back. */
  readonly isImport: boolean
  readonly #author: Author
  /** The time that the request has left. */
  readonly time: StepBudget
  readonly #touched = new Map<string, Touched>()
  /** Characters of JSON written so far: one patch may apply to many documents. */
  #written = 0
  #leftMs = MAX_LIMITED_MS
  #writesReleases: boolean
  readonly #results: {id: string; operation: MutationOperation; removed: LakeDocument | null}[] = []

  /** `isImport`: whether release documents are written like all others. */
  constructor(store: DocumentStore, {author, transactionId, timestamp, time, isImport = false}: WorkspaceOptions) {
    this.#writesReleases = isImport
    this.isImport = isImport
    this.#store = store
    this.#author = author
    this.time = time
    this.transactionId = transactionId
    this.timestamp = timestamp
  }

  /** Throws TransactionError once the transaction has used up its time. */
  spendTime(): void {
    try {
      this.time.step()
    } catch (error) {
      throw error instanceof OutOfBudget ? invalid(TOO_LONG) : error
    }
  }

  get isUntouched(): boolean {
    return this.#touched.size === 0
  }

  get(id: string): LakeDocument | null {
    const touched = this.#touched.get(id)
    return touched ? touched.after : (this.#store.get(id) ?? null)
  }

  /** The document if the author may read it, else null. */
  read(id: string): LakeDocument | null {
    const document = this.get(id)
    return document && this.canRead(document) ? document : null
  }

  existing(id: string): LakeDocument {
    const document = this.read(id)
    if (!document) throw documentNotFound(id)
    return document
  }

  canRead(document: LakeDocument): boolean {
    return this.#author.canRead(document)
  }

  /** Every document that the author may read, as this transaction left it. */
  *all(): Generator<LakeDocument> {
    for (const document of this.#store.all()) {
      if (!this.#touched.has(document._id) && this.canRead(document)) yield document
    }
    for (const {after} of this.#touched.values()) if (after && this.canRead(after)) yield after
  }

  /** Lets one action write release documents and the versions that they lock. */
  *writeReleases(run: () => Work | undefined): Work {
    const before = this.#writesReleases
    this.#writesReleases = true
    try {
      yield* run() ?? []
    } finally {
      this.#writesReleases = before
    }
  }

  /** The versions in a release, in order of their ids, also those that the author may not read. */
  versionsOf(release: string): LakeDocument[] {
    const stored = this.#store.unpublishedIn(release) ?? []
    const ids = new Set(Array.from(stored, (id) => versionIdOf(id, release)))
    for (const id of this.#touched.keys()) if (releaseOfVersion(id) === release) ids.add(id)
    return [...ids].sort().flatMap((id) => this.get(id) ?? [])
  }

  /** Throws for what only the actions of releases may write: their documents, and the versions in one that is not active. */
  #requireUnlocked(id: string): void {
    if (isReleaseId(id)) throw invalid(`Document "${id}" is a release. ${HOW_TO_CHANGE_RELEASES}`)
    const name = releaseOfVersion(id)
    const release = name === undefined ? null : this.get(releaseIdOf(name))
    const state = release?.state
    if (!release || state === undefined || state === 'active') return
    if (!this.canRead(release)) throw this.#author.denied(id)
    const remedy = state === 'scheduled' ? '; unschedule it first' : ''
    throw invalid(`Document "${id}" cannot be changed as its release "${name}" is ${String(state)}${remedy}`)
  }

  /** Replaces a document, or deletes it (null). `mutations` are what listeners receive. */
  write(id: string, after: LakeDocument | null, mutations: readonly Mutation[]): void {
    this.spendTime()
    if (!this.#writesReleases) this.#requireUnlocked(id)
    // The mutations are stored once per document.
    this.#written += mutations.reduce(
      (size, mutation) => size + sizeOfMutation(mutation),
      after ? sizeOfDocument(after) : 0,
    )
    if (this.#written > MAX_TRANSACTION_SIZE && !this.isImport) throw invalid(TOO_MUCH)
    const before = this.get(id)
    if (before && !this.canRead(before)) throw this.#author.denied(id)
    const touched = this.#touched.get(id) ?? {before, after, mutations: [], step: this.step}
    touched.after = after
    touched.step = this.step
    for (const mutation of mutations) touched.mutations.push(mutation)
    this.#touched.set(id, touched)
    this.note(id, after ? (before ? 'update' : 'create') : 'delete', after ? null : before)
  }

  /**
   * Runs a potentially slow function for half a second of CPU; all of them together get five seconds per transaction. On a
   * busy machine, where these take longer, it may run again: it must change nothing outside. Throws TransactionError.
   */
  limitTime<Result>(run: () => Result): Result {
    // V8 stops a function by the clock. This is the time that passes for each millisecond of CPU.
    let slowness = 1
    let leftMs = Math.min(this.#leftMs, MAX_PATCH_MS)
    for (;;) {
      const [start, cpuStart] = [performance.now(), threadTime()]
      let spent = 0
      const givenMs = Math.max(1, leftMs * slowness)
      try {
        return withTimeLimit(Math.ceil(givenMs), run)
      } catch (error) {
        if (!(error instanceof OutOfBudget)) throw error
        // An upper bound, so that the loop ends even where no CPU time is reported.
        spent = givenMs / MAX_SLOWNESS
      } finally {
        spent = Math.max(spent, threadTime() - cpuStart)
        leftMs -= spent
        this.#leftMs -= spent
      }
      if (leftMs < MAX_PATCH_MS / 10) throw invalid(TOO_SLOW)
      // Twice as long at least: a clock that is not exact may have told no processor time at all.
      slowness = Math.min(MAX_SLOWNESS, Math.max(2 * slowness, (performance.now() - start) / Math.max(1, spent)))
    }
  }

  note(id: string, operation: MutationOperation, removed: LakeDocument | null = null): void {
    this.#results.push({id, operation, removed})
  }

  /** Net changes. A document that was created and deleted is none. */
  get changes(): WorkspaceChange[] {
    return Array.from(this.#touched, ([id, touched]) => ({id, ...touched})).filter(({before, after}) => before || after)
  }

  get results(): MutationResult[] {
    return this.#results.map(({id, operation, removed}) => ({id, operation, document: removed ?? this.read(id)}))
  }
}

/** Only patches count: a created document is its own mutation. */
const sizeOfMutation = (mutation: Mutation): number => ('patch' in mutation ? JSON.stringify(mutation).length : 0)
