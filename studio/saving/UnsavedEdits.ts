import type {Observable, Subscription} from 'rxjs'

/** A document that somebody edits in this tab. */
export interface EditedDocument {
  /** Sends what the form has buffered, if anything. */
  commit: () => void
  /** Lets go of the document, once all of it is saved. */
  release: () => void
  /** Whether Sanity counts all of it as saved. Needed where the transport does not tell of commits. */
  isConsistent?: Observable<boolean> | undefined
}

interface State {
  /** Missing while only the transport has told of it: the first commit is sent before anyone hears of the edit. */
  document?: EditedDocument
  /** Holds edits that were not committed yet. */
  isPatched: boolean
  /** How many characters of edits were made since the last commit, at most. */
  size: number
  /** Commits that the lake has not answered yet, and those of them that end with the page. */
  requests: number
  fragileRequests: number
  /** Where no transport tells of commits: Sanity says that something is not saved. */
  isHeld: boolean
  /** Edits that wait for the answer to an earlier commit: Sanity sends one commit of a document at a time. */
  isQueued: boolean
  /** The time for a commit came while an earlier one was on its way. */
  isDue: boolean
  consistency?: Subscription | undefined
  commitTimer?: ReturnType<typeof setTimeout> | undefined
  quietTimer?: ReturnType<typeof setTimeout> | undefined
}

const saved: State = {
  isPatched: false,
  size: 0,
  requests: 0,
  fragileRequests: 0,
  isHeld: false,
  isQueued: false,
  isDue: false,
}

/** How long an edit may wait for its commit. Sanity itself waits up to a second. */
const COMMIT_MS = 300
/** What follows an answer, the next commit of the queue, begins sooner. */
const QUIET_MS = 25
/** The longest that an editor keeps what was typed to itself, and a little more. */
const TYPING_MS = 1200
/** Edits larger than this are committed at once: a browser sends no more than 64 KiB for a page that is gone. */
const LARGE = 50_000

/**
 * Knows what was typed in this tab and is not in the content lake yet, and has it sent soon. Sanity's document store
 * buffers edits; it sends them when `commit` is called.
 */
export class UnsavedEdits {
  readonly #documents = new Map<string, State>()
  readonly #listeners = new Set<() => void>()
  /** Does the transport tell of each commit? Hosted Sanity's own client does not. */
  isToldOfCommits = false
  #handover = Promise.withResolvers<void>()
  #typingTimer: ReturnType<typeof setTimeout> | undefined
  readonly #commitMs: number

  constructor(commitMs: number = COMMIT_MS) {
    this.#commitMs = commitMs
  }

  /** Takes note of a key in an editor that patches late: Portable Text does so when the typing pauses, or each second. */
  typing(): void {
    clearTimeout(this.#typingTimer)
    this.#typingTimer = setTimeout(() => this.#endTyping(), TYPING_MS)
  }

  /** Has an editor something that it has not patched yet? */
  get isTyping(): boolean {
    return this.#typingTimer !== undefined
  }

  #endTyping(): void {
    clearTimeout(this.#typingTimer)
    this.#typingTimer = undefined
  }

  /** Takes note of an edit that the form has made, of about `size` characters; it is committed shortly. */
  edited(publishedId: string, size: number, open: () => EditedDocument): void {
    const state = this.#stateOf(publishedId)
    if (!state.document) this.#open(publishedId, state, open())
    this.#endTyping()
    state.isPatched = true
    state.size += size
    state.isQueued ||= state.requests > 0
    if (state.size > LARGE) this.#commit(publishedId, state)
    else state.commitTimer ??= setTimeout(() => this.#commitInTurn(publishedId, state), this.#commitMs)
  }

  /** Takes note of a commit that is on its way; returns what tells of its answer. */
  sending(publishedIds: string[], outlivesPage: boolean): () => void {
    const states = publishedIds.map((id) => [id, this.#stateOf(id)] as const)
    const fragile = outlivesPage ? 0 : 1
    for (const [, state] of states) {
      state.requests += 1
      state.fragileRequests += fragile
    }
    return () => {
      for (const [id, state] of states) {
        state.requests -= 1
        state.fragileRequests -= fragile
        if (state.requests > 0) continue
        if (state.isDue) this.#commit(id, state)
        else this.#awaitQuiet(id, state)
      }
    }
  }

  /** Commits all that is buffered. Whatever waits for no earlier commit is on its way before the current task ends. */
  flush(publishedIds: Iterable<string> = this.#documents.keys()): void {
    for (const id of publishedIds) {
      const state = this.#documents.get(id)
      if (state?.isPatched) this.#commit(id, state)
    }
  }

  /** Is anything of these documents, or of any, not in the lake yet? */
  isUnsaved(publishedIds: Iterable<string> = this.#documents.keys()): boolean {
    return [...publishedIds].some((id) => this.#documents.has(id))
  }

  /** After a flush: would something be lost if the page ended now, whatever is done? */
  get isEndangered(): boolean {
    return (
      this.#typingTimer !== undefined ||
      [...this.#documents.values()].some((state) => state.fragileRequests > 0 || state.isHeld)
    )
  }

  /**
   * For when the page ends: commits everything, and has the transport answer each commit at once, since Sanity holds
   * the next one back until then. All are on their way before the current task ends.
   */
  handOver(): void {
    this.flush()
    this.#handover.resolve()
    // Should the page live on, later commits wait for their answers again.
    setTimeout(() => {
      this.#handover = Promise.withResolvers()
    })
  }

  /** Resolves when the page ends, so that nobody would hear of an answer any more. */
  get handedOver(): Promise<void> {
    return this.#handover.promise
  }

  /** Commits, and waits until all of these documents is in the lake. */
  async settled(publishedIds?: string[]): Promise<void> {
    while (this.isUnsaved(publishedIds)) {
      this.flush(publishedIds)
      await new Promise<void>((resolve) => {
        const unsubscribe = this.subscribe(() => {
          unsubscribe()
          resolve()
        })
      })
    }
  }

  /** Calls back whenever a document is saved; returns what ends that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #stateOf(publishedId: string): State {
    const state = this.#documents.get(publishedId) ?? {...saved}
    this.#documents.set(publishedId, state)
    return state
  }

  #open(publishedId: string, state: State, document: EditedDocument): void {
    state.document = document
    state.consistency = document.isConsistent?.subscribe((isConsistent) => {
      state.isHeld = !isConsistent
      this.#awaitQuiet(publishedId, state)
    })
  }

  /** While the lake is away edits gather in one commit instead of making a long queue. */
  #commitInTurn(publishedId: string, state: State): void {
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
    this.#awaitQuiet(publishedId, state)
  }

  /** A document is saved once nothing of it is on its way, and nothing follows. */
  #awaitQuiet(publishedId: string, state: State): void {
    clearTimeout(state.quietTimer)
    state.quietTimer = setTimeout(() => {
      if (state.requests > 0 || state.isHeld) return
      state.isQueued = false
      if (state.isPatched) return
      this.#documents.delete(publishedId)
      state.consistency?.unsubscribe()
      state.document?.release()
      for (const listener of [...this.#listeners]) listener()
    }, QUIET_MS)
  }
}
