import {LakeError} from '../errors.ts'
import {sizeOf} from '../json.ts'
import {withTimeLimit} from '../query/limits/StepBudget.ts'
import type {DocumentStore} from '../store/DocumentStore.ts'
import type {LakeDocument, Mutation, MutationOperation, MutationResult} from '../types.ts'
import {invalid} from './TransactionError.ts'

interface Touched {
  before: LakeDocument | null
  after: LakeDocument | null
  mutations: Mutation[]
  /** The last step that wrote it, for error messages. */
  step: number
}

/** Characters of JSON that one transaction may write, and that its answer may hold. The README lists it. */
export const MAX_TRANSACTION_SIZE = 128 * 1024 * 1024
const TOO_MUCH = `The transaction writes more than ${MAX_TRANSACTION_SIZE / 1024 / 1024} MB; send it in parts`

const MAX_LIMITED_MS = 2000
const TOO_SLOW = 'The patches of this transaction take too long; name the places that they change one by one'

/** A change that is ready to be saved. */
export interface WorkspaceChange extends Touched {
  id: string
}

/** Whose transaction it is, as far as the steps need to know. */
export interface Author {
  /** Whether they may see a document in this state. */
  canRead(document: LakeDocument): boolean
  /** What they are told who write over a document that they do not see: the same as if there were none to see. */
  denied(id: string): Error
}

/**
 * The documents as a transaction in progress has left them so far. Nothing outside sees them before it is committed.
 */
export class Workspace {
  readonly transactionId: string
  readonly timestamp: string
  /** Which mutation or action is being applied. */
  step = 0
  readonly #store: DocumentStore
  readonly #author: Author
  readonly #touched = new Map<string, Touched>()
  /** What has been written so far, in characters of JSON: a short patch may be for many documents, or one many times. */
  #written = 0
  #leftMs = MAX_LIMITED_MS
  readonly #results: {id: string; operation: MutationOperation; removed: LakeDocument | null}[] = []

  constructor(store: DocumentStore, author: Author, transactionId: string, timestamp: string) {
    this.#store = store
    this.#author = author
    this.transactionId = transactionId
    this.timestamp = timestamp
  }

  get isUntouched(): boolean {
    return this.#touched.size === 0
  }

  get(id: string): LakeDocument | null {
    const touched = this.#touched.get(id)
    return touched ? touched.after : (this.#store.get(id) ?? null)
  }

  /** The same for the author: a document that they may not see is as good as none. */
  read(id: string): LakeDocument | null {
    const document = this.get(id)
    return document && this.canRead(document) ? document : null
  }

  /** Whether the author may see a document in this state. */
  canRead(document: LakeDocument): boolean {
    return this.#author.canRead(document)
  }

  /** Every document that the author sees, as this transaction has left it. */
  *all(): Generator<LakeDocument> {
    for (const document of this.#store.all()) {
      if (!this.#touched.has(document._id) && this.canRead(document)) yield document
    }
    for (const {after} of this.#touched.values()) if (after && this.canRead(after)) yield after
  }

  /** Replaces a document, or removes it (null). `mutation` is what listeners are told. */
  write(id: string, after: LakeDocument | null, mutation: Mutation): void {
    // The mutation is kept for each document that it is for.
    this.#written += sizeOf(after) + sizeOfMutation(mutation)
    if (this.#written > MAX_TRANSACTION_SIZE) throw invalid(TOO_MUCH)
    const before = this.get(id)
    if (before && !this.canRead(before)) throw this.#author.denied(id)
    const touched = this.#touched.get(id) ?? {before, after, mutations: [], step: this.step}
    touched.after = after
    touched.step = this.step
    touched.mutations.push(mutation)
    this.#touched.set(id, touched)
    this.note(id, after ? (before ? 'update' : 'create') : 'delete', after ? null : before)
  }

  /** Runs what may take very long; all of it together has two seconds in a transaction. Throws TransactionError. */
  limitTime<Result>(run: () => Result): Result {
    const start = performance.now()
    try {
      return withTimeLimit(Math.max(1, Math.ceil(this.#leftMs)), run)
    } catch (error) {
      throw error instanceof LakeError && error.status === 504 ? invalid(TOO_SLOW) : error
    } finally {
      this.#leftMs -= performance.now() - start
    }
  }

  /** Reports an operation to the client. */
  note(id: string, operation: MutationOperation, removed: LakeDocument | null = null): void {
    this.#results.push({id, operation, removed})
  }

  /** What differs from before the transaction. A document that came and went again is no change. */
  get changes(): WorkspaceChange[] {
    return Array.from(this.#touched, ([id, touched]) => ({id, ...touched})).filter(({before, after}) => before || after)
  }

  get results(): MutationResult[] {
    return this.#results.map(({id, operation, removed}) => ({id, operation, document: removed ?? this.read(id)}))
  }
}

/** A created document is its own mutation, and a patch may hold more than it leaves. */
const sizeOfMutation = (mutation: Mutation): number => ('patch' in mutation ? JSON.stringify(mutation).length : 0)
