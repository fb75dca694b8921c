/** The parts of a backup, by their names in the archive. */
import {existsSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {dataDir} from '../product/paths.ts'

/** Locked while a backup is taken. */
export const backupLock = join(dataDir, 'backup.lock')

export const lakeDir = join(dataDir, 'lake')

/** The lake's database and assets. */
export const lakeName = 'lake'

export const enquiriesName = 'enquiries.ndjson'

/** Folder of people, tokens, password hashes and the webhook's secret, as in the data folder. */
export const privateName = 'private'

/**
 * Where a restore unpacks. It exists while a restore runs, or after one was cut off: the data folder may then be
 * incomplete.
 */
export const restoreDir = join(dataDir, 'restore.part')

/** What is left of that folder once the data is complete, or has been removed again. */
export const restoredDir = join(dataDir, 'restore.done')

/** Returns how many documents the copy of a lake in a folder holds. Throws if there is none. */
export function countDocuments(folder: string): number {
  const database = new DatabaseSync(join(folder, 'lake.db'), {readOnly: true})
  try {
    const {documents} = database.prepare('SELECT count(*) AS documents FROM documents').get() ?? {}
    return Number(documents)
  } finally {
    database.close()
  }
}

/** The secrets and lists that exist, with their names in the archive. */
export function privateFiles(): {name: string; path: string}[] {
  const ofLake = existsSync(lakeDir) ? readdirSync(lakeDir).filter((name) => name.endsWith('.json')) : []
  return ['users.json', 'webhook-secret', ...ofLake.map((name) => join('lake', name))].flatMap((name) => {
    const path = join(dataDir, name)
    return existsSync(path) ? [{name: join(privateName, name), path}] : []
  })
}

/** Returns whether a backup may hold a file of that name. A restore puts files where the product reads them, so it takes no others. */
export function isPartOfBackup(name: string): boolean {
  if (name === enquiriesName) return true
  return /^(?:lake\/(?:(?:comments\/)?lake\.db|assets\/\w[\w.-]*)|private\/(?:users\.json|webhook-secret|lake\/\w[\w.-]*\.json))$/.test(
    name,
  )
}
