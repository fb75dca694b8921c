/** A permission that only some editors have. */
export type Ability =
  /** Publishing pages and what they show. */
  | 'publish'
  /** The layout of a page. */
  | 'layout'
  /** A page's middleware, such as its embargo. */
  | 'middleware'
  /** Site settings and navigation. */
  | 'settings'
  /** Publishing claims. */
  | 'claims'
  /** Tools for queries. */
  | 'developerTools'
  /** Who may sign in, and with which roles. */
  | 'people'

/**
 * Abilities by role: the roles of `lakeRoles.ts`, and hosted Sanity's `editor`. Other roles have none. The embedded lake
 * enforces the same through `lakeRoles.ts`; a test compares the two.
 */
const abilities = {
  administrator: ['publish', 'layout', 'middleware', 'settings', 'claims', 'developerTools', 'people'],
  developer: ['publish', 'layout', 'middleware', 'settings', 'developerTools'],
  reviewer: ['publish', 'middleware', 'settings', 'claims'],
  marketer: ['publish'],
  // Hosted Sanity has a role of this name as well, which cannot publish either.
  contributor: [],
  // Hosted Sanity without custom roles: editors count as reviewers.
  editor: ['publish', 'middleware', 'settings', 'claims'],
} as const satisfies Record<string, readonly Ability[]>

/** A role that the Studio knows; `lakeRoles.ts` has no other. */
export type RoleName = keyof typeof abilities

const abilitiesByName: ReadonlyMap<string, readonly Ability[]> = new Map(Object.entries(abilities))

interface User {
  roles: readonly {name: string}[]
}

/** Returns whether a user has an ability; false without a user. */
export function hasAbility(user: User | null | undefined, ability: Ability): boolean {
  return user?.roles.some(({name}) => abilitiesByName.get(name)?.includes(ability)) ?? false
}
