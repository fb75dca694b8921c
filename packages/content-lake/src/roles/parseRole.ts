import {compileGrant} from './compileGrant.ts'
import {compileRefusal} from './compileRefusal.ts'
import {type Grant, PERMISSIONS, type Permission, type RefusalRule, type RoleDefinition} from './RoleDefinition.ts'
import {FileMistake, listAt, objectAt, optionalTextAt, textAt} from './readValues.ts'

const NAME = /^[a-z][a-z0-9-]*$/i

/** Checks one role of a file, its filters included. Throws FileMistake. */
export function parseRole(place: string, value: unknown): RoleDefinition {
  const {name, title, description, grants, refusals} = objectAt(place, value, [
    'name',
    'title',
    'description',
    'grants',
    'refusals',
  ])
  const known = textAt(`${place}.name`, name)
  if (!NAME.test(known)) throw new FileMistake(`${place}.name`, `"${known}" has to be letters, digits and hyphens`)
  return {
    name: known,
    title: optionalTextAt(`${place}.title`, title) ?? known,
    description: optionalTextAt(`${place}.description`, description) ?? '',
    grants: listAt(`${place}.grants`, grants).map((grant, index) => parseGrant(`${place}.grants[${index}]`, grant)),
    refusals: listAt(`${place}.refusals`, refusals ?? []).map((rule, index) =>
      parseRefusal(`${place}.refusals[${index}]`, rule),
    ),
  }
}

function parseGrant(place: string, value: unknown): Grant {
  const {filter, permissions} = objectAt(place, value, ['filter', 'permissions'])
  const grant = {
    filter: textAt(`${place}.filter`, filter),
    permissions: listAt(`${place}.permissions`, permissions).map((permission) => asPermission(place, permission)),
  }
  requireFilter(`${place}.filter`, () => compileGrant(grant))
  return grant
}

function parseRefusal(place: string, value: unknown): RefusalRule {
  const {name, filter, message} = objectAt(place, value, ['name', 'filter', 'message'])
  const rule = {
    name: textAt(`${place}.name`, name),
    filter: textAt(`${place}.filter`, filter),
    message: textAt(`${place}.message`, message),
  }
  requireFilter(`${place}.filter`, () => compileRefusal(rule))
  return rule
}

function asPermission(place: string, value: unknown): Permission {
  const permission = PERMISSIONS.find((known) => known === value)
  if (!permission) {
    throw new FileMistake(`${place}.permissions`, `${JSON.stringify(value)} is not one of ${PERMISSIONS.join(', ')}`)
  }
  return permission
}

function requireFilter(place: string, compile: () => unknown): void {
  try {
    compile()
  } catch (error) {
    throw new FileMistake(place, `not a valid filter: ${error instanceof Error ? error.message : String(error)}`)
  }
}
