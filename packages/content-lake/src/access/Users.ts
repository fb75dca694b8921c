import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {LakeOpenError} from '../errors.ts'
import {Roles} from '../roles/Roles.ts'
import type {Identity} from '../types.ts'
import {asPasswordHash, checkPassword, hashPassword, type PasswordHash, wordsOf} from './password.ts'
import type {UserDefinition} from './readUsersFile.ts'
import {readUsersFile} from './readUsersFile.ts'
import {writePrivateFile} from './writePrivateFile.ts'

const WRITING = new Set(['create', 'update'])

/** Named users, if the lake has any. */
export class Users {
  readonly roles: Roles
  readonly #users: readonly UserDefinition[]
  readonly #passwords: Map<string, PasswordHash>
  readonly #identities: ReadonlyMap<string, Identity>

  constructor(users: readonly UserDefinition[], roles: Roles) {
    this.#users = users
    this.roles = roles
    this.#passwords = new Map(users.flatMap(({id, password}) => (password ? [[id, password]] : [])))
    this.#identities = new Map(users.map((user) => [user.id, identityOf(user, roles)]))
  }

  /** Whether there are any. Without, there is one editor with all rights. */
  get haveNames(): boolean {
    return this.#users.length > 0
  }

  get all(): readonly Identity[] {
    return Array.from(this.#identities.values())
  }

  /** Ids of users without a password. */
  get withoutPassword(): string[] {
    return this.#users.map(({id}) => id).filter((id) => !this.#passwords.has(id))
  }

  find(id: string): Identity | undefined {
    return this.#identities.get(id)
  }

  passwordOf(id: string): PasswordHash | undefined {
    return this.#passwords.get(id)
  }

  /** Replaces a user's password hash. */
  setPassword(id: string, hash: PasswordHash): void {
    this.#passwords.set(id, hash)
  }

  /** Finds a user by id or email, ignoring case. */
  named(name: string): Identity | undefined {
    const asked = name.trim().toLowerCase()
    const user = this.#users.find(({id, email}) => id.toLowerCase() === asked || email?.toLowerCase() === asked)
    return user && this.find(user.id)
  }
}

function identityOf({id, name, email, roles}: UserDefinition, known: Roles): Identity {
  const reader: Identity = {id, name, roles, rights: 'read', ...(email && {email})}
  const mayWrite = known
    .rolesOf(reader)
    .some(({grants}) => grants.some(({permissions}) => permissions.some((permission) => WRITING.has(permission))))
  return mayWrite ? {...reader, rights: 'write'} : reader
}

/** Reads the users file, with the passwords saved in the lake's folder. Throws LakeOpenError. */
export function resolveUsers(file: string | undefined, dir: string): Users {
  if (file === undefined) return new Users([], new Roles())
  const {users, roles} = readUsersFile(file)
  const passwords = readUserPasswords(dir)
  return new Users(
    users.map((user) => ({...user, password: passwords.get(user.id) ?? user.password})),
    new Roles(roles),
  )
}

const fileOf = (dir: string) => join(dir, 'user-passwords.json')

/** Reads the saved password hashes, by user id. Throws one sentence for an unreadable file. */
function readUserPasswords(dir: string): Map<string, PasswordHash> {
  const file = fileOf(dir)
  if (!existsSync(file)) return new Map()
  const unreadable = new LakeOpenError(
    `${file} cannot be read. Delete it and set the passwords again with --set-password --user <id>.`,
  )
  let kept: unknown
  try {
    kept = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw unreadable
  }
  if (typeof kept !== 'object' || kept === null) throw unreadable
  return new Map(
    Object.entries(kept).map(([id, value]) => {
      const hash = asPasswordHash(value)
      if (!hash) throw unreadable
      return [id, hash]
    }),
  )
}

/** Validates and saves a user's password. Throws one sentence for an unsuitable one. */
export function saveUserPassword(dir: string, user: Pick<Identity, 'id' | 'name' | 'email'>, password: string): void {
  checkPassword(password, wordsOf(user))
  saveUserPasswordHash(dir, user.id, hashPassword(password))
}

export function saveUserPasswordHash(dir: string, id: string, hash: PasswordHash): void {
  const kept = readUserPasswords(dir).set(id, hash)
  writePrivateFile(fileOf(dir), `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}
