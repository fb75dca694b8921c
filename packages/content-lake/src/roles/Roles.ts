import {isPublicId} from '../documentIds.ts'
import type {Identity, JsonObject, LakeDocument} from '../types.ts'
import {
  type CompiledRefusal,
  compileGrant,
  compileRefusal,
  isForEverything,
  type MatchesGrant,
  type RuledChange,
} from './compileRules.ts'
import type {Permission, RoleDefinition} from './definitions.ts'
import {BUILT_IN_ROLES} from './definitions.ts'

interface CompiledRole {
  definition: RoleDefinition
  grants: {permissions: ReadonlySet<Permission>; matches: MatchesGrant}[]
  refusals: CompiledRefusal[]
}

interface JudgedChange {
  permission: Permission
  change: RuledChange
  ruled: RuledChange
}

/** Which documents somebody sees besides those that everybody sees. */
interface ReadPermissions {
  /** The same for all who see the same. */
  key: string
  canRead(document: LakeDocument): boolean
}

const compile = (definition: RoleDefinition): CompiledRole => ({
  definition,
  grants: definition.grants.map((grant) => ({permissions: new Set(grant.permissions), matches: compileGrant(grant)})),
  refusals: definition.refusals.map(compileRefusal),
})

/** What the roles of named users allow and refuse. Whoever has no roles, such as a token, is not restricted by them. */
export class Roles {
  /** Those of the file. */
  readonly defined: readonly RoleDefinition[]
  readonly #byName: ReadonlyMap<string, CompiledRole>

  constructor(defined: readonly RoleDefinition[] = []) {
    this.defined = defined
    this.#byName = new Map(this.all.map((definition) => [definition.name, compile(definition)]))
  }

  /** The built-in ones, too. */
  get all(): readonly RoleDefinition[] {
    return [...BUILT_IN_ROLES, ...this.defined]
  }

  /** The roles of an identity as they are defined. */
  rolesOf({roles = []}: Identity): RoleDefinition[] {
    return this.#compiledOf(roles).map(({definition}) => definition)
  }

  allows(identity: Identity, permission: Permission, document: LakeDocument): boolean {
    if (!identity.roles) return true
    return this.#compiledOf(identity.roles).some((role) => grants(role, permission, document, identity.id))
  }

  /** Whether somebody's roles let them do everything with every document. */
  mayManage(identity: Identity): boolean {
    return this.rolesOf(identity).some(({grants}) =>
      grants.some((grant) => grant.permissions.includes('manage') && isForEverything(grant)),
    )
  }

  /**
   * Why a change is refused although it is granted; undefined if it is not. Roles add up: it takes one that grants the
   * change, in the state before and in the state after, and does not refuse it. `ruled` is what the refusals look at.
   */
  findRefusal(identity: Identity, {permission, change, ruled}: JudgedChange): CompiledRefusal | undefined {
    if (!identity.roles) return undefined
    const states = [change.before, change.after].filter((state): state is LakeDocument => state !== null)
    let found: CompiledRefusal | undefined
    for (const role of this.#compiledOf(identity.roles)) {
      const granted = states.filter((state) => grants(role, permission, state, identity.id))
      if (granted.length === 0) continue
      const refusal = role.refusals.find(({refuses}) => refuses(ruled, identity.id))
      if (!refusal && granted.length === states.length) return undefined
      found ??= refusal
    }
    return found
  }

  /** What somebody with roles sees; undefined for everything. What is public everybody sees. */
  readPermissions(identity: Identity): ReadPermissions | undefined {
    const {id, roles} = identity
    if (!roles) return undefined
    const reading = this.rolesOf(identity).flatMap((role) => role.grants.filter(mayRead))
    if (reading.some(isForEverything)) return undefined
    const isPersonal = reading.some(({filter}) => /\bidentity\b/.test(filter))
    return {
      key: JSON.stringify([roles, isPersonal ? id : null]),
      canRead: (document) => isPublicId(document._id) || this.allows(identity, 'read', document),
    }
  }

  /** Whether somebody's roles let them see every state that any document was in. */
  canReadAllHistory(identity: Identity): boolean {
    const grants = this.rolesOf(identity).flatMap((role) => role.grants.filter(isForEverything))
    return (['read', 'history'] as const).every((needed) =>
      grants.some(({permissions}) => permissions.includes(needed)),
    )
  }

  /** The grants of all of somebody's roles, as hosted Sanity's `/acl` lists them. */
  aclOf(identity: Identity): JsonObject[] {
    const granted = this.rolesOf(identity).flatMap((role) => role.grants)
    const listed = granted.map(({filter, permissions}) => ({filter, permissions}))
    return [...listed, {filter: '_id in path("*")', permissions: ['read']}]
  }

  #compiledOf(names: readonly string[]): CompiledRole[] {
    return names.flatMap((name) => this.#byName.get(name) ?? [])
  }
}

const mayRead = ({permissions}: RoleDefinition['grants'][number]): boolean => permissions.includes('read')

const grants = (role: CompiledRole, permission: Permission, document: LakeDocument, identity: string): boolean =>
  role.grants.some(({permissions, matches}) => permissions.has(permission) && matches(document, identity))
