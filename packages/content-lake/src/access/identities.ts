import type {Identity} from '../types.ts'

/** Nobody: sees published documents with undotted ids. */
export const ANONYMOUS: Identity = {id: 'anonymous', name: 'Anonymous', rights: 'none'}
/** Whoever opened the Studio that this lake serves. */
export const EDITOR: Identity = {id: 'local-editor', name: 'Local editor', rights: 'write'}
export const WRITE_TOKEN: Identity = {id: 'write-token', name: 'API token (write)', rights: 'write'}
export const ADMIN_TOKEN: Identity = {id: 'admin-token', name: 'API token (admin)', rights: 'admin'}
export const READ_TOKEN: Identity = {id: 'read-token', name: 'API token (read)', rights: 'read'}
/** The lake itself: imports, and whatever else no request asked for. */
export const SYSTEM: Identity = {id: 'system', name: 'Content lake', rights: 'write'}

const KNOWN = new Map(
  [ANONYMOUS, EDITOR, ADMIN_TOKEN, WRITE_TOKEN, READ_TOKEN, SYSTEM].map((identity) => [identity.id, identity]),
)

/** The identity behind an author id found in a document's history, if it is one of the lake's own. */
export function findIdentity(id: string): Identity | undefined {
  return KNOWN.get(id)
}
