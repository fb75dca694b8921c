import {createHmac, hash, randomBytes} from 'node:crypto'
import {EventEmitter} from 'node:events'
import type {DatabaseSync} from 'node:sqlite'
import type {Identity} from '../types.ts'
import {EDITOR} from './identities.ts'
import type {Logins} from './logins.ts'

const HOUR_MS = 60 * 60 * 1000
const IDLE_MS = 24 * HOUR_MS
export const LIFETIME_MS = 30 * 24 * HOUR_MS
/** Sessions per account; beyond it, one that was never used ends, else the least recently used. */
const MAX_SESSIONS = 500
/** Maximum age of `used_at` on disk, so that not every request writes. */
const NOTE_MS = 5 * 60 * 1000
const SWEEP_MS = 60 * 1000
const MAX_AGENT_LENGTH = 200

/** Shown to users in their list of sessions. */
export interface ClientInfo {
  address: string
  agent: string
}

export interface SessionFacts extends ClientInfo {
  /** A public id: it does not grant access. */
  id: string
  userId: string
  createdAt: number
  usedAt: number
}

interface Session extends SessionFacts {
  notedAt: number
  /** See `#bindingOf`. */
  binding: string
}

type EndReason = 'logout' | 'inactivity' | 'age' | 'password' | 'limit' | 'user' | 'administrator' | 'people changed'

interface SessionSources {
  writeToken: string
  logins: Pick<Logins, 'ownerOf' | 'passwordOf'>
  onEnd?: (session: SessionFacts, reason: EndReason) => void
  now?: () => number
}

/**
 * Browser sessions. The cookie holds a random value, the database its hash. A new write token ends all of them; a
 * changed password or role, or removal from the users, ends those of that user.
 */
export class Sessions {
  readonly #database: DatabaseSync
  readonly #sources: SessionSources
  readonly #now: () => number
  readonly #sessions = new Map<string, Session>()
  /** Emits the id of each session that ends. */
  readonly #ends = new EventEmitter().setMaxListeners(0)
  /** Ids of ended sessions that the database still has, as it refused to delete them. */
  readonly #undeleted = new Set<string>()

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
        this.#sessions.set(id, {id, userId, binding, createdAt: Number(created_at), usedAt, notedAt: usedAt, ...place})
      }
    }
  }

  create({id: userId}: Identity = EDITOR, {address, agent}: ClientInfo = {address: '', agent: ''}): string {
    this.sweep()
    this.#makeRoom(userId)
    const value = randomBytes(32).toString('base64url')
    const now = this.#now()
    const place = {address, agent: agent.slice(0, MAX_AGENT_LENGTH)}
    const times = {createdAt: now, usedAt: now, notedAt: now}
    const session = {id: hashOf(value), userId, binding: this.#bindingOf(userId), ...times, ...place}
    this.#sessions.set(session.id, session)
    this.#keep(session)
    return value
  }

  /** The session's identity if the session is valid. Counts as use. */
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

  factsOf(value: string): SessionFacts | undefined {
    return this.#sessions.get(hashOf(value))
  }

  list(userId?: string): SessionFacts[] {
    this.sweep()
    return Array.from(this.#sessions.values())
      .filter((session) => userId === undefined || session.userId === userId)
      .sort((a, b) => b.usedAt - a.usedAt)
      .map(({notedAt: _notedAt, binding: _binding, ...facts}) => facts)
  }

  end(value: string): void {
    this.endById(hashOf(value), 'logout')
  }

  endById(id: string, reason: EndReason): boolean {
    const session = this.#sessions.get(id)
    if (session) this.#end(session, reason)
    return session !== undefined
  }

  /** Ends all sessions, of one user if given. Returns their number. */
  endAll(reason: EndReason, userId?: string): number {
    const ended = this.list(userId)
    for (const {id} of ended) this.endById(id, reason)
    return ended.length
  }

  /** Ends the sessions of users who are gone, or whose roles or password are others. */
  endOutdated(): void {
    for (const session of this.#sessions.values()) {
      if (session.binding !== this.#bindingOf(session.userId)) this.#end(session, 'people changed')
    }
  }

  /** Calls back once, when the session ends. Returns an unsubscribe function. */
  onSessionEnd(value: string, listener: () => void): () => void {
    const id = hashOf(value)
    this.#ends.once(id, listener)
    return () => void this.#ends.off(id, listener)
  }

  /** Ends expired sessions, and thereby their open streams. Retries deletions that failed. */
  sweep(): void {
    this.#deleteEnded()
    for (const session of this.#sessions.values()) {
      const expired = this.#expiryOf(session)
      if (expired) this.#end(session, expired)
    }
  }

  /** Sweeps every minute. Returns a function that sweeps once more and stops it. */
  startSweeping(): () => void {
    const timer = setInterval(() => this.sweep(), SWEEP_MS)
    timer.unref()
    return () => {
      clearInterval(timer)
      this.sweep()
    }
  }

  #expiryOf(session: Session): EndReason | undefined {
    const now = this.#now()
    const {createdAt, usedAt} = session
    // Of a clock that was ahead and has been set back: its life begins now, not when that time comes.
    if (createdAt > now || usedAt > now) {
      session.createdAt = Math.min(createdAt, now)
      session.usedAt = Math.min(usedAt, now)
      this.#keep(session)
      return undefined
    }
    if (now - createdAt >= LIFETIME_MS) return 'age'
    return now - usedAt >= IDLE_MS ? 'inactivity' : undefined
  }

  /** Evicts a session that was never used first, so that mass logins do not end sessions in use. */
  #makeRoom(userId: string): void {
    const own = this.list(userId)
    if (own.length < MAX_SESSIONS) return
    const unused = own.filter(({createdAt, usedAt}) => createdAt === usedAt)
    const last = unused.at(-1) ?? own.at(-1)
    if (last) this.endById(last.id, 'limit')
  }

  #end(session: Session, reason: EndReason): void {
    this.#sessions.delete(session.id)
    this.#ends.emit(session.id)
    this.#sources.onEnd?.(session, reason)
    this.#forget(session.id)
  }

  #forget(id: string): void {
    this.#undeleted.add(id)
    this.#deleteEnded()
  }

  #deleteEnded(): void {
    try {
      for (const id of this.#undeleted) {
        this.#database.prepare('DELETE FROM sessions WHERE hash = ?').run(id)
        this.#undeleted.delete(id)
      }
    } catch {
      // Full disk: the next sweep retries.
    }
  }

  #keep(session: Session): void {
    const {id, userId, binding, createdAt, usedAt, address, agent} = session
    session.notedAt = usedAt
    try {
      this.#database
        .prepare('INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)')
        .run(id, userId, binding, createdAt, usedAt, address, agent)
    } catch {
      // Full disk: the session lives in memory only.
    }
  }

  /** A fingerprint of the facts whose change ends a user's sessions. */
  #bindingOf(userId: string): string {
    const {writeToken, logins} = this.#sources
    const roles = logins.ownerOf(userId)?.roles ?? []
    const facts = JSON.stringify([userId, logins.passwordOf(userId)?.hash, [...roles].sort()])
    return createHmac('sha256', writeToken).update(`session:${facts}`).digest('base64url')
  }
}

const hashOf = (value: string): string => hash('sha256', value, 'base64url')
