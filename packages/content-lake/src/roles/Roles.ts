import {isPublicId} from '../documentIds.ts'
import type {Identity, JsonObject, LakeDocument} from '../types.ts'
import {
  type CompiledRefusal,
  compileGrant,
  compileRefusal,
  isForEverything,
  type MatchesGrant,
  type StateChange,
} from './compileRules.ts'
import {BUILT_IN_ROLES, type Permission, type RoleDefinition} from './definitions.ts'
import {TransactionLimiter} from './limitRules.ts'

interface CompiledRole {
  definition: RoleDefinition
  grants: {permissions: ReadonlySet<Permission>; matches: MatchesGrant}[]
  refusals: CompiledRefusal[]
}

interface GrantedChange {
  permission: Permission
  change: StateChange
  compared: StateChange
}

const compile = (definition: RoleDefinition, options: {isLimited?: boolean}): CompiledRole => ({
  definition,
  grants: definition.grants.map((grant) => ({
    permissions: new Set(grant.permissions),
    matches: compileGrant(grant, options),
  })),
  refusals: definition.refusals.map(compileRefusal),
})

/** Evaluates the roles of named users. Identities without roles, such as tokens, are not restricted. */
export class Roles {
  readonly defined: readonly RoleDefinition[]
  readonly #byName: ReadonlyMap<string, CompiledRole>
  /** Limits the time of rules on the changes of a transaction. */
  readonly limiter = new TransactionLimiter()

  /** `isLimited: false` lifts the time limits, in a process that has its own. */
  constructor(defined: readonly RoleDefinition[] = [], options: {isLimited?: boolean} = {}) {
    this.defined = defined
    this.#byName = new Map(this.all.map((definition) => [definition.name, compile(definition, options)]))
  }

  get all(): readonly RoleDefinition[] {
    return [...BUILT_IN_ROLES, ...this.defined]
  }

  rolesOf({roles = []}: Identity): RoleDefinition[] {
    return this.#compiledOf(roles).map(({definition}) => definition)
  }

  /** Throws SlowRules. */
  allows(identity: Identity, permission: Permission, document: LakeDocument): boolean {
    if (!identity.roles) return true
    return this.#compiledOf(identity.roles).some((role) => grants(role, permission, document, identity.id))
  }

  /** Returns whether the identity has the `manage` permission on all documents. */
  mayManage(identity: Identity): boolean {
    return this.rolesOf(identity).some(({grants}) =>
      grants.some((grant) => grant.permissions.includes('manage') && isForEverything(grant)),
    )
  }

  /**
   * The rule that denies a granted change; undefined if none does. Roles are additive: one role has to grant the
   * change, in the states before and after, and not deny it. `compared` is the change as rules evaluate it.
   */
  findRefusal(identity: Identity, {permission, change, compared}: GrantedChange): CompiledRefusal | undefined {
    if (!identity.roles) return undefined
    const states = [change.before, change.after].filter((state) => state !== null)
    let found: CompiledRefusal | undefined
    for (const role of this.#compiledOf(identity.roles)) {
      const granted = states.filter((state) => grants(role, permission, state, identity.id))
      if (granted.length === 0) continue
      const refusal = role.refusals.find(({refuses}) => refuses(compared, identity.id))
      if (!refusal && granted.length === states.length) return undefined
      found ??= refusal
    }
    return found
  }

  /**
   * The documents that an identity with roles may read, public ones included; undefined for all. `key`: equal for identities
   * that may read the same documents.
   */
  readPermissions(identity: Identity): {key: string; canRead(document: LakeDocument): boolean} | undefined {
    const {id, roles} = identity
    if (!roles) return undefined
    const reading = this.rolesOf(identity).flatMap(({grants}) =>
      grants.filter(({permissions}) => permissions.includes('read')),
    )
    if (reading.some(isForEverything)) return undefined
    const isPersonal = reading.some(({filter}) => /\bidentity\b/.test(filter))
    return {
      key: JSON.stringify([roles, isPersonal ? id : null]),
      canRead: (document) => isPublicId(document._id) || this.allows(identity, 'read', document),
    }
  }

  /** Returns whether the identity may read every past state of every document. */
  canReadAllHistory(identity: Identity): boolean {
    const grants = this.rolesOf(identity).flatMap((role) => role.grants.filter(isForEverything))
    return (['read', 'history'] as const).every((needed) =>
      grants.some(({permissions}) => permissions.includes(needed)),
    )
  }

  /** All grants of an identity, as listed by hosted Sanity's `/acl`. */
  aclOf(identity: Identity): JsonObject[] {
    const granted = this.rolesOf(identity).flatMap((role) => role.grants)
    const listed = granted.map(({filter, permissions}) => ({filter, permissions}))
    return [...listed, {filter: '_id in path("*")', permissions: ['read']}]
  }

  #compiledOf(names: readonly string[]): CompiledRole[] {
    return names.flatMap((name) => this.#byName.get(name) ?? [])
  }
}

const grants = (role: CompiledRole, permission: Permission, document: LakeDocument, identity: string): boolean =>
  role.grants.some(({permissions, matches}) => permissions.has(permission) && matches(document, identity))
