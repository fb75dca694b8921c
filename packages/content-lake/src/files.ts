import {randomBytes} from 'node:crypto'
import {closeSync, fsyncSync, globSync, lstatSync, openSync, readFileSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import {decodeUtf8} from './json.ts'

const UNFINISHED = '.part'

/** A name beside the file's own, under which it is written until it is whole. */
export const unfinishedName = (file: string): string => `${file}.${randomBytes(6).toString('hex')}${UNFINISHED}`

/** Removes what a killed process left behind in a folder, of the files that match the pattern. */
export function removeUnfinished(folder: string, pattern = '*'): void {
  for (const name of globSync(`${pattern}${UNFINISHED}`, {cwd: folder})) rmSync(join(folder, name), {force: true})
}

/**
 * Whether there is a file of this name, or a link, though it may lead nowhere: `existsSync` also denies what it cannot look
 * at, and a file with passwords that is taken for none leaves a lake open. Throws where the disk does not tell.
 */
export const isThere = (file: string): boolean => lstatSync(file, {throwIfNoEntry: false}) !== undefined

/** Reads a JSON file that somebody may have edited. Throws if it is not JSON in UTF-8. */
export const readJsonFile = (file: string): unknown => JSON.parse(decodeUtf8(readFileSync(file)))

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
