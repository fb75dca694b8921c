/** What a grant can allow, in hosted Sanity's words. */
export const PERMISSIONS = ['read', 'history', 'create', 'update', 'editHistory', 'manage'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** Allows something with the documents that a GROQ filter matches. */
export interface Grant {
  filter: string
  permissions: Permission[]
}

/** Forbids changes that a GROQ delta filter matches, such as those of certain fields. */
export interface RefusalRule {
  name: string
  filter: string
  /** What to tell whoever is refused. */
  message: string
}

export interface RoleDefinition {
  name: string
  title: string
  description: string
  grants: Grant[]
  refusals: RefusalRule[]
}
