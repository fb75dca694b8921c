/** Permissions, as hosted Sanity names them. */
export const PERMISSIONS = ['read', 'history', 'create', 'update', 'editHistory', 'manage'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** Grants permissions on documents that match a GROQ filter. */
export interface Grant {
  filter: string
  permissions: Permission[]
}

/** Denies changes that match a GROQ delta filter, and texts if it names any. */
export interface RefusalRule {
  name: string
  filter: string
  /** Narrows it to documents with a text, at any depth, that contains one of these; case does not count. */
  texts?: readonly string[]
  /** Shown to the user. */
  message: string
}

export interface RoleDefinition {
  name: string
  title: string
  description: string
  grants: Grant[]
  refusals: RefusalRule[]
}

/** Matches every document, also when evaluated by the Studio. */
export const EVERYTHING = 'defined(_id)'

/** Built-in roles; the users file can define more. */
export const BUILT_IN_ROLES: readonly RoleDefinition[] = [
  {
    name: 'administrator',
    title: 'Administrator',
    description: 'Reads and changes everything',
    grants: [{filter: EVERYTHING, permissions: ['read', 'history', 'create', 'update', 'editHistory', 'manage']}],
    refusals: [],
  },
  {
    name: 'editor',
    title: 'Editor',
    description: 'Reads and changes all content',
    grants: [{filter: EVERYTHING, permissions: ['read', 'history', 'create', 'update', 'editHistory']}],
    refusals: [],
  },
  {
    name: 'viewer',
    title: 'Viewer',
    description: 'Reads everything, drafts included',
    grants: [{filter: EVERYTHING, permissions: ['read', 'history']}],
    refusals: [],
  },
]
