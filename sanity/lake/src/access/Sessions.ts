import {createHmac} from 'node:crypto'
import type {DatabaseSync} from 'node:sqlite'
import type {Users} from '../roles/Users.ts'
import type {Identity} from '../types.ts'
import {EDITOR} from './identities.ts'
import {Notes} from './Notes.ts'
import type {PasswordHash} from './password.ts'
import {createSession, isSession, issuedAt, SESSION_LIFETIME_MS, userIdOf} from './session.ts'

interface SessionSecrets {
  writeToken: string
  password: PasswordHash | undefined
  users: Pick<Users, 'areNamed' | 'find' | 'passwordOf'>
}

/**
 * The sessions of browsers. They are signed and need no storage; only those that were ended early are written down.
 * A new write token or a new password ends them all, or those of the user whose it is.
 */
export class Sessions {
  readonly #writeToken: string
  readonly #password: PasswordHash | undefined
  readonly #users: SessionSecrets['users']
  readonly #notes: Notes
  readonly #ended: Map<string, number>
  /** Sessions from before have been ended. */
  #since: number

  constructor({writeToken, password, users}: SessionSecrets, database: DatabaseSync) {
    this.#writeToken = writeToken
    this.#password = password
    this.#users = users
    this.#notes = new Notes(database)
    this.#since = Number(this.#notes.read('sessions-since') ?? 0)
    const ended: [string, number][] = JSON.parse(this.#notes.read('sessions-ended') ?? '[]')
    this.#ended = new Map(ended)
  }

  /** A session of a named user, or of the editor that there is without names. */
  create({id}: Identity = EDITOR): string {
    return this.#users.areNamed
      ? createSession(this.#secretOf(this.#users.passwordOf(id)), {userId: id})
      : createSession(this.#secretOf(this.#password))
  }

  /** Whose session this is, if it is good. */
  find(value: string): Identity | undefined {
    const userId = userIdOf(value)
    const isNamed = this.#users.areNamed
    const owner = isNamed ? this.#users.find(userId ?? '') : userId === undefined ? EDITOR : undefined
    const password = isNamed ? this.#users.passwordOf(userId ?? '') : this.#password
    if (!owner || (isNamed && !password)) return undefined
    const isGood = isSession(value, this.#secretOf(password)) && !this.#ended.has(value)
    return isGood && issuedAt(value) >= this.#since ? owner : undefined
  }

  /** Ends one session. */
  end(value: string): void {
    if (!this.find(value)) return
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

  #secretOf(password: PasswordHash | undefined): string {
    if (!password) return this.#writeToken
    return createHmac('sha256', this.#writeToken).update(password.hash).digest('base64url')
  }
}
