import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import {open} from 'node:fs/promises'
import {basename, dirname, join, resolve} from 'node:path'
import {dumpEnquiries, type RowCounts} from '../enquiries/dump.ts'
import {readEnquiryEnv} from '../enquiries/enquiryEnv.ts'
import {lastBackupName} from '../lib/constants.ts'
import {writeArchive} from './backup/archive.ts'
import {type BackupKeys, readBackupKeys} from './backup/backupKeys.ts'
import {backupLock, countDocuments, enquiriesName, lakeDir, lakeName, privateFiles, restoreDir} from './backup/parts.ts'
import {readCommandLine} from './product/commandLine.ts'
import {assertSameEnquiries} from './product/enquiryPlace.ts'
import {giveToFolderOwner} from './product/files.ts'
import {lockFile, makeFolder} from './product/lockFile.ts'
import {openEnquiries} from './product/openEnquiries.ts'
import {dataDir, root} from './product/paths.ts'
import {type Product, prepare} from './product/prepare.ts'
import {step, UserError} from './product/report.ts'
import {runCommand} from './product/runCommand.ts'
import {runMain} from './product/runMain.ts'

const usage = `npm run backup -- <file>               everything that cannot be made again, in one file, also while the product runs
npm run backup -- <folder>/ --keep 14  a file named after the time; older ones beyond the newest 14 are removed`

/** What editors save and visitors send while a backup is taken, in bytes. */
const roomForOthers = 16_000_000

/** Copies everything that cannot be made again into one file, also while the product runs. */
await runMain(async () => {
  const {file, folder, keep} = readArguments()
  const product = prepare()
  assertSameEnquiries()
  const keys = readBackupKeys(process.env)
  lockFile(backupLock, {
    owner: `Another backup (process ${process.pid})`,
    guards: dataDir,
    remedy: 'Wait until it has ended.',
  })
  giveToFolderOwner(backupLock)
  if (existsSync(restoreDir)) {
    throw new UserError(`A restore into ${dataDir} is under way or was cut off. Wait for it, or run it again.`)
  }
  const staging = join(dataDir, 'backup.part')
  // Retries: a command that is just being ended may still write there.
  const removeStaging = () => rmSync(staging, {recursive: true, force: true, maxRetries: 10})
  // A signal ends this process without the `finally` below.
  process.once('exit', removeStaging)
  removeStaging()
  mkdirSync(staging, {mode: 0o700})
  try {
    const about = await collect(product, staging)
    makeTargetFolder(dirname(file))
    await writeArchive(staging, file, about, keys)
    const content = about.documents === null ? 'no content, which is hosted' : `${about.documents} documents`
    // Doctor and metrics read the time of this file.
    const lastBackup = join(dataDir, lastBackupName)
    rmSync(lastBackup, {force: true})
    writeFileSync(lastBackup, `${file}\n`, {mode: 0o600, flag: 'wx'})
    giveToFolderOwner(lastBackup)
    step(
      `${file}: ${asMegabytes(statSync(file).size)}, ${content}, ${about.enquiries.enquiries} enquiries, ${protection(keys)}`,
    )
  } finally {
    removeStaging()
  }
  if (folder && keep) for (const name of outdated(readdirSync(folder), keep, basename(file))) rmSync(join(folder, name))
  process.exit(0)
})

function makeTargetFolder(folder: string): void {
  try {
    makeFolder(folder)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new UserError(`${folder} cannot be made, as the system knows no such place. Mount it, or name another.`)
  }
}

interface Target {
  file: string
  /** Set if backups are kept in a folder, named after their time. */
  folder?: string
  keep?: number | undefined
}

function readArguments(): Target {
  const {values, words} = readCommandLine(usage, {options: {keep: {type: 'string'}}, words: 1})
  const [target] = words
  if (!target) throw new UserError(`Name a file or a folder.\n\n${usage}`)
  const {keep} = values
  if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep)) throw new UserError(`--keep needs a number, not "${keep}".`)
  // npm runs scripts in the project's folder and says where it was called.
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), target)
  if (target.endsWith('/') || statSync(path, {throwIfNoEntry: false})?.isDirectory()) {
    const name = `backup-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`
    return {file: join(path, name), folder: path, keep: keep === undefined ? undefined : Number(keep)}
  }
  if (keep !== undefined) throw new UserError('--keep needs a folder: npm run backup -- backups/ --keep 14')
  if (existsSync(path)) throw new UserError(`${path} exists already. Name another file, or a folder.`)
  return {file: path}
}

/**
 * The names of backups beyond the newest ones, and of what killed ones have left; other files are never removed. A name that
 * is later than the newest backup's comes from a clock that was ahead, and goes first.
 */
function outdated(names: string[], keep: number, newest: string): string[] {
  const dated = names.filter((name) => /^backup-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz$/.test(name)).toSorted()
  const whole = [...dated.filter((name) => name > newest), ...dated.filter((name) => name <= newest)]
  const parts = names.filter((name) => /^backup-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz\.part$/.test(name))
  return [...whole.slice(0, -keep), ...parts]
}

/** Copies into the folder all that a backup holds. Content is copied last: it refers to nothing that is newer. */
async function collect({source, lakePort}: Product, staging: string) {
  const created = new Date().toISOString()
  const enquiries = await dump(join(staging, enquiriesName))
  for (const {name, path} of privateFiles()) {
    mkdirSync(dirname(join(staging, name)), {recursive: true})
    copyFileSync(path, join(staging, name))
  }
  if (!source.embedded) return {created, content: source.projectId, enquiries, documents: null}
  if (!existsSync(join(lakeDir, 'lake.db')))
    throw new UserError(`${lakeDir} holds no content yet. Run "npm start" once.`)
  requireRoom()
  const copy = join(staging, lakeName)
  await runCommand(
    process.execPath,
    [
      ...['--disable-warning=ExperimentalWarning', join(root, 'packages/content-lake/src/cli.ts')],
      ...['--dir', lakeDir, '--port', String(lakePort), '--dataset', source.dataset, '--backup', copy],
    ],
    {failure: 'The content could not be backed up; the lines above say why.'},
  )
  return {created, content: 'embedded', enquiries, documents: countDocuments(copy)}
}

/** The copy is made beside the content: on a full disk nobody could publish, nor send an enquiry, until it had failed. */
function requireRoom(): void {
  const content = globSync(['lake.db*', 'comments/lake.db*', 'assets/*'], {cwd: lakeDir})
  const size = content.reduce(
    (sum, name) => sum + (statSync(join(lakeDir, name), {throwIfNoEntry: false})?.size ?? 0),
    0,
  )
  const {bavail, bsize} = statfsSync(dataDir)
  const [needed, free] = [size + roomForOthers, bavail * bsize]
  if (free >= needed) return
  throw new UserError(
    `The content could not be backed up: its copy needs ${asMegabytes(needed)} beside it in ${dataDir}, where ${asMegabytes(free)} are free. Make room on that disk, and run the command again.`,
  )
}

async function dump(file: string): Promise<RowCounts> {
  const {place} = readEnquiryEnv(process.env)
  const none = {enquiries: 0, submissionKeys: 0, deliveries: 0, secrets: 0}
  const lines = await open(file, 'w', 0o600)
  try {
    if (!place.url && !existsSync(place.file)) return none
    const database = await openEnquiries()
    return await dumpEnquiries(database, (line) => lines.appendFile(line)).finally(() => database.close())
  } finally {
    await lines.close()
  }
}

function asMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

function protection({recipients, passphrase}: BackupKeys): string {
  return recipients.length > 0 || passphrase ? 'encrypted' : 'not encrypted: it holds tokens and personal data'
}
