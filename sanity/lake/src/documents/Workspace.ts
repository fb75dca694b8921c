import type {DocumentStore} from '../store/DocumentStore.ts'
import type {LakeDocument, Mutation, MutationOperation, MutationResult} from '../types.ts'

interface Touched {
  before: LakeDocument | null
  after: LakeDocument | null
  mutations: Mutation[]
  /** The last step that wrote it, for error messages. */
  step: number
}

/** A change that is ready to be saved. */
export interface WorkspaceChange extends Touched {
  id: string
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
  readonly #touched = new Map<string, Touched>()
  readonly #results: {id: string; operation: MutationOperation; removed: LakeDocument | null}[] = []

  constructor(store: DocumentStore, transactionId: string, timestamp: string) {
    this.#store = store
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

  /** Every document as this transaction sees it. */
  *all(): Generator<LakeDocument> {
    for (const document of this.#store.all()) if (!this.#touched.has(document._id)) yield document
    for (const {after} of this.#touched.values()) if (after) yield after
  }

  /** Replaces a document, or removes it (null). `mutation` is what listeners are told. */
  write(id: string, after: LakeDocument | null, mutation: Mutation): void {
    const before = this.get(id)
    const touched = this.#touched.get(id) ?? {before, after, mutations: [], step: this.step}
    touched.after = after
    touched.step = this.step
    touched.mutations.push(mutation)
    this.#touched.set(id, touched)
    this.note(id, after ? (before ? 'update' : 'create') : 'delete', after ? null : before)
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
    return this.#results.map(({id, operation, removed}) => ({id, operation, document: removed ?? this.get(id)}))
  }
}
