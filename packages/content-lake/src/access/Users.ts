import {join} from 'node:path'
import {LakeOpenError, messageOf} from '../errors.ts'
import {readIfReadable, readPrivateJson, writePrivateJson} from '../files.ts'
import {isRecord} from '../json.ts'
import {createListeners} from '../listeners.ts'
import {Roles} from '../roles/Roles.ts'
import type {Identity} from '../types.ts'
import {asPasswordHash, checkPassword, guessableWords, hashPassword, type PasswordHash} from './password.ts'
import {type FormerUser, peopleFileOf, readPeopleFile, readUsersFile, type UserDefinition} from './usersFiles.ts'

const WRITING = new Set(['create', 'update'])

interface UsersState {
  definitions: readonly UserDefinition[]
  roles: Roles
  former: readonly FormerUser[]
}

/** Named users and their roles, if the lake has any. Both may be replaced while it runs. */
export class Users {
  readonly #changed = createListeners<void>()
  readonly onChange = this.#changed.add
  #state: UsersState

  constructor(state: UsersState) {
    this.#state = state
  }

  get roles(): Roles {
    return this.#state.roles
  }

  get definitions(): readonly UserDefinition[] {
    return this.#state.definitions
  }

  get former(): readonly FormerUser[] {
    return this.#state.former
  }

  /** Replaces users, roles, or those who were removed, and notifies subscribers. */
  replace(change: Partial<UsersState>): void {
    this.#state = {...this.#state, ...change}
    this.#changed.call()
  }

  /** Whether there are any. Without, there is one editor with all rights. */
  get haveNames(): boolean {
    return this.definitions.length > 0
  }

  get all(): readonly Identity[] {
    return this.definitions.map((user) => identityOf(user, this.roles))
  }

  find(id: string): Identity | undefined {
    const user = this.#definitionOf(id)
    return user && identityOf(user, this.roles)
  }

  passwordOf(id: string): PasswordHash | undefined {
    return this.#definitionOf(id)?.password
  }

  setPassword(id: string, password: PasswordHash): void {
    const definitions = this.definitions.map((user) => (user.id === id ? {...user, password} : user))
    this.#state = {...this.#state, definitions}
  }

  /** Finds a user by id or email, ignoring case. */
  named(name: string): Identity | undefined {
    const wanted = name.trim().toLowerCase()
    const user = this.definitions.find(({id, email}) => id.toLowerCase() === wanted || email?.toLowerCase() === wanted)
    return user && identityOf(user, this.roles)
  }

  #definitionOf(id: string): UserDefinition | undefined {
    return this.definitions.find((user) => user.id === id)
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
  return new Users(file === undefined ? {definitions: [], roles: new Roles(), former: []} : readUsers(file, dir).state)
}

/** The users: those of the folder once they were changed through the API, else those of the file. Throws LakeOpenError. */
export const readUsers = (file: string, dir: string) => usersIn(dir, readUsersFile(file), `The users in ${file}`)

/** The users of a folder, by the content of a users file, which is called `place`. Throws LakeOpenError. */
export function usersIn(dir: string, {users: named, roles}: ReturnType<typeof readUsersFile>, place: string) {
  const kept = readPeopleFile(dir, roles)
  if (!kept && named.length === 0)
    throw new LakeOpenError(`${place} cannot be used: users: there is nobody in the list`)
  const passwords = readUserPasswords(dir)
  const definitions = (kept?.users ?? named).map((user) => ({
    ...user,
    password: passwords.get(user.id) ?? user.password,
  }))
  return {
    state: {definitions, roles: new Roles(roles), former: kept?.removed ?? []},
    named,
    isKept: kept !== undefined,
  }
}

const WATCH_MS = 1000

/**
 * Follows the users file, the people in the folder and the saved passwords, and applies their changes. While one of
 * them has a mistake, users and roles stay as they were, and `log` gets a sentence; it gets another one once the people
 * in the file no longer count. Returns a cleanup function.
 */
export function watchUsers(
  users: Users,
  {file, dir, log}: {file: string; dir: string; log: (message: string) => void},
): () => void {
  // `fs.watchFile` misses a change before its first look, which comes some time after the call.
  const contents = () => [file, peopleFileOf(dir), fileOf(dir)].map(readIfReadable).join('\n')
  const factsOf = ({definitions, roles, former}: UsersState) => JSON.stringify([definitions, roles.defined, former])
  let seen = contents()
  let named = JSON.stringify(readUsersFile(file).users)
  const read = () => {
    const text = contents()
    if (text === seen) return
    seen = text
    try {
      const found = readUsers(file, dir)
      const before = named
      named = JSON.stringify(found.named)
      if (found.isKept && named !== before) {
        log(`The people of ${file} are not read any more: they are managed in the Studio. Its roles still count.`)
      }
      if (factsOf(found.state) === factsOf(users)) return
      users.replace(found.state)
      log(`The people and roles of ${file} have changed and count from now on.`)
    } catch (error) {
      const reason = messageOf(error)
      log(`${reason} Until that is corrected, the people and roles from before stay in force.`)
    }
  }
  const timer = setInterval(read, WATCH_MS).unref()
  return () => clearInterval(timer)
}

const fileOf = (dir: string) => join(dir, 'user-passwords.json')

/** Reads the saved password hashes, by user id. Throws LakeOpenError for an unreadable file. */
function readUserPasswords(dir: string): Map<string, PasswordHash> {
  const remedy = 'cannot be read. Delete it and set the passwords again with --set-password --user <id>.'
  return readPrivateJson(fileOf(dir), asPasswordHashes, remedy) ?? new Map()
}

function asPasswordHashes(content: unknown): Map<string, PasswordHash> | undefined {
  if (!isRecord(content)) return undefined
  const hashes = new Map<string, PasswordHash>()
  for (const [id, value] of Object.entries(content)) {
    const hash = asPasswordHash(value)
    if (!hash) return undefined
    hashes.set(id, hash)
  }
  return hashes
}

/** Validates and saves a user's password. Throws one sentence for an unsuitable one. */
export function saveUserPassword(dir: string, user: Pick<Identity, 'id' | 'name' | 'email'>, password: string): void {
  checkPassword(password, guessableWords(user))
  saveUserPasswordHash(dir, user.id, hashPassword(password))
}

export function saveUserPasswordHash(dir: string, id: string, hash: PasswordHash): void {
  writePasswords(dir, readUserPasswords(dir).set(id, hash))
}

export function removeUserPassword(dir: string, id: string): void {
  const kept = readUserPasswords(dir)
  if (kept.delete(id)) writePasswords(dir, kept)
}

const writePasswords = (dir: string, passwords: ReadonlyMap<string, PasswordHash>): void =>
  writePrivateJson(fileOf(dir), Object.fromEntries(passwords))
