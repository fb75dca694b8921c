/**
 * `away`: no answer, or one that is not the content lake's. `signedOut`: this browser has no session. `otherPerson`: somebody
 * else is signed in than the one who opened this page. `notAllowed`: whoever has signed in again may not make the changes
 * that wait.
 */
export type ConnectionProblem = 'away' | 'signedOut' | 'otherPerson' | 'notAllowed'

/** The most important problem first. */
const byImportance: readonly ConnectionProblem[] = ['signedOut', 'otherPerson', 'notAllowed', 'away']

/** An action that got no answer, or edits that the lake has refused. */
type MessageSubject = 'unconfirmed' | 'refused'

/** Somebody who signs in to the content lake. */
export interface Person {
  id: string
  name: string
  roles: {name: string}[]
}

const rolesOf = ({roles}: Person): string => JSON.stringify(roles.map(({name}) => name).sort())

type ReadPerson = () => Promise<Person | ConnectionProblem>

/** Maximum back-off between two attempts. */
const MAX_PAUSE_MS = 2000
const FIRST_PAUSE_MS = 300

/**
 * Connection to the content lake, as reported by its requests. Each channel (a retried request or an event stream) reports
 * for itself; the lake counts as away while any channel fails. Knows, too, whether this browser's session is still that of
 * the person who opened the page: another tab may have signed in somebody else, in whose name nothing must be saved unasked.
 */
export class ConnectionStatus {
  readonly #problems = new Map<object, ConnectionProblem>()
  readonly #listeners = new Set<() => void>()
  readonly #waiting = new Set<() => void>()
  readonly #firstPauseMs: number
  /** The session has ended while this page was open: whoever has signed in again may have other rights. */
  wasSignedOut = false
  /** The person who opened this page. Undefined where the session cannot become another's. */
  opener: Person | undefined
  /** Somebody else who is signed in now. */
  other: Person | undefined
  /** The id of whoever was last found to be signed in, in whose name edits are sent. */
  personId: string | undefined
  readonly #authors = new Set<string>()
  #readPerson: ReadPerson | undefined
  #interruptions = 0
  /** Whether the signed-in user was verified, and is one of the authors. */
  isPersonKnown = true
  /** Whoever opened this page has got other roles since, which it does not show. */
  hasOtherRoles = false
  /** What the editor is told until they have read it. */
  messages: ReadonlyMap<MessageSubject, string> = new Map()

  constructor(firstPauseMs: number = FIRST_PAUSE_MS) {
    this.#firstPauseMs = firstPauseMs
  }

  /** The current problem, if any. */
  get problem(): ConnectionProblem | undefined {
    const problems = new Set(this.#problems.values())
    return byImportance.find((problem) => problems.has(problem))
  }

  /** Reports a failed attempt of a channel. */
  reportFailure(channel: object, problem: ConnectionProblem): void {
    if (problem === 'signedOut') this.wasSignedOut = true
    // After an interruption somebody else may be signed in than a check that is under way finds.
    if (this.opener) {
      this.isPersonKnown = false
      this.#interruptions += 1
    }
    this.#problems.set(channel, problem)
    this.#notify()
  }

  /** Reports that a channel succeeded or ended. */
  reportSuccess(channel: object): void {
    if (!this.#problems.delete(channel)) return
    this.#notify()
    this.retryNow()
    if (!this.problem) void this.checkPerson()
  }

  /** Names whoever has opened this page, and how to find out who is signed in. */
  setOpener(opener: Person, readPerson: ReadPerson): void {
    this.opener = opener
    this.personId = opener.id
    this.#authors.add(opener.id)
    this.#readPerson = readPerson
  }

  /** Finds out who is signed in, as that may have changed: somebody comes back to this tab, or a stream to the lake. */
  recheckPerson(): void {
    if (!this.#readPerson) return
    this.isPersonKnown = false
    this.#interruptions += 1
    void this.checkPerson()
  }

  /** Returns why nothing may be saved in the name of whoever is signed in, or undefined if they have opened this page. */
  async checkPerson(): Promise<ConnectionProblem | undefined> {
    if (!this.#readPerson || this.isPersonKnown) return undefined
    const before = this.#interruptions
    const person = await this.#readPerson()
    if (before !== this.#interruptions) return this.checkPerson()
    if (typeof person === 'string') return person
    if (!this.#authors.has(person.id)) {
      this.other = person
      this.reportFailure(this.#authors, 'otherPerson')
      return 'otherPerson'
    }
    this.personId = person.id
    this.isPersonKnown = true
    this.hasOtherRoles = person.id === this.opener?.id && rolesOf(person) !== rolesOf(this.opener)
    this.#notify()
    this.reportSuccess(this.#authors)
    return undefined
  }

  /** Saves in the name of whoever is signed in now, as they wish it. */
  acceptOther(): void {
    if (!this.other) return
    this.#authors.add(this.other.id)
    this.personId = this.other.id
    this.isPersonKnown = true
    this.wasSignedOut = true
    this.reportSuccess(this.#authors)
  }

  /** Waits before the next attempt, with exponential back-off, or until another channel succeeds. */
  backOff(attempt: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(), Math.min(this.#firstPauseMs * 1.5 ** attempt, MAX_PAUSE_MS))
      const end = () => {
        clearTimeout(timer)
        this.#waiting.delete(end)
        resolve()
      }
      this.#waiting.add(end)
    })
  }

  /** Retries all waiting attempts now. */
  retryNow(): void {
    for (const end of [...this.#waiting]) end()
  }

  /** Tells the editor about a subject, in the place of what was told before; undefined: nothing any more. */
  tell(subject: MessageSubject, message: string | undefined): void {
    if (message === this.messages.get(subject)) return
    const messages = new Map(this.messages)
    if (message === undefined) messages.delete(subject)
    else messages.set(subject, message)
    this.messages = messages
    this.#notify()
  }

  /** Calls the listener on each change of `problem`, `hasOtherRoles` or `messages`. Returns an unsubscribe function. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
