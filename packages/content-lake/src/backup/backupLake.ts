import {constants, existsSync} from 'node:fs'
import {chmod, copyFile, mkdir, readdir, rename, rm, stat} from 'node:fs/promises'
import {dirname, join, resolve} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {Readable} from 'node:stream'
import {pipeline} from 'node:stream/promises'
import {extract} from 'tar'
import {assetFile, isAssetFileName} from '../assets/assetFiles.ts'
import {COMMENTS_FOLDER} from '../comments/comments.ts'
import {messageOf, UsageError} from '../errors.ts'
import {makeFolder, syncFolder} from '../files.ts'
import {DATABASE_FILE, openUnchanged} from '../store/openDatabase.ts'
import {SQLITE, sqliteCode} from '../store/storageFailure.ts'
import type {BackupResult} from '../types.ts'
import {checkSnapshot, flush, type LakeDatabases, snapshotLake} from './snapshotDatabase.ts'

/**
 * Copies a running lake into a folder that can be opened as a lake: its databases and all original assets, without its
 * tokens, which are secrets. A second backup into the same folder copies only new assets.
 *
 * @param release called once the databases are copied and only assets are left.
 */
export const backupLake = (lake: LakeDatabases, folder: string, release = () => {}): Promise<BackupResult> =>
  writeBackup(folder, {
    name: `to ${resolve(folder)}`,
    lakeDir: lake.options.dir,
    fill: async (partial) => {
      await snapshotLake(lake, partial)
      release()
      // Assets after the database: a file exists before its document, and is never removed.
      return assetFile(lake.options.dir, '')
    },
  })

/**
 * Backs up a stopped lake and leaves its folder as it is: the version that wrote it can still open both folder and
 * backup. A lake may start on it once its databases are copied. Throws UsageError if the folder holds no lake,
 * LakeOpenError if it cannot be opened or is running.
 */
export async function backupFolder(dir: string, folder: string): Promise<BackupResult> {
  const holdsLake = (path: string) => existsSync(join(path, DATABASE_FILE))
  if (!holdsLake(dir)) throw new UsageError(`${dir} holds no lake: there is nothing to back up.`)
  const opened: {options: {dir: string}; database: DatabaseSync}[] = []
  const close = () => {
    for (const {database} of opened.splice(0)) database.close()
  }
  try {
    for (const path of [dir, join(dir, COMMENTS_FOLDER)].filter(holdsLake)) {
      opened.push({options: {dir: path}, database: openUnchanged(path)})
    }
    return await backupLake({options: {dir}, datasets: () => opened}, folder, close)
  } finally {
    close()
  }
}

/** The same of a lake in another process, over HTTP. */
export const fetchBackup = (
  {url, token, dir}: {url: string; token: string; dir: string},
  folder: string,
): Promise<BackupResult> =>
  writeBackup(folder, {
    name: `of ${url}`,
    lakeDir: dir,
    fill: async (partial) => {
      const response = await fetch(`${url}/v1/lake/backup`, {headers: {authorization: `Bearer ${token}`}})
      if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`)
      // Not in object mode, which passes on plain byte arrays: the archive's reader accepts only buffers.
      await pipeline(Readable.from(response.body, {objectMode: false}), extract({cwd: partial, strict: true}))
      return assetFile(partial, '')
    },
  })

interface BackupSource {
  /** Completes "The backup … failed". */
  name: string
  lakeDir: string
  /** Puts the database into a folder, and returns the folder of the assets. */
  fill: (partial: string) => Promise<string>
}

/** Writes a backup, one at a time into a folder. An earlier one there stays valid until this one is complete. */
async function writeBackup(folder: string, {name, lakeDir, fill}: BackupSource): Promise<BackupResult> {
  const path = resolve(folder)
  if (path === resolve(lakeDir)) throw new Error(`${path} is the lake's own folder: give another one for the backup.`)
  // A WAL file means that a lake is running here, or was killed here.
  if (existsSync(join(path, `${DATABASE_FILE}-wal`)))
    throw new Error(`${path} was opened as a lake: give another folder for the backup.`)
  const partial = join(path, 'backup.part')
  makeFolder(path)
  const unlock = lockFolder(path)
  try {
    await rm(partial, {recursive: true, force: true})
    await mkdir(partial, {mode: 0o700})
    const assets = await addAssets(await fill(partial), path, partial)
    const names = databasesIn(partial)
    const documents = names.map((name) => checkSnapshot(join(partial, name)))
    // Databases of another lake that was backed up here before.
    for (const name of databasesIn(path)) if (!names.includes(name)) await rm(join(path, name))
    for (const name of names) {
      await mkdir(dirname(join(path, name)), {recursive: true, mode: 0o700})
      await putWhole(join(partial, name), join(path, name))
    }
    for (const named of new Set([...names.map((name) => dirname(join(path, name))), path, dirname(path)]))
      syncFolder(named)
    return {documents: documents.reduce((sum, count) => sum + count, 0), assets}
  } catch (error) {
    throw new Error(`The backup ${name} failed: ${messageOf(error)}.`, {cause: error})
  } finally {
    await rm(partial, {recursive: true, force: true}).finally(unlock)
  }
}

/** Throws while another backup writes into the folder. The lock is SQLite's, so that a killed process leaves none behind. */
function lockFolder(path: string): () => Promise<void> {
  const file = join(path, 'backup.lock')
  const lock = new DatabaseSync(file)
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (sqliteCode(error) !== SQLITE.busy) throw error
    throw new Error(`Another backup is writing into ${path}.`, {cause: error})
  }
  return async () => {
    // While it is locked: who comes next makes a file of its own. Windows keeps open files.
    await rm(file).catch(() => {})
    lock.close()
  }
}

const DATABASES = [DATABASE_FILE, join(COMMENTS_FOLDER, DATABASE_FILE)]

/** The databases of a lake's folder by their paths in it. Others may be those of other backups. */
const databasesIn = (folder: string): string[] => DATABASES.filter((name) => existsSync(join(folder, name)))

/** Copies the original assets that a backup does not have yet. They are immutable, so name and size tell. Returns their number. */
async function addAssets(from: string, path: string, partial: string): Promise<number> {
  const originals = existsSync(from) ? (await readdir(from)).filter(isAssetFileName) : []
  await mkdir(assetFile(path, ''), {recursive: true, mode: 0o700})
  for (const name of originals) {
    const known = await stat(assetFile(path, name)).catch(() => undefined)
    if (known?.size === (await stat(join(from, name))).size) continue
    const copy = join(partial, 'asset')
    await copyFile(join(from, name), copy, constants.COPYFILE_FICLONE)
    await putWhole(copy, assetFile(path, name))
  }
  syncFolder(assetFile(path, ''))
  return originals.length
}

/** Puts a file in its place once it is on disk, for its owner alone. */
async function putWhole(partial: string, file: string): Promise<void> {
  await chmod(partial, 0o600)
  await flush(partial)
  await rename(partial, file)
}
