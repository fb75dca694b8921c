import {
  chmodSync,
  copyFileSync,
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import {dirname, join, resolve} from 'node:path'
import {createInterface} from 'node:readline'
import {loadEnquiries, unloadEnquiries} from '../enquiries/dump.ts'
import {readEnquiryEnv} from '../enquiries/enquiryEnv.ts'
import {messageOf} from '../lib/messageOf.ts'
import {readArchive} from './backup/archive.ts'
import {readBackupKeys} from './backup/backupKeys.ts'
import {
  countDocuments,
  enquiriesName,
  lakeDir,
  lakeName,
  privateFiles,
  privateName,
  restoreDir,
  restoredDir,
} from './backup/parts.ts'
import {readCommandLine} from './product/commandLine.ts'
import {assertSameEnquiries, recordEnquiryPlace} from './product/enquiryPlace.ts'
import {flushToDisk} from './product/flushToDisk.ts'
import {lockFolders} from './product/lockFolders.ts'
import {openEnquiries} from './product/openEnquiries.ts'
import {dataDir, root} from './product/paths.ts'
import {prepare} from './product/prepare.ts'
import {step, UserError} from './product/report.ts'
import {runCommand} from './product/runCommand.ts'
import {runMain} from './product/runMain.ts'

const enquiriesFile = join(restoreDir, enquiriesName)

/**
 * Exists once the database was found to be empty and may hold enquiries of this restore: in a database elsewhere, rows
 * are not removed with the folder.
 */
const loading = join(restoreDir, 'loading')

/** Names the database that this restore fills, as the next one may have another environment. */
const databaseNote = join(restoreDir, 'database')

/** The note's name of the database in the data folder. */
const ofDataFolder = 'enquiries.db'

/** The folder that a new file system has for what it repairs. */
const lostAndFound = 'lost+found'

const usage = `npm run restore -- <file>                            puts a backup into an empty data folder
npm run restore -- <file> --at 2027-01-31T18:00:00Z  also takes the content back to that time`

/** Puts a backup into an empty data folder. */
await runMain(async () => {
  const {file, time} = readArguments()
  const product = prepare()
  assertSameEnquiries('restore')
  const keys = readBackupKeys(process.env)
  await lockFolders(product, {builds: false, restores: true})
  const staging = restoreDir
  if (existsSync(staging)) {
    await removeRestored()
    step('An earlier restore was cut off. What it had put here was removed.')
  }
  requireEmpty()
  mkdirSync(staging, {mode: 0o700})
  // Now, as one that is cut off has rows in PostgreSQL that the next restore must find.
  const putRecordBack = recordEnquiryPlace()
  try {
    const manifest = await readArchive(file, staging, keys, placeOf)
    const copy = join(staging, lakeName)
    if (manifest.documents !== null) checkContent(file, copy, manifest.documents)
    if (time) {
      if (!existsSync(copy)) throw new UserError('--at is for content of the embedded lake; this backup has none.')
      await rewind(copy, time)
    }
    writeFileSync(databaseNote, databaseName(), {flush: true})
    // First, as a database elsewhere may refuse them; what follows only renames files.
    const {enquiries} = await withEnquiries(loadEnquiries)
    moveInto(join(staging, privateName), dataDir)
    if (existsSync(copy)) moveInto(copy, lakeDir)
    // Archives keep the modes of files alone.
    if (existsSync(lakeDir)) chmodSync(lakeDir, 0o700)
    // Each may be on a disk of its own.
    const written = [dataDir, lakeDir, join(lakeDir, 'assets'), dirname(readEnquiryEnv(process.env).place.file)]
    await flushToDisk(written.filter(existsSync), 'The disk did not take what was restored.')
    const content =
      manifest.documents === null ? `content is hosted (${manifest.content})` : `${manifest.documents} documents`
    step(
      `Restored the backup of ${manifest.created}: ${content}${time ? `, as of ${time}` : ''}, ${enquiries} enquiries.`,
    )
    step('Run "npm start": pages are compared with the content as the site starts.')
    removeStaging()
  } catch (error) {
    await removeRestored().then(putRecordBack, (problem: unknown) =>
      step(`The next restore goes on from here: ${messageOf(problem)}`),
    )
    throw error
  }
  process.exit(0)
})

function readArguments(): {file: string; time: string | undefined} {
  const {values, words} = readCommandLine(usage, {options: {at: {type: 'string'}}, words: 1})
  const [file] = words
  if (!file) throw new UserError(`Name the backup.\n\n${usage}`)
  return {file: resolve(process.env.INIT_CWD ?? process.cwd(), file), time: values.at}
}

/** Names the database of this environment, without a password. */
function databaseName(): string {
  const {url} = readEnquiryEnv(process.env).place
  if (!url) return ofDataFolder
  const {hostname, port, pathname, searchParams} = new URL(url)
  return `${searchParams.get('host') ?? hostname}:${searchParams.get('port') ?? (port || '5432')}${pathname}`
}

/** Removes all that a restore has put into the folder, which was empty before: nothing starts on it meanwhile. */
async function removeRestored(): Promise<void> {
  const leaveAsIs = `to leave that database as it is, remove ${loading}.`
  // A restore of a version before December 2026 has left no note.
  const filled = existsSync(databaseNote) ? readFileSync(databaseNote, 'utf8') : existsSync(loading) && databaseName()
  if (filled && filled !== ofDataFolder && existsSync(loading)) {
    if (filled !== databaseName()) {
      throw new UserError(
        `The restore that was cut off has put enquiries into ${filled}. Run it again with that as DATABASE_URL; ${leaveAsIs}`,
      )
    }
    await withEnquiries(unloadEnquiries).catch((error: unknown) => {
      throw new UserError(`${messageOf(error)} To restore into another database, ${leaveAsIs}`)
    })
  }
  const {file} = readEnquiryEnv(process.env).place
  const databases = filled === ofDataFolder ? ['', '-wal', '-shm'].map((suffix) => file + suffix) : []
  for (const path of [...privateFiles().map(({path}) => path), lakeDir, ...databases]) removeBelow(path)
  // Last: until it is gone, the next restore does this again.
  removeStaging()
}

/** In one step, as the next restore could not go on from a part of the folder. */
function removeStaging(): void {
  rmSync(restoredDir, {recursive: true, force: true})
  renameSync(restoreDir, restoredDir)
  try {
    rmSync(restoredDir, {recursive: true, force: true})
  } catch (error) {
    // As on NFS. The restore has ended with the renaming, and must not count as failed.
    step(`The next start removes ${restoredDir}, which could not be removed: ${messageOf(error)}`)
  }
}

/** Removes a file, or a folder with all that is in it. Links, and folders where a disk is mounted, stay, and are emptied. */
function removeBelow(path: string): void {
  const isLink = lstatSync(path, {throwIfNoEntry: false})?.isSymbolicLink()
  const names = isFolder(path) ? readdirSync(path) : []
  for (const name of names) if (name !== lostAndFound) removeBelow(join(path, name))
  if (isLink) return
  try {
    if (isFolder(path)) rmdirSync(path)
    else rmSync(path, {force: true})
  } catch (error) {
    const isKept = error instanceof Error && 'code' in error && ['EBUSY', 'ENOTEMPTY'].includes(String(error.code))
    if (!isKept) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, {throwIfNoEntry: false})?.isDirectory() ?? false
}

/** Returns whether there is a file, at this path or below it. */
function holdsFiles(path: string): boolean {
  if (!isFolder(path)) return existsSync(path)
  return readdirSync(path).some((name) => name !== lostAndFound && holdsFiles(join(path, name)))
}

/** Where a file of a backup goes, as the lake and the enquiries may each be on a disk of their own. */
function placeOf(name: string): string {
  const {url, file} = readEnquiryEnv(process.env).place
  if (name === enquiriesName) return url ? restoreDir : file
  return name.startsWith(`${lakeName}/`) ? lakeDir : restoreDir
}

/** A restore replaces nothing: what is there may be newer than the backup. */
function requireEmpty(): void {
  const {place} = readEnquiryEnv(process.env)
  const present = [lakeDir, ...(place.url ? [] : [place.file]), ...privateFiles().map(({path}) => path)].filter(
    holdsFiles,
  )
  if (present.length === 0) return
  throw new UserError(
    `${dataDir} is not empty (${present.join(', ')}). Move it away, or set DATA_DIR to another folder.`,
  )
}

/** Checks that the copy holds all documents: otherwise the product would start without content, or on the seed. */
function checkContent(file: string, copy: string, documents: number): void {
  let found: number | string
  try {
    found = countDocuments(copy)
  } catch (error) {
    found = messageOf(error)
  }
  if (found === documents) return
  throw new UserError(`${file}: lake.db does not hold its ${documents} documents (${found}). Take another backup.`)
}

async function rewind(folder: string, time: string): Promise<void> {
  const lake = join(root, 'packages/content-lake/src/cli.ts')
  await runCommand(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', lake, '--dir', folder, '--rewind', time],
    {
      failure: 'The content could not be put back to that time; the line above says why. Nothing was restored.',
    },
  )
  // Made by opening it; the backup has its own.
  for (const name of readdirSync(folder)) if (name.endsWith('.json')) rmSync(join(folder, name))
}

/** Passes the backup's enquiries, line by line, to what loads or unloads them. */
async function withEnquiries<Result>(
  work: (database: Awaited<ReturnType<typeof openEnquiries>>, lines: AsyncIterable<string>) => Promise<Result>,
): Promise<Result> {
  const database = await openEnquiries()
  async function* lines() {
    // The first one is read only from a database that is empty.
    writeFileSync(loading, '')
    yield* createInterface({input: createReadStream(enquiriesFile), crlfDelay: Number.POSITIVE_INFINITY})
  }
  return work(database, lines())
    .catch((error: unknown) => {
      throw new UserError(`The enquiries could not be restored: ${messageOf(error)}. Nothing was restored.`)
    })
    .finally(() => database.close())
}

/** Moves what a folder holds into another one, which may have other files, and be on another disk. */
function moveInto(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(to, {recursive: true, mode: 0o700})
  for (const entry of readdirSync(from, {withFileTypes: true})) {
    const [path, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) moveInto(path, target)
    else moveFile(path, target)
  }
}

function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    copyFileSync(from, to)
    rmSync(from)
  }
}
