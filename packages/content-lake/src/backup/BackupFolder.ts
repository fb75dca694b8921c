import {constants, existsSync} from 'node:fs'
import {chmod, copyFile, mkdir, readdir, rename, rm, stat} from 'node:fs/promises'
import {join, resolve} from 'node:path'
import {isAssetFileName} from '../assets/assetNames.ts'
import {assetFile} from '../assets/prepareAsset.ts'
import {DATABASE_FILE} from '../store/openDatabase.ts'
import type {BackupResult} from '../types.ts'
import {checkSnapshot, flush} from './snapshotDatabase.ts'

/** A folder that holds one backup. What is in it stays until the next one is whole. */
export class BackupFolder {
  readonly path: string
  /** Where the next backup is put together. */
  readonly partial: string

  private constructor(path: string) {
    this.path = path
    this.partial = join(path, 'backup.part')
  }

  /** Makes the folder, unless it is one that a lake works in. */
  static async open(folder: string, lakeDir: string): Promise<BackupFolder> {
    const path = resolve(folder)
    if (path === resolve(lakeDir)) throw new Error(`${path} is the lake's own folder: give another one for the backup.`)
    // A log beside the database belongs to a lake that runs there, or was killed there.
    if (existsSync(join(path, `${DATABASE_FILE}-wal`)))
      throw new Error(`${path} was opened as a lake: give another folder for the backup.`)
    const opened = new BackupFolder(path)
    await rm(opened.partial, {recursive: true, force: true})
    await mkdir(opened.partial, {recursive: true, mode: 0o700})
    return opened
  }

  /** Copies the originals that are in `folder` and not here yet. They are never changed, so that the name tells. */
  async addAssets(folder: string): Promise<number> {
    const names = existsSync(folder) ? await readdir(folder) : []
    const originals = names.filter(isAssetFileName)
    await mkdir(join(this.path, 'assets'), {recursive: true, mode: 0o700})
    for (const name of originals) {
      const [from, to] = [join(folder, name), assetFile(this.path, name)]
      const known = await stat(to).catch(() => undefined)
      if (known?.size === (await stat(from)).size) continue
      const copy = join(this.partial, 'asset')
      await copyFile(from, copy, constants.COPYFILE_FICLONE)
      await chmod(copy, 0o600)
      await flush(copy)
      await rename(copy, to)
    }
    return originals.length
  }

  /** Puts the new database, which lies in `partial`, in the place of the old one. */
  async finish(assets: number): Promise<BackupResult> {
    const database = join(this.partial, DATABASE_FILE)
    const documents = checkSnapshot(database)
    await chmod(database, 0o600)
    await flush(database)
    await rename(database, join(this.path, DATABASE_FILE))
    await this.abandon()
    return {documents, assets}
  }

  /** Removes what was put together so far. */
  async abandon(): Promise<void> {
    await rm(this.partial, {recursive: true, force: true})
  }
}
