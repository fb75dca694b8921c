/** How `npm run deploy` has a running `npm start` serve another release: a file asks, and a file answers. */

import {existsSync, mkdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync} from 'node:fs'
import {basename, join} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import {messageOf} from '../../lib/messageOf.ts'
import {isLocked} from './lockFile.ts'
import {dataDir, siteBuildDir} from './paths.ts'
import {builtSiteOf, currentRelease, listReleases, pruneReleases, releasesDir, setCurrent} from './releases.ts'
import {step, UserError} from './report.ts'
import type {RunningSite} from './startSite.ts'
import type {Supervised} from './superviseProcess.ts'

interface Order {
  id: string
  isRollback: boolean
}

interface Answer extends Order {
  /** Why the release is not served. */
  problem?: string
}

const orderFile = join(releasesDir, 'order.json')
const answerFile = join(releasesDir, 'answer.json')

/** Milliseconds, for an order that gets lost. What runs answers each, and has limits of time of its own. */
const orderLimit = 900_000

/**
 * Serves a release from now on: at once where the project runs, else from the next start.
 *
 * @returns whether it is served already.
 * @throws UserError if it does not get ready. What was served stays in service.
 */
export async function switchTo(order: Order): Promise<boolean> {
  if (!isRunning()) {
    setCurrent(order)
    return false
  }
  rmSync(answerFile, {force: true})
  write(orderFile, order)
  const begun = performance.now()
  // To the end: the deploy's lock keeps others from removing releases meanwhile.
  while (!existsSync(answerFile)) {
    if (!isRunning() || performance.now() - begun > orderLimit) {
      rmSync(orderFile, {force: true})
      throw new UserError('The running site has not taken the release; its log says why.')
    }
    await delay(100)
  }
  const {problem}: Answer = JSON.parse(readFileSync(answerFile, 'utf8'))
  if (problem) throw new UserError(problem)
  return true
}

/** Whether `npm start` serves: `npm run dev` holds the one lock alone, and a build the other. */
const isRunning = () => [join(dataDir, 'start.lock'), `${siteBuildDir}.lock`].every(isLocked)

/** Lets a running site follow the orders of `switchTo`. */
export function followOrders(site: RunningSite): Supervised {
  mkdirSync(releasesDir, {recursive: true})
  rmSync(orderFile, {force: true})
  let last = Promise.resolve()
  const watcher = watch(releasesDir, (_, file) => {
    if (file !== basename(orderFile) || !existsSync(orderFile)) return
    const order: Order = JSON.parse(readFileSync(orderFile, 'utf8'))
    rmSync(orderFile, {force: true})
    last = last.then(async () => {
      const problem = await serveRelease(site, order).then(() => undefined, messageOf)
      write(answerFile, {...order, ...(problem && {problem})})
    })
  })
  return {stop: async () => watcher.close()}
}

/** Serves a release in place of what `site` serves. */
export async function serveRelease(site: RunningSite, {id, isRollback}: Order): Promise<void> {
  const release = listReleases().find((one) => one.id === id)
  if (!release) throw new UserError(`There is no release ${id}.`)
  await site.serve(builtSiteOf(release))
  setCurrent({id, isRollback})
  pruneReleases()
  step(`Release ${id} is served${isRollback ? ' again' : ''}`)
}

/** The release before the current one. Throws a UserError if there is none. */
export function releaseBefore(): string {
  const current = currentRelease()
  const earlier = listReleases().filter(({id}) => current && id < current.release.id)
  const last = earlier.at(-1)
  if (!last) throw new UserError('There is no release before the one that is served, so there is none to go back to.')
  return last.id
}

/** Whole or not at all, as another process reads it as soon as it is there. */
function write(file: string, content: Answer): void {
  writeFileSync(`${file}.new`, JSON.stringify(content))
  renameSync(`${file}.new`, file)
}
