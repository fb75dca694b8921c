import {chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import {dirname} from 'node:path'
import {LakeOpenError} from '../errors.ts'
import {isThere, readJsonFile, syncFolder, unfinishedName} from '../files.ts'

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
