/** What not everybody who edits may do. */
export type Ability =
  /** The layout of a page. */
  | 'layout'
  /** A page's middleware: whether it is kept back. */
  | 'middleware'
  /** Site settings and navigation. */
  | 'settings'
  /** Publishing claims. */
  | 'claims'
  /** Tools that show content as data. */
  | 'developerTools'

/**
 * Who may do what, by role: the four of `roles.ts`, and hosted Sanity's own where it has no others. Any other role may
 * do none of it. The embedded lake enforces the same by `roles.ts`; a test compares the two.
 */
const abilities: Readonly<Record<string, readonly Ability[]>> = {
  administrator: ['layout', 'middleware', 'settings', 'claims', 'developerTools'],
  developer: ['layout', 'middleware', 'settings', 'developerTools'],
  reviewer: ['middleware', 'settings', 'claims'],
  marketer: [],
  // Hosted Sanity's, on plans without roles of one's own: an editor is trusted as a reviewer is.
  editor: ['middleware', 'settings', 'claims'],
}

/** Somebody who is signed in, as far as it matters here. */
interface Person {
  roles: readonly {name: string}[]
}

/** May somebody do this? Nobody may until it is known who they are. */
export function may(person: Person | null | undefined, ability: Ability): boolean {
  return person?.roles.some(({name}) => abilities[name]?.includes(ability)) ?? false
}
