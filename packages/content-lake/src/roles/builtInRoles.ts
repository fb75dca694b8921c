import type {RoleDefinition} from './RoleDefinition.ts'

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
