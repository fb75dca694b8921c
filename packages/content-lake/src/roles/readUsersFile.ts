import {readFileSync} from 'node:fs'
import {LakeOpenError} from '../errors.ts'
import {BUILT_IN_ROLES} from './builtInRoles.ts'
import {parseRole} from './parseRole.ts'
import {parseUser} from './parseUser.ts'
import type {RoleDefinition} from './RoleDefinition.ts'
import {FileMistake, listAt, objectAt} from './readValues.ts'
import type {UserDefinition} from './UserDefinition.ts'

interface UsersFile {
  roles: RoleDefinition[]
  users: UserDefinition[]
}

/** Reads a file of users and roles. Throws LakeOpenError with the file, the place in it and what is wrong there. */
export function readUsersFile(file: string): UsersFile {
  try {
    return parseUsersFile(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const place = error instanceof FileMistake ? `${error.place}: ` : ''
    throw new LakeOpenError(`The users in ${file} cannot be used: ${place}${reason}`)
  }
}

/** Checks what a file of users and roles holds. Throws FileMistake. */
export function parseUsersFile(content: unknown): UsersFile {
  const root = objectAt('the file', content, ['roles', 'users'])
  const roles = listAt('roles', root.roles ?? []).map((role, index) => parseRole(`roles[${index}]`, role))
  const known = new Set([...BUILT_IN_ROLES, ...roles].map(({name}) => name))
  const users = listAt('users', root.users).map((user, index) => parseUser(`users[${index}]`, user, known))
  requireUnique(
    'roles',
    [...BUILT_IN_ROLES, ...roles].map(({name}) => name),
  )
  requireUnique(
    'users',
    users.flatMap(({id, email}) => (email ? [id, email] : [id])).map((name) => name.toLowerCase()),
  )
  if (users.length === 0) throw new FileMistake('users', 'there is nobody in the list')
  return {roles, users}
}

function requireUnique(place: string, names: string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new FileMistake(place, `"${twice}" is there twice`)
}
