import type {PasswordHash} from '../access/password.ts'

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

/** Somebody who may sign in. */
export interface UserDefinition {
  /** Their name to the machine: in the history, and to sign in with. */
  id: string
  name: string
  email: string | undefined
  /** The names of their roles, which add up. */
  roles: string[]
  /** Without one they cannot sign in. */
  password: PasswordHash | undefined
}

/** Matches every document; the Studio evaluates it, too. */
export const EVERYTHING = 'defined(_id)'

/** Roles that every lake with users has. A file can use them, and define others. */
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
