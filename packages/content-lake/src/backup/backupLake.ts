import {constants, existsSync} from 'node:fs'
import {chmod, copyFile, mkdir, readdir, rename, rm, stat} from 'node:fs/promises'
import {dirname, join, resolve} from 'node:path'
import {Readable} from 'node:stream'
import {pipeline} from 'node:stream/promises'
import {extract} from 'tar'
import {assetFile, isAssetFileName} from '../assets/assetFiles.ts'
import {messageOf} from '../errors.ts'
import {syncFolder} from '../files.ts'
import type {Lake} from '../Lake.ts'
import {DATABASE_FILE} from '../store/openDatabase.ts'
import type {BackupResult} from '../types.ts'
import {checkSnapshot, flush, snapshotDatabase} from './snapshotDatabase.ts'

/**
 * Copies a running lake into a folder that can be opened as a lake: the database with history and pending webhooks, and
 * all original assets. Tokens are secrets and not copied. Incremental: a second backup into the same folder copies only
 * new assets.
 */
export async function backupLake(lake: Pick<Lake, 'database' | 'options'>, folder: string): Promise<BackupResult> {
  const target = await BackupFolder.open(folder, lake.options.dir)
  try {
    await snapshotDatabase(lake, join(target.partial, DATABASE_FILE))
    // Assets after the database: a file exists before its document, and is never removed.
    const assets = await target.addAssets(join(lake.options.dir, 'assets'))
    return await target.finish(assets)
  } catch (error) {
    await target.abandon()
    const reason = messageOf(error)
    throw new Error(`The backup to ${target.path} failed: ${reason}.`, {cause: error})
  }
}

/** A folder with one backup, which stays valid until the next one is complete. */
class BackupFolder {
  readonly path: string
  readonly partial: string

  private constructor(path: string) {
    this.path = path
    this.partial = join(path, 'backup.part')
  }

  static async open(folder: string, lakeDir: string): Promise<BackupFolder> {
    const path = resolve(folder)
    if (path === resolve(lakeDir)) throw new Error(`${path} is the lake's own folder: give another one for the backup.`)
    // A WAL file means that a lake is running here, or was killed here.
    if (existsSync(join(path, `${DATABASE_FILE}-wal`)))
      throw new Error(`${path} was opened as a lake: give another folder for the backup.`)
    const opened = new BackupFolder(path)
    await rm(opened.partial, {recursive: true, force: true})
    await mkdir(opened.partial, {recursive: true, mode: 0o700})
    return opened
  }

  /** Copies the original assets that are missing here. They are immutable, so name and size tell. */
  async addAssets(folder: string): Promise<number> {
    const names = existsSync(folder) ? await readdir(folder) : []
    const originals = names.filter(isAssetFileName)
    const assets = assetFile(this.path, '')
    await mkdir(assets, {recursive: true, mode: 0o700})
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
    syncFolder(assets)
    return originals.length
  }

  async finish(assets: number): Promise<BackupResult> {
    const database = join(this.partial, DATABASE_FILE)
    const documents = checkSnapshot(database)
    await chmod(database, 0o600)
    await flush(database)
    await rename(database, join(this.path, DATABASE_FILE))
    for (const folder of [this.path, dirname(this.path)]) syncFolder(folder)
    await this.abandon()
    return {documents, assets}
  }

  async abandon(): Promise<void> {
    await rm(this.partial, {recursive: true, force: true})
  }
}

interface RunningLakeAddress {
  url: string
  token: string
  dir: string
}

export async function fetchBackup(lake: RunningLakeAddress, folder: string): Promise<BackupResult> {
  const target = await BackupFolder.open(folder, lake.dir)
  try {
    const response = await fetch(`${lake.url}/v1/lake/backup`, {headers: {authorization: `Bearer ${lake.token}`}})
    if (!response.ok || !response.body) throw new Error(`${lake.url} answered ${response.status}`)
    // Not as objects: the archive's reader takes a plain byte array for something else than a buffer.
    await pipeline(Readable.from(response.body, {objectMode: false}), extract({cwd: target.partial, strict: true}))
    const assets = await target.addAssets(join(target.partial, 'assets'))
    return await target.finish(assets)
  } catch (error) {
    await target.abandon()
    const reason = messageOf(error)
    throw new Error(`The backup of ${lake.url} failed: ${reason}.`, {cause: error})
  }
}
