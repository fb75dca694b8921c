import {createHash, createHmac, randomBytes} from 'node:crypto'
import type {DatabaseSync} from 'node:sqlite'
import type {Identity} from '../types.ts'
import {EDITOR} from './identities.ts'
import type {Logins} from './Logins.ts'

const HOUR_MS = 60 * 60 * 1000
/** Without a request for this long a session ends. */
const IDLE_MS = 24 * HOUR_MS
/** However much it is used. */
export const LIFETIME_MS = 30 * 24 * HOUR_MS
/** Of one account; one more, and the one that was not used for the longest time ends. */
const MAX_SESSIONS = 500
/** How far the note of a session's last use may lag behind, so that not each request writes. */
const NOTE_MS = 5 * 60 * 1000
const SWEEP_MS = 60 * 1000
const MAX_AGENT_LENGTH = 200

/** Where somebody signed in, so that they know the session again. */
export interface SessionPlace {
  address: string
  agent: string
}

export interface SessionFacts extends SessionPlace {
  /** Names a session without opening it. */
  id: string
  userId: string
  createdAt: number
  usedAt: number
}

interface Session extends SessionFacts {
  notedAt: number
}

type EndReason = 'logout' | 'inactivity' | 'age' | 'password' | 'limit' | 'user' | 'administrator'

interface SessionSources {
  writeToken: string
  logins: Pick<Logins, 'ownerOf' | 'passwordOf'>
  onEnd?: (session: SessionFacts, reason: EndReason) => void
  now?: () => number
}

/**
 * The sessions of browsers. A browser has a random value, the lake only its hash. A new write token ends them all; a new
 * password, other roles, or taking somebody from the list of people ends those of that person.
 */
export class Sessions {
  readonly #database: DatabaseSync
  readonly #sources: SessionSources
  readonly #now: () => number
  readonly #sessions = new Map<string, Session>()
  readonly #listeners = new Map<string, Set<() => void>>()

  constructor(sources: SessionSources, database: DatabaseSync) {
    this.#sources = sources
    this.#database = database
    this.#now = sources.now ?? Date.now
    const rows = database.prepare('SELECT * FROM sessions').all()
    for (const {hash, user, binding, created_at, used_at, address, agent} of rows) {
      const [id, userId, usedAt] = [String(hash), String(user), Number(used_at)]
      if (this.#bindingOf(userId) !== binding) this.#forget(id)
      else {
        const place = {address: String(address), agent: String(agent)}
        this.#sessions.set(id, {id, userId, createdAt: Number(created_at), usedAt, notedAt: usedAt, ...place})
      }
    }
  }

  /** A session of a named user, or of the editor that there is without names. Returns what its browser has to show. */
  create({id: userId}: Identity = EDITOR, {address, agent}: SessionPlace = {address: '', agent: ''}): string {
    this.sweep()
    this.#makeRoom(userId)
    const value = randomBytes(32).toString('base64url')
    const now = this.#now()
    const place = {address, agent: agent.slice(0, MAX_AGENT_LENGTH)}
    const session = {id: hashOf(value), userId, createdAt: now, usedAt: now, notedAt: now, ...place}
    this.#sessions.set(session.id, session)
    this.#keep(session)
    return value
  }

  /** Whose session this is, if it is good. Counts as a use of it. */
  find(value: string): Identity | undefined {
    const session = this.#sessions.get(hashOf(value))
    if (!session) return undefined
    const expired = this.#expiryOf(session)
    if (expired) this.#end(session, expired)
    const owner = this.#sources.logins.ownerOf(session.userId)
    if (expired || !owner) return undefined
    session.usedAt = this.#now()
    if (session.usedAt - session.notedAt >= NOTE_MS) this.#keep(session)
    return owner
  }

  /** What there is to know of the session behind a value. */
  factsOf(value: string): SessionFacts | undefined {
    return this.#sessions.get(hashOf(value))
  }

  /** All sessions, or those of one user, the last used first. */
  list(userId?: string): SessionFacts[] {
    this.sweep()
    return Array.from(this.#sessions.values())
      .filter((session) => userId === undefined || session.userId === userId)
      .sort((a, b) => b.usedAt - a.usedAt)
      .map(({notedAt: _notedAt, ...facts}) => facts)
  }

  /** Ends the session behind a value. */
  end(value: string): void {
    this.endById(hashOf(value), 'logout')
  }

  /** Whether there was such a session. */
  endById(id: string, reason: EndReason): boolean {
    const session = this.#sessions.get(id)
    if (session) this.#end(session, reason)
    return session !== undefined
  }

  /** Ends all sessions, or all of one user. Returns how many. */
  endAll(reason: EndReason, userId?: string): number {
    const ended = this.list(userId)
    for (const {id} of ended) this.endById(id, reason)
    return ended.length
  }

  /** Calls back once, when this session ends. Returns what takes that back. */
  onSessionEnd(value: string, listener: () => void): () => void {
    const id = hashOf(value)
    const listeners = this.#listeners.get(id) ?? new Set()
    this.#listeners.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(id) === listeners) this.#listeners.delete(id)
    }
  }

  /** Ends what has expired, so that open streams end with their session. */
  sweep(): void {
    for (const session of this.#sessions.values()) {
      const expired = this.#expiryOf(session)
      if (expired) this.#end(session, expired)
    }
  }

  /** Sweeps every minute, until the returned function is called. */
  startSweeping(): () => void {
    const timer = setInterval(() => this.sweep(), SWEEP_MS)
    timer.unref()
    return () => clearInterval(timer)
  }

  #expiryOf({createdAt, usedAt}: SessionFacts): EndReason | undefined {
    const now = this.#now()
    if (now - createdAt >= LIFETIME_MS) return 'age'
    return now - usedAt >= IDLE_MS ? 'inactivity' : undefined
  }

  /** Sessions that were never used go first: whoever makes many without need ends nobody else's. */
  #makeRoom(userId: string): void {
    const own = this.list(userId)
    if (own.length < MAX_SESSIONS) return
    const unused = own.filter(({createdAt, usedAt}) => createdAt === usedAt)
    const last = unused.at(-1) ?? own.at(-1)
    if (last) this.endById(last.id, 'limit')
  }

  #end(session: Session, reason: EndReason): void {
    this.#sessions.delete(session.id)
    const listeners = this.#listeners.get(session.id) ?? []
    this.#listeners.delete(session.id)
    for (const listener of listeners) listener()
    this.#sources.onEnd?.(session, reason)
    this.#forget(session.id)
  }

  #forget(id: string): void {
    this.#database.prepare('DELETE FROM sessions WHERE hash = ?').run(id)
  }

  #keep(session: Session): void {
    const {id, userId, createdAt, usedAt, address, agent} = session
    session.notedAt = usedAt
    try {
      this.#database
        .prepare('INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)')
        .run(id, userId, this.#bindingOf(userId), createdAt, usedAt, address, agent)
    } catch {
      // A full disk: the session is good until the lake ends.
    }
  }

  /** Changes with whatever ends the sessions of a user. */
  #bindingOf(userId: string): string {
    const {writeToken, logins} = this.#sources
    const roles = logins.ownerOf(userId)?.roles ?? []
    const facts = JSON.stringify([userId, logins.passwordOf(userId)?.hash, [...roles].sort()])
    return createHmac('sha256', writeToken).update(`session:${facts}`).digest('base64url')
  }
}

const hashOf = (value: string): string => createHash('sha256').update(value).digest('base64url')
