/** Folders that the product writes to: permissions, files that only their owner may read, space, how many can be open, backups. */
import {accessSync, constants, existsSync, readdirSync, statfsSync, statSync} from 'node:fs'
import {dirname, join, relative} from 'node:path'
import {lastBackupName} from '../../lib/constants.ts'
import {connectionsWithin, limitsOf} from '../../server/http/siteServer.ts'
import {privateFiles, restoreDir} from '../backup/parts.ts'
import {envFile} from '../product/envFile.ts'
import {nearestExisting, refusalOf, remedyFor} from '../product/files.ts'
import {dataDir, root, siteBuildDir, studioBuildDir} from '../product/paths.ts'
import {type Finding, fail, ok, skip, warn} from './checkResult.ts'

/** In bytes. A build and a backup need some hundred megabytes. */
const leastSpace = 256 * 2 ** 20
const plentyOfSpace = 2 * 2 ** 30
/** Shares of all inodes. */
const leastInodes = 0.01
const plentyOfInodes = 0.05

const named = (path: string): string => {
  const inProject = relative(root, path)
  return inProject.startsWith('..') ? path : inProject
}

/** The folders of this product. With hosted content it builds no Studio. */
const folders = ({embedded}: {embedded: boolean}) => ({
  DATA_DIR: dataDir,
  SITE_BUILD_DIR: siteBuildDir,
  ...(embedded && {STUDIO_BUILD_DIR: studioBuildDir}),
})

/** Checks that this user may write the folders and what is in them. */
export function checkFolders(content: {embedded: boolean}): Finding[] {
  return Object.entries(folders(content)).map(([variable, folder]) => {
    const below = variable === 'DATA_DIR' ? ['', ...dataFolders.flatMap(withFiles)] : ['']
    for (const path of below.map((name) => join(folder, name))) {
      const refusal = refusalOfWrites(path)
      if (refusal)
        return fail(`${named(path)} cannot be written. ${remedyFor(refusal, `set ${variable} to another folder`)}`)
    }
    return ok(`${named(folder)} can be written${existsSync(folder) ? '' : '; the first start makes it'}`)
  })
}

const dataFolders = ['lake', 'enquiries']

function withFiles(name: string): string[] {
  const folder = join(dataDir, name)
  if (!existsSync(folder) || refusalOfWrites(folder)) return [name]
  return [name, ...readdirSync(folder).map((file) => join(name, file))]
}

/** Why a path cannot be written. One that does not exist is made in the nearest folder that does. */
function refusalOfWrites(path: string): ReturnType<typeof refusalOf> {
  const existing = nearestExisting(path)
  try {
    const stats = statSync(existing)
    if (existing !== path && !stats.isDirectory()) return 'notAFolder'
    accessSync(existing, stats.isDirectory() ? constants.W_OK | constants.X_OK : constants.R_OK | constants.W_OK)
    return undefined
  } catch (error) {
    return refusalOf(error) ?? 'forbidden'
  }
}

/**
 * Checks that only their owner may read secrets, people, content and enquiries. The product writes them so; `.env.local`
 * and the list of people are written by hand, with the permissions of the shell.
 */
export function checkModes(env: NodeJS.ProcessEnv): Finding[] {
  if (process.platform === 'win32') return [skip('Permissions of files are not checked on Windows')]
  const identity = env.BACKUP_IDENTITY?.trim()
  const files = [
    ...privateFiles().map(({path}) => path),
    ...['webhooks.json', 'lake-users.json', ...dataFolders].map((name) => join(dataDir, name)),
    ...['lake/lake.db', 'lake/comments/lake.db', 'enquiries/enquiries.db'].flatMap((name) => [
      join(dataDir, name),
      join(dataDir, `${name}-wal`),
    ]),
    envFile,
    ...(identity ? [identity] : []),
  ].filter((path) => existsSync(path))
  const open = [...new Set(files)].filter((path) => statSync(path).mode & 0o077)
  if (open.length === 0) return [ok('Secrets, people, content and enquiries are readable by their owner only')]
  return open.map((path) => fail(`${named(path)} is open to other users. Run: chmod go= ${JSON.stringify(path)}`))
}

/** Checks space and inodes of the file systems that hold the folders. */
export function checkDisk(content: {embedded: boolean}): Finding[] {
  const byDevice = Map.groupBy(Object.values(folders(content)), (folder) => statSync(nearestExisting(folder)).dev)
  return [...byDevice.values()].map((same) => {
    const [first = dataDir] = same
    return judgeDisk(same.map(named).join(', '), statfsSync(nearestExisting(first)))
  })
}

interface FileSystem {
  bavail: number
  bsize: number
  blocks: number
  files: number
  ffree: number
}

/** Exported for tests: a disk cannot be filled for one. */
export function judgeDisk(what: string, {bavail, bsize, blocks, files, ffree}: FileSystem): Finding {
  const space = bavail * bsize
  // Some file systems have no fixed number of inodes and report none.
  const inodes = files > 0 ? ffree / files : 1
  const left = `Disk of ${what}: ${(space / 2 ** 30).toFixed(1)} GB free (${Math.round((bavail / blocks) * 100)} %), ${Math.round(inodes * 100)} % of inodes`
  const remedy = 'Remove old builds, logs and backups, or enlarge it.'
  if (space < leastSpace || inodes < leastInodes) return fail(`${left}. ${remedy}`)
  if (space < plentyOfSpace || inodes < plentyOfInodes) return warn(`${left}. ${remedy}`)
  return ok(left)
}

/** A backup a night, and a night in which the machine was off. */
const latestBackup = 2 * 24 * 60 * 60_000

/** Checks when a backup was last taken of this data folder. */
export function checkBackup(folder: string, now = Date.now()): Finding[] {
  const last = statSync(join(folder, lastBackupName), {throwIfNoEntry: false})
  if (!last) return [skip('Backup: none was taken here yet; "npm run backup" takes one')]
  const text = `The last backup is of ${last.mtime.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const age = now - last.mtimeMs
  if (age < -60_000)
    return [warn(`${text}, by a clock that was ahead: nobody knows how old it is. Take one: npm run backup`)]
  if (age <= latestBackup) return [ok(text)]
  return [warn(`${text}, more than two days ago. Look at what takes it: systemctl status backup.timer backup.service`)]
}

/** Checks that no restore is unfinished: nothing starts on its data folder, nor is backed up from it. */
export function checkRestore(folder = restoreDir): Finding[] {
  if (!existsSync(folder)) return []
  return [
    fail(
      `A restore into ${named(dirname(folder))} is under way or was cut off, and nothing starts on it. Wait for it, or run it again.`,
    ),
  ]
}

/** Checks the limit of the site, or of this process: a service manager and a shell set their own. */
export function checkOpenFiles(sitePid: number | undefined): Finding[] {
  return judgeOpenFiles(limitsOf(sitePid))
}

/** Exported for tests: a process cannot raise its limit again. Node raises the soft limit to the hard one by itself. */
export function judgeOpenFiles(limits: string): Finding[] {
  const hard = /^Max open files +\S+ +(\S+)/m.exec(limits)?.[1]
  if (hard === undefined) return []
  if (hard === 'unlimited') return [ok('Open files: no limit')]
  const text = `Open files: at most ${hard} at once`
  const [connections, most] = [connectionsWithin(limits), connectionsWithin('')]
  if (connections === most) return [ok(text)]
  return [
    warn(
      `${text}, so the site takes ${connections} connections instead of ${most}. Raise the hard limit (LimitNOFILE= of systemd, ulimit -Hn).`,
    ),
  ]
}
