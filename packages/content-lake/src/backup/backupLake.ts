import {join} from 'node:path'
import {DATABASE_FILE} from '../store/openDatabase.ts'
import type {BackupResult, Lake} from '../types.ts'
import {BackupFolder} from './BackupFolder.ts'
import {snapshotDatabase} from './snapshotDatabase.ts'

/**
 * Copies a running lake into a folder that can be opened as a lake: the database as it is at the end of the copy, with
 * history and undelivered webhooks, and the originals of all assets. Tokens are secrets and stay where they are.
 * Called again for the same folder, it copies only assets that are new.
 */
export async function backupLake(lake: Pick<Lake, 'database' | 'options'>, folder: string): Promise<BackupResult> {
  const target = await BackupFolder.open(folder, lake.options.dir)
  try {
    await snapshotDatabase(lake, join(target.partial, DATABASE_FILE))
    // After the database: an asset's file is there before its document, and is never removed.
    const assets = await target.addAssets(join(lake.options.dir, 'assets'))
    return await target.finish(assets)
  } catch (error) {
    await target.abandon()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The backup to ${target.path} failed: ${reason}.`, {cause: error})
  }
}
