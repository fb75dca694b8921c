import {existsSync, readFileSync, rmSync} from 'node:fs'
import {join, relative} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import {lockFile} from './lockFile.ts'
import {dataDir, root, siteBuildDir, studioBuildDir} from './paths.ts'
import type {Product} from './prepare.ts'
import {step} from './report.ts'

/** How long a process that an ended start has left behind may take to end. */
const patience = 10_000

/**
 * Takes the folders that this start writes to, before it writes anything, so that a second one in the same place damages
 * nothing; then clears away what a start that was killed has left.
 *
 * @param builds whether the site and the Studio are built.
 * @throws UserError where another start uses one of them, or it cannot be written.
 */
export async function claimFolders({siteOrigin}: Product, {builds}: {builds: boolean}): Promise<void> {
  const owner = `Another start (process ${process.pid}, site ${siteOrigin}/h5)`
  const claim = (guards: string, file: string, variable: string) =>
    lockFile(file, {owner, guards, remedy: `Stop it first, or set ${variable} to another folder.`})
  claim(dataDir, join(dataDir, 'start.lock'), 'DATA_DIR')
  if (builds) {
    claim(siteBuildDir, `${siteBuildDir}.lock`, 'SITE_BUILD_DIR')
    claim(studioBuildDir, `${studioBuildDir}.lock`, 'STUDIO_BUILD_DIR')
  }
  for (const name of ['site', 'studio', 'lake']) await clearPid(join(dataDir, `${name}.pid`))
}

/** Ends the process that a pid file names if it is one of this project's, and removes the file. */
async function clearPid(file: string): Promise<void> {
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8'))
  if (isOurs(pid)) {
    step(`Ending process ${pid}, which an earlier start has left (${relative(root, file)})`)
    process.kill(pid, 'SIGTERM')
    const begun = performance.now()
    while (isOurs(pid) && performance.now() - begun < patience) await delay(50)
    if (isOurs(pid)) process.kill(pid, 'SIGKILL')
    while (isOurs(pid)) await delay(50)
  }
  rmSync(file, {force: true})
}

/** A number may have gone to any other program since: only what a start of this project supervises is ended. */
function isOurs(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(root, 'scripts/product/endWithParent.ts'))
  } catch {
    // Gone, or a system without /proc, where children end with their parent all the same.
    return false
  }
}
