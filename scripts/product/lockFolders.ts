import {existsSync, globSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync} from 'node:fs'
import {join, relative} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import {restoreDir, restoredDir} from '../backup/parts.ts'
import {lockFile} from './lockFile.ts'
import {dataDir, root, siteBuildDir, studioBuildDir} from './paths.ts'
import type {Product} from './prepare.ts'
import {step, UserError} from './report.ts'

/** Time that a leftover process has to exit, in milliseconds. */
const exitTimeout = 10_000

/**
 * Locks the folders that this start writes to, then ends processes that a killed start has left. Call it before
 * anything is written.
 *
 * @param builds whether the site and the Studio are built.
 * @param restores whether this is a restore, which may start where an earlier one was cut off.
 * @throws UserError if another start uses one of the folders, one cannot be written, or the data is a part of a backup.
 */
export async function lockFolders(
  {siteOrigin}: Product,
  {builds, restores = false}: {builds: boolean; restores?: boolean},
): Promise<void> {
  const owner = `Another start (process ${process.pid}, site ${siteOrigin}/h5)`
  const lock = (guards: string, file: string, variable: string) =>
    lockFile(file, {owner, guards, remedy: `Stop it first, or set ${variable} to another folder.`})
  const startLock = join(dataDir, 'start.lock')
  assertNotForeign(startLock)
  lock(dataDir, startLock, 'DATA_DIR')
  if (builds) {
    lock(siteBuildDir, `${siteBuildDir}.lock`, 'SITE_BUILD_DIR')
    lock(studioBuildDir, `${studioBuildDir}.lock`, 'STUDIO_BUILD_DIR')
  }
  if (!restores && existsSync(restoreDir)) {
    throw new UserError(`A restore into ${dataDir} was cut off, so its data is incomplete. Run the restore again.`)
  }
  // A restore that was killed at its end has left copies of secrets and enquiries there.
  rmSync(restoredDir, {recursive: true, force: true})
  for (const file of globSync('{site,site-*,studio,lake}.pid', {cwd: dataDir})) await clearPid(join(dataDir, file))
}

/**
 * Root may write everything, and the user who ran the product before could then read neither its tokens nor what was
 * uploaded meanwhile.
 */
function assertNotForeign(startLock: string): void {
  const owner = statSync(startLock, {throwIfNoEntry: false})?.uid
  if (process.getuid?.() !== 0 || owner === undefined || owner === 0) return
  // A shared folder may give all files to one user, those of root, too.
  const probe = mkdtempSync(`${startLock}.`)
  const ofRoot = statSync(probe).uid
  rmdirSync(probe)
  if (ofRoot === owner) return
  throw new UserError(
    `${dataDir} belongs to the user with the id ${owner}, who could not go on with what root writes there. Run this as that user, or make all of it root's: chown -R root ${JSON.stringify(dataDir)}`,
  )
}

/** Ends the process that a pid file names if it is one of this project's, and removes the file. */
async function clearPid(file: string): Promise<void> {
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8'))
  if (isOurs(pid)) {
    step(`Ending process ${pid}, which an earlier start has left (${relative(root, file)})`)
    process.kill(pid, 'SIGTERM')
    const begun = performance.now()
    while (isOurs(pid) && performance.now() - begun < exitTimeout) await delay(50)
    if (isOurs(pid)) process.kill(pid, 'SIGKILL')
    while (isOurs(pid)) await delay(50)
  }
  rmSync(file, {force: true})
}

/** Checks that a process was started by this project: the id may belong to any other program by now. */
export function isOurs(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(root, 'scripts/product/endWithParent.ts'))
  } catch {
    // Gone, or a system without /proc, where children end with their parent all the same.
    return false
  }
}
