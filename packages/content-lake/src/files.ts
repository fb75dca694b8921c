import {randomBytes} from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  globSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import {open} from 'node:fs/promises'
import {dirname, join, resolve} from 'node:path'
import {LakeOpenError, messageOf} from './errors.ts'
import {decodeUtf8} from './json.ts'

const UNFINISHED = '.part'

/** A name beside the file's own, under which it is written until it is whole. */
export const unfinishedName = (file: string): string => `${file}.${randomBytes(6).toString('hex')}${UNFINISHED}`

/** Removes what a killed process left behind in a folder, of the files that match the pattern. `isKept`: spares whole ones. */
export function removeUnfinished(
  folder: string,
  {pattern = '*', isKept}: {pattern?: string; isKept?: (name: string) => boolean} = {},
): void {
  for (const name of globSync(`${pattern}${UNFINISHED}`, {cwd: folder})) {
    if (!isKept?.(name)) rmSync(join(folder, name), {force: true})
  }
}

/**
 * Whether there is a file of this name, or a link, though it may lead nowhere: `existsSync` also denies what it cannot look
 * at, and a file with passwords that is taken for none leaves a lake open. Throws where the disk does not tell.
 */
export const isThere = (file: string): boolean => lstatSync(file, {throwIfNoEntry: false}) !== undefined

/** Reads a text; an empty one where there is no such file, or it may not be read. */
export function readIfReadable(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The first bytes of a file as latin1. */
export async function beginningOf(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const {buffer, bytesRead} = await handle.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Reads a JSON file that somebody may have edited. Throws if it is not JSON in UTF-8; the reason quotes nothing of it. */
export function readJsonFile(file: string): unknown {
  const text = decodeUtf8(readFileSync(file))
  try {
    return JSON.parse(text)
  } catch (error) {
    // V8 puts an excerpt between the two: some of these files hold secrets.
    throw new Error(messageOf(error).replace(/, (?:\.{3})?".*is not valid JSON$/s, ', which is not valid JSON'))
  }
}

/**
 * Makes a folder and its parents, mode 0700. The first missing one is made by itself: where the system takes no folders
 * and answers that there is no such place (`/proc`, autofs), Node would try for ever.
 */
export function makeFolder(folder: string): void {
  const mode = 0o700
  let first = resolve(folder)
  while (!existsSync(dirname(first))) first = dirname(first)
  try {
    mkdirSync(first, {mode})
    // SQLite syncs the names in a folder, but not the name of the folder.
    syncFolder(dirname(first))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  mkdirSync(folder, {recursive: true, mode})
}

/** Syncs a folder: after a power cut a new name is there for sure only once that was done (fsync(2)). */
export function syncFolder(path: string): void {
  // Windows opens no folders, and keeps names in its journal.
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Writes a value as JSON, atomically and with mode 0600. If the file holds it already, only the mode is set. */
export function writePrivateJson(file: string, value: unknown): void {
  const content = `${JSON.stringify(value, null, 2)}\n`
  if (existsSync(file) && readFileSync(file, 'utf8') === content) {
    chmodSync(file, 0o600)
    return
  }
  const partial = unfinishedName(file)
  try {
    writeFileSync(partial, content, {mode: 0o600, flag: 'wx', flush: true})
    renameSync(partial, file)
    syncFolder(dirname(file))
  } catch (error) {
    rmSync(partial, {force: true})
    throw error
  }
}

/** Reads JSON; undefined without a file. Throws LakeOpenError, ending in `remedy`, for any other content. */
export function readPrivateJson<Value>(
  file: string,
  narrow: (content: unknown) => Value | undefined,
  remedy: string,
): Value | undefined {
  let value: Value | undefined
  try {
    if (!isThere(file)) return undefined
    value = narrow(readJsonFile(file))
  } catch {
    // Handled below, like a file with other content.
  }
  // Never taken for no file: without a password the lake would be open.
  if (value === undefined) throw new LakeOpenError(`${file} ${remedy}`)
  return value
}
