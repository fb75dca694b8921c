import {accessSync, constants, existsSync} from 'node:fs'
import {join} from 'node:path'
import {LakeOpenError} from '../errors.ts'

/** SQLite's primary result codes, the low byte of `errcode`. */
export const SQLITE = {busy: 5, readonly: 8, io: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26}

/** The result code of an SQLite error; undefined for others. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  return error.errcode & 0xff
}

const FULL_DISK = new Set(['ENOSPC', 'EDQUOT'])
const READ_ONLY = 'is on a file system that is read-only; mount it writable (in a unit of systemd: ReadWritePaths=)'
const FORBIDDEN = 'may not be written to by this user; give it write permission'
const OBSTACLES: Record<string, string | undefined> = {EROFS: READ_ONLY, EACCES: FORBIDDEN, EPERM: FORBIDDEN}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Returns why the folder is not writable, and the remedy, as the end of a sentence that starts with its name. */
export function obstacleTo(dir: string, names: readonly string[]): string | undefined {
  for (const path of [dir, ...names.map((name) => join(dir, name)).filter((file) => existsSync(file))]) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK)
    } catch (error) {
      return OBSTACLES[codeOf(error)]
    }
  }
  return undefined
}

const isFullDisk = (error: unknown): boolean => sqliteCode(error) === SQLITE.full || FULL_DISK.has(codeOf(error))

/**
 * Throws on what ended a command that writes to a path. Where the disk was full, which the system says without a name, as an
 * error that names its disk and the remedy.
 */
export function throwNamingDisk(error: unknown, path: string): never {
  const isFull = isFullDisk(error) || (error instanceof Error && isFullDisk(error.cause))
  if (!isFull || error instanceof LakeOpenError) throw error
  const message = `There is no space left on the disk that holds ${path}. Free some, and run the command again.`
  throw new LakeOpenError(message, {cause: error})
}

/** Returns why the disk rejected a write, and the remedy; undefined for any other error. */
export function storageFailure(error: unknown, dir: string): string | undefined {
  const code = codeOf(error)
  const result = sqliteCode(error)
  if (isFullDisk(error)) {
    return 'There is no space left on the disk of the lake; nothing was changed. Free some and try again'
  }
  if (result === SQLITE.corrupt || result === SQLITE.notADatabase) {
    return 'The database of the lake is damaged; nothing was changed. Stop the lake and put a backup in its place'
  }
  // Some I/O errors of SQLite hide that permissions or a read-only disk are the cause.
  const isUnwritable = result === SQLITE.readonly || result === SQLITE.cannotOpen || result === SQLITE.io
  const obstacle = OBSTACLES[code] ?? (isUnwritable ? obstacleTo(dir, []) : undefined)
  if (obstacle) return `The folder of the lake ${obstacle}; nothing was changed`
  if (result === SQLITE.readonly) return `The folder of the lake ${FORBIDDEN}; nothing was changed`
  if (isUnwritable || code === 'EIO') {
    return 'The disk of the lake fails; nothing was changed. Look into the log of the system, and have a backup at hand'
  }
  return undefined
}
