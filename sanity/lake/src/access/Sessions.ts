import {createHmac} from 'node:crypto'
import type {DatabaseSync} from 'node:sqlite'
import {Notes} from './Notes.ts'
import type {PasswordHash} from './password.ts'
import {createSession, isSession, issuedAt, SESSION_LIFETIME_MS} from './session.ts'

interface SessionSecrets {
  writeToken: string
  password: PasswordHash | undefined
}

/**
 * The sessions of browsers. They are signed and need no storage; only those that were ended early are written down.
 * A new write token or a new password ends them all.
 */
export class Sessions {
  readonly #secret: string
  readonly #notes: Notes
  readonly #ended: Map<string, number>
  /** Sessions from before have been ended. */
  #since: number

  constructor({writeToken, password}: SessionSecrets, database: DatabaseSync) {
    this.#secret = password ? createHmac('sha256', writeToken).update(password.hash).digest('base64url') : writeToken
    this.#notes = new Notes(database)
    this.#since = Number(this.#notes.read('sessions-since') ?? 0)
    const ended: [string, number][] = JSON.parse(this.#notes.read('sessions-ended') ?? '[]')
    this.#ended = new Map(ended)
  }

  create(): string {
    return createSession(this.#secret)
  }

  has(value: string): boolean {
    return isSession(value, this.#secret) && !this.#ended.has(value) && issuedAt(value) >= this.#since
  }

  /** Ends one session. */
  end(value: string): void {
    if (!this.has(value)) return
    const now = Date.now()
    this.#ended.set(value, now + SESSION_LIFETIME_MS)
    for (const [ended, expiry] of this.#ended) if (expiry < now) this.#ended.delete(ended)
    this.#notes.write('sessions-ended', JSON.stringify([...this.#ended]))
  }

  /** Ends all sessions that there are. */
  endAll(): void {
    this.#since = Date.now() + 1
    this.#ended.clear()
    this.#notes.write('sessions-since', String(this.#since))
    this.#notes.write('sessions-ended', '[]')
  }
}
