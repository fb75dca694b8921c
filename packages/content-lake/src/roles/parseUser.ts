import {findIdentity} from '../access/identities.ts'
import {asPasswordHash, type PasswordHash} from '../access/password.ts'
import {FileMistake, listAt, objectAt, optionalTextAt, textAt} from './readValues.ts'
import type {UserDefinition} from './UserDefinition.ts'

const ID = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/
const EMAIL = /^[^\s@]+@[^\s@]+$/

/** Checks one user of a file. Throws FileMistake. */
export function parseUser(place: string, value: unknown, roles: ReadonlySet<string>): UserDefinition {
  const user = objectAt(place, value, ['id', 'name', 'email', 'roles', 'password'])
  const id = textAt(`${place}.id`, user.id)
  if (!ID.test(id)) throw new FileMistake(`${place}.id`, `"${id}" has to be letters, digits, hyphens and underscores`)
  if (findIdentity(id)) throw new FileMistake(`${place}.id`, `"${id}" is a name that the lake itself uses`)
  const email = optionalTextAt(`${place}.email`, user.email)
  if (email !== undefined && !EMAIL.test(email)) throw new FileMistake(`${place}.email`, `"${email}" is no address`)
  return {
    id,
    name: textAt(`${place}.name`, user.name),
    email,
    roles: listAt(`${place}.roles`, user.roles).map((role) => asRole(`${place}.roles`, role, roles)),
    password: parsePassword(`${place}.password`, user.password),
  }
}

function asRole(place: string, value: unknown, roles: ReadonlySet<string>): string {
  const name = textAt(place, value)
  if (!roles.has(name)) throw new FileMistake(place, `there is no role "${name}", only ${[...roles].join(', ')}`)
  return name
}

function parsePassword(place: string, value: unknown): PasswordHash | undefined {
  if (value === undefined) return undefined
  const hash = asPasswordHash(value)
  if (!hash)
    throw new FileMistake(place, 'a scrypt hash is expected, or nothing: set it with --set-password --user <id>')
  return hash
}
