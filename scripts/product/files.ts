/** Writes files whole, and says why the system, or SQLite on its behalf, refuses one, and what an operator can do about it. */
import {
  accessSync,
  constants,
  existsSync,
  lchownSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import {dirname} from 'node:path'
import {messageOf} from '../../lib/messageOf.ts'
import {UserError} from './report.ts'

/**
 * Writes a file whole or not at all, as other processes read it as soon as it is there, and as the power may fail. One that
 * holds `text` already is left alone, so that a full disk keeps nobody from starting with the settings of before. `mode` is
 * that of a new file.
 *
 * @throws UserError with the remedy if the system refuses it.
 */
export function writeWhole(file: string, text: string, mode = 0o666): void {
  try {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) return
    writeFileSync(`${file}.new`, text, {mode, flush: true})
    renameSync(`${file}.new`, file)
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    removeIfPossible(`${file}.new`)
    throw new UserError(`${file} cannot be written (${messageOf(error)}). ${remedyFor(refusal)}`)
  }
}

/** Removes what a refused change leaves, if the system lets it: why it was refused says more than that this was, too. */
export function removeIfPossible(file: string): void {
  try {
    rmSync(file, {force: true})
  } catch {}
}

/** Gives a file or a folder that root has made to the owner of its folder, who must be able to write there, too. */
export function giveToFolderOwner(file: string): void {
  if (process.getuid?.() !== 0) return
  const {uid, gid} = statSync(dirname(file))
  try {
    // Not what a link leads to, as the folder's owner may have made one.
    lchownSync(file, uid, gid)
  } catch {
    // A courtesy: the disk may be another machine's, which does not know this root, or a container may not map the owner.
  }
}

type Refusal = 'full' | 'readOnly' | 'forbidden' | 'notAFolder' | 'failing' | 'damaged'

const refusals = new Map<string, Refusal>([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EROFS', 'readOnly'],
  ['EACCES', 'forbidden'],
  ['EPERM', 'forbidden'],
  ['ENOTDIR', 'notAFolder'],
  ['EISDIR', 'notAFolder'],
  ['EIO', 'failing'],
])

/** SQLite's primary result codes: SQLITE_PERM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB. */
const sqliteRefusals = new Map<number, Refusal>([
  [3, 'forbidden'],
  [8, 'forbidden'],
  [10, 'failing'],
  [11, 'damaged'],
  [13, 'full'],
  [14, 'forbidden'],
  [26, 'damaged'],
])

/**
 * Returns why a file was refused; undefined for any other error.
 *
 * @param folder that of the file: SQLite says the same of a missing permission and of a file system that is read-only.
 */
export function refusalOf(error: unknown, folder?: string): Refusal | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error) {
    const refusal = sqliteRefusals.get(Number(error.errcode) & 0xff)
    const isVague = refusal === 'forbidden' || refusal === 'failing'
    return (isVague && folder !== undefined && refusalOfFolder(folder)) || refusal
  }
  return 'code' in error ? refusals.get(String(error.code)) : undefined
}

function refusalOfFolder(folder: string): Refusal | undefined {
  try {
    accessSync(folder, constants.W_OK)
    return undefined
  } catch (error) {
    return refusalOf(error)
  }
}

/** Returns a path if it exists, else the nearest folder above it that does. */
export function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path))
}

/** In bytes: less takes no file. */
const leastSpace = 2 ** 16

/** Returns those of the folders whose disk has no room. One that does not exist counts as the one that it would be in. */
export function fullFolders(folders: string[]): string[] {
  return folders.filter((folder) => {
    const {bavail, bsize} = statfsSync(nearestExisting(folder))
    return bavail * bsize < leastSpace
  })
}

/** Returns a sentence that says what to do. `other` is what helps, too, in the imperative. */
export function remedyFor(refusal: Refusal, other = 'name another place'): string {
  switch (refusal) {
    case 'full':
      return `Make room on its disk, or ${other}.`
    case 'readOnly':
      return `Its file system is read-only: remount it, or, in a unit of systemd, add its folder to ReadWritePaths=; or ${other}.`
    case 'forbidden':
      return `Run this as the user whom it belongs to, give this one permission (chown, chmod), or ${other}.`
    case 'notAFolder':
      return `A file is named where a folder is needed, or the reverse: ${other}.`
    case 'failing':
      return `The disk fails: look into the system’s log (journalctl -k), have a backup at hand, and ${other}.`
    case 'damaged':
      return 'It is damaged: put a backup in its place.'
  }
}
