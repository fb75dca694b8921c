import type {Identity} from '../types.ts'

/** May read published documents with undotted ids. */
export const ANONYMOUS: Identity = {id: 'anonymous', name: 'Anonymous', rights: 'none'}
/** The one editor of a lake without named users. */
export const EDITOR: Identity = {id: 'local-editor', name: 'Local editor', rights: 'write'}
export const WRITE_TOKEN: Identity = {id: 'write-token', name: 'API token (write)', rights: 'write'}
export const ADMIN_TOKEN: Identity = {id: 'admin-token', name: 'API token (admin)', rights: 'admin'}
export const READ_TOKEN: Identity = {id: 'read-token', name: 'API token (read)', rights: 'read'}
/** The lake itself, as for imports. */
export const SYSTEM: Identity = {id: 'system', name: 'Content lake', rights: 'write'}

const KNOWN = new Map(
  [ANONYMOUS, EDITOR, ADMIN_TOKEN, WRITE_TOKEN, READ_TOKEN, SYSTEM].map((identity) => [identity.id, identity]),
)

export const findIdentity = (id: string): Identity | undefined => KNOWN.get(id)

export const mayWrite = ({rights}: Identity): boolean => rights === 'write' || rights === 'admin'
