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

export type Sessions = ReturnType<typeof createSessions>

/**
 * Browser sessions. The cookie holds a random value, the database its hash. A new write token ends all of them; a
 * changed password or role, or removal from the users, ends those of that user.
 */
export function createSessions({writeToken, logins, onEnd, now = Date.now}: SessionSources, database: DatabaseSync) {
  const sessions = new Map<string, Session>()
  /** Emits the id of each session that ends. */
  const ends = new EventEmitter().setMaxListeners(0)
  /** Ids of ended sessions that the database still has, as it refused to delete them. */
  const undeleted = new Set<string>()
  const rows = database.prepare('SELECT * FROM sessions').all()
  for (const {hash, user, binding, created_at, used_at, address, agent} of rows) {
    const [id, userId, usedAt] = [String(hash), String(user), Number(used_at)]
    if (bindingOf(userId) !== binding) forget(id)
    else {
      const place = {address: String(address), agent: String(agent)}
      sessions.set(id, {id, userId, binding, createdAt: Number(created_at), usedAt, notedAt: usedAt, ...place})
    }
  }

  function create({id: userId}: Identity = EDITOR, {address, agent}: ClientInfo = {address: '', agent: ''}): string {
    sweep()
    makeRoom(userId)
    const value = randomBytes(32).toString('base64url')
    const time = now()
    const place = {address, agent: agent.slice(0, MAX_AGENT_LENGTH)}
    const times = {createdAt: time, usedAt: time, notedAt: time}
    const session = {id: hashOf(value), userId, binding: bindingOf(userId), ...times, ...place}
    sessions.set(session.id, session)
    keep(session)
    return value
  }

  /** The session's identity if the session is valid. Counts as use. */
  function find(value: string): Identity | undefined {
    const session = sessions.get(hashOf(value))
    if (!session) return undefined
    const expired = expiryOf(session)
    if (expired) end(session, expired)
    const owner = logins.ownerOf(session.userId)
    if (expired || !owner) return undefined
    session.usedAt = now()
    if (session.usedAt - session.notedAt >= NOTE_MS) keep(session)
    return owner
  }

  function list(userId?: string): SessionFacts[] {
    sweep()
    return Array.from(sessions.values())
      .filter((session) => userId === undefined || session.userId === userId)
      .sort((a, b) => b.usedAt - a.usedAt)
      .map(({notedAt: _notedAt, binding: _binding, ...facts}) => facts)
  }

  function endById(id: string, reason: EndReason): boolean {
    const session = sessions.get(id)
    if (session) end(session, reason)
    return session !== undefined
  }

  /** Ends all sessions, of one user if given. Returns their number. */
  function endAll(reason: EndReason, userId?: string): number {
    const ended = list(userId)
    for (const {id} of ended) endById(id, reason)
    return ended.length
  }

  /** Ends the sessions of users who are gone, or whose roles or password are others. */
  function endOutdated(): void {
    for (const session of sessions.values()) {
      if (session.binding !== bindingOf(session.userId)) end(session, 'people changed')
    }
  }

  /** Calls back once, when the session ends. Returns an unsubscribe function. */
  function onSessionEnd(value: string, listener: () => void): () => void {
    const id = hashOf(value)
    ends.once(id, listener)
    return () => void ends.off(id, listener)
  }

  /** Ends expired sessions, and thereby their open streams. Retries deletions that failed. */
  function sweep(): void {
    deleteEnded()
    for (const session of sessions.values()) {
      const expired = expiryOf(session)
      if (expired) end(session, expired)
    }
  }

  /** Sweeps every minute. Returns a function that sweeps once more and stops it. */
  function startSweeping(): () => void {
    const timer = setInterval(sweep, SWEEP_MS)
    timer.unref()
    return () => {
      clearInterval(timer)
      sweep()
    }
  }

  function expiryOf(session: Session): EndReason | undefined {
    const time = now()
    const {createdAt, usedAt} = session
    // Of a clock that was ahead and has been set back: its life begins now, not when that time comes.
    if (createdAt > time || usedAt > time) {
      session.createdAt = Math.min(createdAt, time)
      session.usedAt = Math.min(usedAt, time)
      keep(session)
      return undefined
    }
    if (time - createdAt >= LIFETIME_MS) return 'age'
    return time - usedAt >= IDLE_MS ? 'inactivity' : undefined
  }

  /** Evicts a session that was never used first, so that mass logins do not end sessions in use. */
  function makeRoom(userId: string): void {
    const own = list(userId)
    if (own.length < MAX_SESSIONS) return
    const unused = own.filter(({createdAt, usedAt}) => createdAt === usedAt)
    const last = unused.at(-1) ?? own.at(-1)
    if (last) endById(last.id, 'limit')
  }

  function end(session: Session, reason: EndReason): void {
    sessions.delete(session.id)
    ends.emit(session.id)
    onEnd?.(session, reason)
    forget(session.id)
  }

  function forget(id: string): void {
    undeleted.add(id)
    deleteEnded()
  }

  function deleteEnded(): void {
    try {
      for (const id of undeleted) {
        database.prepare('DELETE FROM sessions WHERE hash = ?').run(id)
        undeleted.delete(id)
      }
    } catch {
      // Full disk: the next sweep retries.
    }
  }

  function keep(session: Session): void {
    const {id, userId, binding, createdAt, usedAt, address, agent} = session
    session.notedAt = usedAt
    try {
      database
        .prepare('INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)')
        .run(id, userId, binding, createdAt, usedAt, address, agent)
    } catch {
      // Full disk: the session lives in memory only.
    }
  }

  /** A fingerprint of the facts whose change ends a user's sessions. */
  function bindingOf(userId: string): string {
    const roles = logins.ownerOf(userId)?.roles ?? []
    const facts = JSON.stringify([userId, logins.passwordOf(userId)?.hash, [...roles].sort()])
    return createHmac('sha256', writeToken).update(`session:${facts}`).digest('base64url')
  }

  return {
    create,
    find,
    list,
    endById,
    endAll,
    endOutdated,
    onSessionEnd,
    sweep,
    startSweeping,
    end: (value: string) => endById(hashOf(value), 'logout'),
    factsOf: (value: string): SessionFacts | undefined => sessions.get(hashOf(value)),
  }
}

const hashOf = (value: string): string => hash('sha256', value, 'base64url')
