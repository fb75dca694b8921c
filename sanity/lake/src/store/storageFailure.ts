/** SQLite's primary result codes, the low byte of `errcode`. */
export const SQLITE = {busy: 5, readonly: 8, io: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26}

/** What SQLite says went wrong, if the error is one of its own. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  return error.errcode & 0xff
}

const FULL_DISK = new Set(['ENOSPC', 'EDQUOT'])
const UNWRITABLE = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO'])

/** Why the disk did not take what was to be written; undefined for any other error. */
export function storageFailure(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const result = sqliteCode(error)
  if (result === SQLITE.full || FULL_DISK.has(code)) {
    return 'There is no space left on the disk of the lake; nothing was changed. Free some and try again'
  }
  if (result === SQLITE.readonly || result === SQLITE.io || UNWRITABLE.has(code)) {
    return 'The disk of the lake cannot be written to; nothing was changed. See to it and try again'
  }
  return undefined
}
