import type {Observable, Subscription} from 'rxjs'

/** A document that is edited in this tab. */
export interface EditedDocument {
  /** Sends buffered edits. */
  commit: () => void
  /** Closes the document, once everything is saved. */
  release: () => void
  /** Whether Sanity considers everything saved. Needed if the transport does not report commits. */
  isConsistent?: Observable<boolean> | undefined
}

interface State {
  /** Missing until the edit is recorded: the transport reports the first commit earlier. */
  document?: EditedDocument
  /** There are uncommitted edits. */
  isPatched: boolean
  /** Upper bound of the characters edited since the last commit. */
  size: number
  /** Unanswered commits, and those of them that unloading the page would abort. */
  requests: number
  volatileRequests: number
  /** Sanity reports unsaved edits (`isConsistent`). */
  isHeld: boolean
  /** Edits wait for an earlier commit: Sanity sends a document's commits one at a time. */
  isQueued: boolean
  /** A commit became due while an earlier one was pending. */
  isDue: boolean
  consistency?: Subscription | undefined
  commitTimer?: ReturnType<typeof setTimeout> | undefined
  quietTimer?: ReturnType<typeof setTimeout> | undefined
}

const saved: State = {
  isPatched: false,
  size: 0,
  requests: 0,
  volatileRequests: 0,
  isHeld: false,
  isQueued: false,
  isDue: false,
}

/** Maximum delay of a commit. Sanity's own is a second. */
const COMMIT_MS = 300
/** After an answer, the next queued commit starts within this time. */
const QUIET_MS = 25
/** A little more than Portable Text buffers typed text. */
const TYPING_MS = 1200
/** Larger edits are committed at once: browsers send at most 64 KiB after unload. */
const LARGE = 50_000

/**
 * Tracks edits of this tab that the content lake does not have yet, and commits them soon. Sanity's document store buffers
 * edits until `commit` is called.
 */
export class UnsavedEdits {
  readonly #documents = new Map<string, State>()
  readonly #listeners = new Set<() => void>()
  /** Whether the transport reports commits. Hosted Sanity's own client does not. */
  tracksCommits = false
  readonly #flushListeners = new Set<() => void>()
  readonly #unloadListeners = new Set<() => void>()
  #isUnloading = false
  #typingTimer: ReturnType<typeof setTimeout> | undefined
  readonly #commitMs: number

  constructor(commitMs: number = COMMIT_MS) {
    this.#commitMs = commitMs
  }

  /** Records a keystroke in Portable Text, which patches when typing pauses, or each second. */
  recordKeystroke(): void {
    clearTimeout(this.#typingTimer)
    this.#typingTimer = setTimeout(() => this.#endTyping(), TYPING_MS)
  }

  /** An editor may hold text that it has not patched yet. */
  get isTyping(): boolean {
    return this.#typingTimer !== undefined
  }

  #endTyping(): void {
    clearTimeout(this.#typingTimer)
    this.#typingTimer = undefined
    this.#notify()
  }

  /** Records an edit of about `size` characters, and schedules its commit. */
  recordEdit(publishedId: string, size: number, open: () => EditedDocument): void {
    const state = this.#stateOf(publishedId)
    if (!state.document) this.#open(publishedId, state, open())
    this.#endTyping()
    state.isPatched = true
    state.size += size
    state.isQueued ||= state.requests > 0
    if (state.size > LARGE) this.#commit(publishedId, state)
    else state.commitTimer ??= setTimeout(() => this.#commitOrQueue(publishedId, state), this.#commitMs)
  }

  /** Tracks a pending commit. Returns a function to call when it is answered. */
  trackCommit(publishedIds: string[], keepalive: boolean): () => void {
    const states = publishedIds.map((id) => [id, this.#stateOf(id)] as const)
    const volatile = keepalive ? 0 : 1
    for (const [, state] of states) {
      state.requests += 1
      state.volatileRequests += volatile
    }
    return () => {
      for (const [id, state] of states) {
        state.requests -= 1
        state.volatileRequests -= volatile
        if (state.requests > 0) continue
        if (state.isDue) this.#commit(id, state)
        else this.#releaseWhenQuiet(id, state)
      }
    }
  }

  /** Commits all buffered edits. Those behind no earlier commit are sent within the current task. */
  flush(publishedIds: Iterable<string> = this.#documents.keys()): void {
    for (const listener of [...this.#flushListeners]) listener()
    for (const id of publishedIds) {
      const state = this.#documents.get(id)
      if (state?.isPatched) this.#commit(id, state)
    }
  }

  /** Calls the listener before a flush, to edit what it holds back. Returns an unsubscribe function. */
  onFlush(listener: () => void): () => void {
    this.#flushListeners.add(listener)
    return () => this.#flushListeners.delete(listener)
  }

  /** Returns whether edits of the given documents, by default of any, are unsaved. */
  isUnsaved(publishedIds: Iterable<string> = this.#documents.keys()): boolean {
    return [...publishedIds].some((id) => this.#documents.has(id))
  }

  /** Whether unloading would lose edits even after a flush. */
  get wouldLoseEdits(): boolean {
    return (
      this.#typingTimer !== undefined ||
      [...this.#documents.values()].some((state) => state.volatileRequests > 0 || state.isHeld)
    )
  }

  /**
   * Sends all edits within the current task, before unload. Makes the transport answer each commit at once, as Sanity sends
   * the next one only then.
   */
  flushOnUnload(): void {
    this.flush()
    this.#isUnloading = true
    for (const listener of [...this.#unloadListeners]) listener()
    // If the page stays, later commits wait for their answers again.
    setTimeout(() => {
      this.#isUnloading = false
    })
  }

  /** Calls the listener on unload, when answers no longer arrive; at once during one. Returns an unsubscribe function. */
  onUnload(listener: () => void): () => void {
    if (this.#isUnloading) listener()
    this.#unloadListeners.add(listener)
    return () => this.#unloadListeners.delete(listener)
  }

  /** Commits, and resolves once the given documents, by default all, are saved. */
  async whenSaved(publishedIds?: string[]): Promise<void> {
    while (this.isUnsaved(publishedIds)) {
      this.flush(publishedIds)
      await this.#nextChange()
    }
  }

  /** Resolves once no editor holds text that it has not patched yet. */
  async whenTyped(): Promise<void> {
    while (this.isTyping) await this.#nextChange()
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      const unsubscribe = this.subscribe(() => {
        unsubscribe()
        resolve()
      })
    })
  }

  /**
   * Calls the listener whenever a document gets unsaved edits or is saved, and when typing has ended. Returns an unsubscribe
   * function.
   */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #stateOf(publishedId: string): State {
    const known = this.#documents.get(publishedId)
    if (known) return known
    const state = {...saved}
    this.#documents.set(publishedId, state)
    this.#notify()
    return state
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener()
  }

  #open(publishedId: string, state: State, document: EditedDocument): void {
    state.document = document
    state.consistency = document.isConsistent?.subscribe((isConsistent) => {
      state.isHeld = !isConsistent
      this.#releaseWhenQuiet(publishedId, state)
    })
  }

  /** Batches edits in one commit while an earlier one is pending. */
  #commitOrQueue(publishedId: string, state: State): void {
    if (state.requests > 0) state.isDue = true
    else this.#commit(publishedId, state)
  }

  #commit(publishedId: string, state: State): void {
    clearTimeout(state.commitTimer)
    state.commitTimer = undefined
    state.isPatched = false
    state.isDue = false
    state.isQueued ||= state.requests > 0
    state.size = 0
    state.document?.commit()
    this.#releaseWhenQuiet(publishedId, state)
  }

  /** Releases a document once no commit is pending or follows. */
  #releaseWhenQuiet(publishedId: string, state: State): void {
    clearTimeout(state.quietTimer)
    state.quietTimer = setTimeout(() => {
      if (state.requests > 0 || state.isHeld) return
      state.isQueued = false
      if (state.isPatched) return
      this.#documents.delete(publishedId)
      state.consistency?.unsubscribe()
      state.document?.release()
      this.#notify()
    }, QUIET_MS)
  }
}
