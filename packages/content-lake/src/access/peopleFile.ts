import {join} from 'node:path'
import {LakeOpenError, messageOf} from '../errors.ts'
import {isThere, readJsonFile} from '../files.ts'
import type {RoleDefinition} from '../roles/definitions.ts'
import {listAt, objectAt, textAt} from '../roles/readValues.ts'
import {writePrivateJson} from './privateFile.ts'
import {parseUsers, type UserDefinition} from './readUsersFile.ts'

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
