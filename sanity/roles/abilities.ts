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
const abilities: Readonly<Record<string, readonly Ability[]>> = {
  administrator: ['publish', 'layout', 'middleware', 'settings', 'claims', 'developerTools', 'people'],
  developer: ['publish', 'layout', 'middleware', 'settings', 'developerTools'],
  reviewer: ['publish', 'middleware', 'settings', 'claims'],
  marketer: ['publish'],
  // Hosted Sanity has a role of this name as well, which cannot publish either.
  contributor: [],
  // Hosted Sanity without custom roles: editors count as reviewers.
  editor: ['publish', 'middleware', 'settings', 'claims'],
}

interface User {
  roles: readonly {name: string}[]
}

/** Returns whether a user has an ability; false without a user. */
export function hasAbility(user: User | null | undefined, ability: Ability): boolean {
  return user?.roles.some(({name}) => abilities[name]?.includes(ability)) ?? false
}
