import {randomBytes} from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  globSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import {dirname, join} from 'node:path'
import {LakeOpenError} from '../errors.ts'

const UNFINISHED = '.part'

/** Removes what a killed process left behind: it may name removed people, or hold a password that was voided since. */
export function removeUnfinishedPrivateFiles(dir: string): void {
  for (const name of globSync(`*.json.*${UNFINISHED}`, {cwd: dir})) rmSync(join(dir, name), {force: true})
}

/** Writes a file atomically with mode 0600. If the content is unchanged, only the mode is set. */
export function writePrivateFile(file: string, content: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === content) {
    chmodSync(file, 0o600)
    return
  }
  const partial = `${file}.${randomBytes(6).toString('hex')}${UNFINISHED}`
  try {
    writeFileSync(partial, content, {mode: 0o600, flag: 'wx', flush: true})
    renameSync(partial, file)
    syncFolder(dirname(file))
  } catch (error) {
    rmSync(partial, {force: true})
    throw error
  }
}

/**
 * Reads JSON from a file; undefined if there is none. Throws LakeOpenError, with the remedy as the rest of the sentence, if
 * it is no JSON or `narrow` returns undefined.
 */
export function readPrivateJson<Value>(
  file: string,
  narrow: (content: unknown) => Value | undefined,
  remedy: string,
): Value | undefined {
  if (!existsSync(file)) return undefined
  let value: Value | undefined
  try {
    value = narrow(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Handled below, like a file with other content.
  }
  // Never taken for no file: without a password the lake would be open.
  if (value === undefined) throw new LakeOpenError(`${file} ${remedy}`)
  return value
}

/** After a power cut a new name is there for sure only once its folder was synced (fsync(2)). */
function syncFolder(path: string): void {
  // Windows opens no folders, and keeps names in its journal.
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
