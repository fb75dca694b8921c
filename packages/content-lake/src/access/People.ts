import {createHash, randomBytes} from 'node:crypto'
import {badRequest, conflict, notFound} from '../errors.ts'
import {ConfigError, listAt, objectAt} from '../roles/readValues.ts'
import type {Identity} from '../types.ts'
import type {PasswordHash} from './password.ts'
import {removeUserPassword, saveUserPasswordHash, type Users} from './Users.ts'
import {
  type PasswordLink,
  type PeopleFile,
  parseUsers,
  readPeopleFile,
  type UserDefinition,
  writePeopleFile,
} from './usersFiles.ts'

/** Lifetime of a link for setting a password. */
const LINK_MS = 3 * 24 * 60 * 60 * 1000
const MAX_PEOPLE = 500
const MAX_TEXT = 200

interface PeopleSources {
  dir: string
  /** Whether the lake was started with a users file, which defines the roles. */
  hasFile: boolean
  users: Users
  now?: () => number
}

/** A link as its maker sees it, once: only the hash of its code is kept. */
export interface IssuedLink {
  code: string
  expires: number
}

export type People = ReturnType<typeof createPeople>

/** Changes users while the lake runs. The first change moves them into its folder; roles stay in the users file. */
export function createPeople({dir, hasFile, users, now = Date.now}: PeopleSources) {
  let issued: readonly PasswordLink[] = (hasFile && readPeopleFile(dir, users.roles.defined)?.links) || []

  function linkExpiryOf(id: string): number | undefined {
    return issued.find((link) => link.user === id && isValid(link))?.expires
  }

  function add(value: unknown): {identity: Identity; link: IssuedLink} {
    const {definitions, former} = users
    const user = parse(value, definitions)
    if (user.id === 'me') throw badRequest('id: the API calls whoever asks "me"')
    if (definitions.length >= MAX_PEOPLE) throw conflict(`There are ${MAX_PEOPLE} people, which is the most`)
    if (former.some(({id}) => id.toLowerCase() === user.id.toLowerCase()))
      throw conflict(`"${user.id}" was somebody who has been removed, and the history names them: take another name`)
    // A hash left behind by an interrupted removal.
    removeUserPassword(dir, user.id)
    const {link, links} = linkFor(user.id)
    keep({users: [...definitions, user], links})
    return {identity: identityOf(user.id), link}
  }

  /** Changes name, address (null for none) or roles. Throws 400, 404 or 409. */
  function change(id: string, value: unknown): Identity {
    const {definitions} = users
    const known = definitionOf(id)
    const {email, ...changes} = fieldsOf(value, ['name', 'email', 'roles'])
    const address = email === undefined ? known.email : (email ?? undefined)
    const others = definitions.filter((one) => one.id !== id)
    const parsed = parse({id, name: known.name, roles: known.roles, ...changes, email: address}, others)
    const user = {...parsed, password: known.password}
    keep({users: definitions.map((one) => (one.id === id ? user : one))})
    return identityOf(id)
  }

  /** Revokes a person's password, sessions and earlier link, and makes a new link. Throws 404 or 409. */
  function renewLink(id: string): IssuedLink {
    definitionOf(id)
    const definitions = users.definitions.map((one) => (one.id === id ? {...one, password: undefined} : one))
    requireAdministrator(definitions)
    const {link, links} = linkFor(id)
    // A link is of no use before the password is gone. Should the disk refuse that, the password stays in force.
    keep({links})
    removeUserPassword(dir, id)
    users.replace({definitions})
    return link
  }

  /** Removes a person for good. Throws 404 or 409. */
  function remove(id: string): void {
    const {name} = definitionOf(id)
    keep({
      users: users.definitions.filter((one) => one.id !== id),
      removed: [...users.former, {id, name}],
      links: issued.filter(({user}) => user !== id),
    })
    removeUserPassword(dir, id)
  }

  function ownerOf(code: string): Identity | undefined {
    const hash = hashOf(code)
    const link = issued.find((known) => known.hash === hash && isValid(known))
    return link && users.find(link.user)
  }

  /** Sets the password of a link's owner, and uses the link up. Returns whether the link was valid. */
  function redeem(code: string, password: PasswordHash): boolean {
    const owner = ownerOf(code)
    if (!owner) return false
    saveUserPasswordHash(dir, owner.id, password)
    users.setPassword(owner.id, password)
    keep({links: issued.filter(({user}) => user !== owner.id)})
    return true
  }

  /** A link is for somebody without a password: it ends if the command line sets one. */
  function isValid({user, expires}: PasswordLink): boolean {
    return expires > now() && users.passwordOf(user) === undefined
  }

  function linkFor(id: string): {link: IssuedLink; links: PasswordLink[]} {
    const code = randomBytes(32).toString('base64url')
    const expires = now() + LINK_MS
    return {
      link: {code, expires},
      links: [...issued.filter(({user}) => user !== id), {user: id, hash: hashOf(code), expires}],
    }
  }

  /** Puts a change on disk, then in force. */
  function keep(change: Partial<PeopleFile>): void {
    if (!hasFile) throw conflict('This lake names nobody: start it with --users')
    const {users: next = users.definitions, removed = users.former, links = issued} = change
    requireAdministrator(next)
    // The first change copies the file's passwords into the folder.
    if (!readPeopleFile(dir, users.roles.defined)) {
      for (const {id, password} of users.definitions) if (password) saveUserPasswordHash(dir, id, password)
    }
    const valid = links.filter(({expires}) => expires > now())
    writePeopleFile(dir, {users: next, removed, links: valid})
    issued = valid
    if (change.users) users.replace({definitions: next, former: removed})
  }

  /** Only those with a password count: others may never come. */
  function requireAdministrator(next: readonly UserDefinition[]): void {
    const {definitions, roles} = users
    const isOne = ({id, name, roles: own, password}: UserDefinition) =>
      password !== undefined && roles.mayManage({id, name, roles: own, rights: 'read'})
    if (definitions.some(isOne) && !next.some(isOne)) {
      throw conflict('Nobody would be left to manage people: first make somebody an administrator who has a password')
    }
  }

  /** Validates a person by the rules of the users file, together with all others. */
  function parse(value: unknown, others: readonly UserDefinition[]): UserDefinition {
    const person = fieldsOf(value, ['id', 'name', 'email', 'roles'])
    const known = others.map((one) => ({...one, password: undefined}))
    const parsed = checked(() => parseUsers([...known, person], users.roles.defined)).at(-1)
    if (!parsed || parsed.roles.length === 0) throw badRequest('roles: at least one is needed')
    return {...parsed, roles: [...new Set(parsed.roles)]}
  }

  function fieldsOf(value: unknown, names: readonly string[]): Record<string, unknown> {
    const fields = checked(() => objectAt('person', value, names))
    const roles = checked(() => listAt('roles', fields.roles ?? [], (_, role) => role))
    const isBad = (text: unknown) => typeof text === 'string' && (text.length > MAX_TEXT || /\p{Cc}/u.test(text))
    if ([...Object.values(fields), ...roles].some(isBad))
      throw badRequest(`A text is longer than ${MAX_TEXT} characters, or has control characters`)
    return fields
  }

  function definitionOf(id: string): UserDefinition {
    const known = users.definitions.find((user) => user.id === id)
    if (!known) throw notFound('There is no such person')
    return known
  }

  function identityOf(id: string): Identity {
    const identity = users.find(id)
    if (!identity) throw notFound('There is no such person')
    return identity
  }

  return {linkExpiryOf, add, change, renewLink, remove, ownerOf, redeem}
}

/** Answers a mistake in what a client sent, judged by the rules of the users file, with 400. */
function checked<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw badRequest(error.message.replace(/^users\[\d+\](:|\.)/, (_place, mark) => (mark === ':' ? 'person:' : '')))
  }
}

const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64url')
