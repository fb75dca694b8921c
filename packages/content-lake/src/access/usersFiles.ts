import {join} from 'node:path'
import {LakeOpenError, messageOf} from '../errors.ts'
import {isThere, readJsonFile, writePrivateJson} from '../files.ts'
import {compileGrant, compileRefusal} from '../roles/compileRules.ts'
import {BUILT_IN_ROLES, type Grant, PERMISSIONS, type RefusalRule, type RoleDefinition} from '../roles/definitions.ts'
import {ConfigError, choiceAt, listAt, objectAt, optionalTextAt, textAt} from '../roles/readValues.ts'
import {findIdentity} from './identities.ts'
import {asPasswordHash, type PasswordHash} from './password.ts'

export interface UserDefinition {
  /** Used to sign in, and in the history. */
  id: string
  name: string
  email: string | undefined
  /** Role names; roles are additive. */
  roles: string[]
  password: PasswordHash | undefined
}

interface UsersFile {
  roles: RoleDefinition[]
  users: UserDefinition[]
}

/** Reads the users file. Throws LakeOpenError with the file, the place in it and the mistake. */
export const readUsersFile = (file: string): UsersFile => usersFrom(`The users in ${file}`, () => readJsonFile(file))

/** Validates the content of a users file. Throws LakeOpenError, which begins with `name`. */
export function usersFrom(name: string, read: () => unknown): UsersFile {
  try {
    return parseUsersFile(read())
  } catch (error) {
    throw new LakeOpenError(`${name} cannot be used: ${messageOf(error)}`)
  }
}

/** The file may leave the users to the lake's folder. Throws ConfigError. */
export function parseUsersFile(content: unknown): UsersFile {
  const root = objectAt('the file', content, ['roles', 'users'])
  const roles = listAt('roles', root.roles ?? [], parseRole)
  const names = [...BUILT_IN_ROLES, ...roles].map(({name}) => name)
  requireUnique('roles', names)
  return {roles, users: root.users === undefined ? [] : parseUsers(root.users, roles)}
}

/** Validates a list of users with these roles and the built-in ones. Throws ConfigError. */
export function parseUsers(value: unknown, roles: readonly RoleDefinition[]): UserDefinition[] {
  const known = new Set([...BUILT_IN_ROLES, ...roles].map(({name}) => name))
  const users = listAt('users', value, (place, user) => parseUser(place, user, known))
  const names = users.flatMap(({id, email}) => (email ? [id, email] : [id])).map((name) => name.toLowerCase())
  requireUnique('users', names)
  if (users.length === 0) throw new ConfigError('users', 'there is nobody in the list')
  return users
}

function requireUnique(place: string, names: string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new ConfigError(place, `"${twice}" is there twice`)
}

const NAME = /^[a-z][a-z0-9-]*$/i
const ROLE_FIELDS = ['name', 'title', 'description', 'grants', 'refusals']

function parseRole(place: string, value: unknown): RoleDefinition {
  const role = objectAt(place, value, ROLE_FIELDS)
  const name = textAt(`${place}.name`, role.name)
  if (!NAME.test(name)) throw new ConfigError(`${place}.name`, `"${name}" has to be letters, digits and hyphens`)
  return {
    name,
    title: optionalTextAt(`${place}.title`, role.title) ?? name,
    description: optionalTextAt(`${place}.description`, role.description) ?? '',
    grants: listAt(`${place}.grants`, role.grants, parseGrant),
    refusals: listAt(`${place}.refusals`, role.refusals ?? [], parseRefusal),
  }
}

function parseGrant(place: string, value: unknown): Grant {
  const {filter, permissions} = objectAt(place, value, ['filter', 'permissions'])
  const grant = {
    filter: textAt(`${place}.filter`, filter),
    permissions: listAt(`${place}.permissions`, permissions, (_, permission) =>
      choiceAt(`${place}.permissions`, permission, PERMISSIONS),
    ),
  }
  requireFilter(`${place}.filter`, () => compileGrant(grant))
  return grant
}

function parseRefusal(place: string, value: unknown): RefusalRule {
  const {name, filter, texts, message} = objectAt(place, value, ['name', 'filter', 'texts', 'message'])
  const rule: RefusalRule = {
    name: textAt(`${place}.name`, name),
    filter: textAt(`${place}.filter`, filter),
    ...(texts !== undefined && {texts: listAt(`${place}.texts`, texts, textAt)}),
    message: textAt(`${place}.message`, message),
  }
  requireFilter(`${place}.filter`, () => compileRefusal(rule))
  return rule
}

function requireFilter(place: string, compile: () => unknown): void {
  try {
    compile()
  } catch (error) {
    throw new ConfigError(place, `not a valid filter: ${messageOf(error)}`)
  }
}

const ID = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/
const EMAIL = /^[^\s@]+@[^\s@]+$/

function parseUser(place: string, value: unknown, roles: ReadonlySet<string>): UserDefinition {
  const user = objectAt(place, value, ['id', 'name', 'email', 'roles', 'password'])
  const id = textAt(`${place}.id`, user.id)
  if (!ID.test(id)) throw new ConfigError(`${place}.id`, `"${id}" has to be letters, digits, hyphens and underscores`)
  if (findIdentity(id)) throw new ConfigError(`${place}.id`, `"${id}" is a name that the lake itself uses`)
  const email = optionalTextAt(`${place}.email`, user.email)
  if (email !== undefined && !EMAIL.test(email)) throw new ConfigError(`${place}.email`, `"${email}" is no address`)
  return {
    id,
    name: textAt(`${place}.name`, user.name),
    email,
    roles: listAt(`${place}.roles`, user.roles, (_, role) => asRole(`${place}.roles`, role, roles)),
    password: parsePassword(`${place}.password`, user.password),
  }
}

function asRole(place: string, value: unknown, roles: ReadonlySet<string>): string {
  const name = textAt(place, value)
  if (!roles.has(name)) throw new ConfigError(place, `there is no role "${name}", only ${[...roles].join(', ')}`)
  return name
}

function parsePassword(place: string, value: unknown): PasswordHash | undefined {
  if (value === undefined) return undefined
  const hash = asPasswordHash(value)
  if (!hash)
    throw new ConfigError(place, 'a scrypt hash is expected, or nothing: set it with --set-password --user <id>')
  return hash
}

/** A one-time link by which somebody sets their password. */
export interface PasswordLink {
  user: string
  /** Hash of the link's code: the file grants nothing to who reads it. */
  hash: string
  expires: number
}

export interface FormerUser {
  id: string
  name: string
}

/** The people of a lake that manages them itself. Their passwords are kept apart. */
export interface PeopleFile {
  users: readonly UserDefinition[]
  removed: readonly FormerUser[]
  links: readonly PasswordLink[]
}

export const peopleFileOf = (dir: string): string => join(dir, 'people.json')

/** Reads the people in the lake's folder; undefined until they are first changed through the API. Throws LakeOpenError. */
export function readPeopleFile(dir: string, roles: readonly RoleDefinition[]): PeopleFile | undefined {
  const file = peopleFileOf(dir)
  try {
    if (!isThere(file)) return undefined
    const root = objectAt('the file', readJsonFile(file), ['users', 'removed', 'links'])
    return {
      users: parseUsers(root.users, roles),
      removed: listAt('removed', root.removed, parseFormer),
      links: listAt('links', root.links, parseLink),
    }
  } catch (error) {
    const reason = messageOf(error)
    throw new LakeOpenError(
      `The people in ${file} cannot be used: ${reason}. Correct it; if it is deleted, the people of the users file count again.`,
    )
  }
}

function parseFormer(place: string, value: unknown): FormerUser {
  const {id, name} = objectAt(place, value, ['id', 'name'])
  return {id: textAt(place, id), name: textAt(place, name)}
}

function parseLink(place: string, value: unknown): PasswordLink {
  const {user, hash, expires} = objectAt(place, value, ['user', 'hash', 'expires'])
  return {user: textAt(place, user), hash: textAt(place, hash), expires: Number(expires)}
}

export function writePeopleFile(dir: string, {users, removed, links}: PeopleFile): void {
  const withoutPasswords = users.map(({password: _password, ...user}) => user)
  writePrivateJson(peopleFileOf(dir), {users: withoutPasswords, removed, links})
}
