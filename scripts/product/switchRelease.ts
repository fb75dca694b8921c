/** Lets `npm run deploy` have a running `npm start` serve another release: one file holds the request, another the result. */

import {randomUUID} from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs'
import {basename, join} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import {messageOf} from '../../lib/messageOf.ts'
import {refusalOf, remedyFor, removeIfPossible, writeWhole} from './files.ts'
import {isLocked} from './lockFile.ts'
import {isSwitching, lockSwitch} from './makeRelease.ts'
import {dataDir, siteBuildDir} from './paths.ts'
import {
  builtSiteOf,
  currentRelease,
  listReleases,
  markServed,
  pruneReleases,
  releasesDir,
  servedReleases,
  setCurrent,
} from './releases.ts'
import {step, UserError} from './report.ts'
import {printError} from './runMain.ts'
import type {RunningSite} from './startSite.ts'
import type {Supervised} from './superviseProcess.ts'

interface ReleaseRequest {
  id: string
  isRollback: boolean
  /** The `npm start` that it is for; undefined if that or the deploy is of an earlier version. */
  start?: string | undefined
}

interface ReleaseResult extends ReleaseRequest {
  /** Why the release is not served, or not from the next start on. */
  problem?: string
  /** The release is served in spite of the problem. */
  isServed?: boolean
}

/** The release is served, but the disk has not recorded that. */
export class UnrecordedRelease extends UserError {}

const requestFile = join(releasesDir, 'order.json')
const resultFile = join(releasesDir, 'answer.json')
/** Public variables of the last start. */
const settingsFile = join(releasesDir, 'settings.json')
/** Tells the running `npm start` from those before it, which times would not do once a clock was set back. */
const startFile = join(releasesDir, 'start')
const ownStart = randomUUID()

type PublicVariables = Record<string, string | undefined>

/** Milliseconds, for a request that gets lost. What runs answers each, and has limits of time of its own. */
const requestLimit = 900_000

/**
 * Serves a release from now on: at once where the project runs, else from the next start.
 *
 * @returns whether it is served already.
 * @throws UnrecordedRelease if it is served, but only until the next start.
 * @throws UserError if it does not get ready. What was served stays in service.
 */
export async function switchTo(request: ReleaseRequest): Promise<boolean> {
  if (!isRunning()) {
    setCurrent(request)
    return false
  }
  rmSync(resultFile, {force: true})
  const asked: ReleaseRequest = {...request, start: existsSync(startFile) ? readFileSync(startFile, 'utf8') : undefined}
  writeWhole(requestFile, JSON.stringify(asked))
  const begun = performance.now()
  // To the end: the deploy's lock keeps others from removing releases meanwhile.
  while (!existsSync(resultFile)) {
    const isUnanswered = isReadOnly(releasesDir) || (asked.start !== undefined && isAnswerLost())
    if (isUnanswered || !isRunning() || performance.now() - begun > requestLimit) {
      removeIfPossible(requestFile)
      throw new UserError(isUnanswered ? noAnswer : notTaken)
    }
    await delay(100)
  }
  const {problem, isServed} = readResult(request.id)
  if (problem) throw isServed ? new UnrecordedRelease(problem) : new UserError(problem)
  // For an `npm start` of an earlier version, which does not mark it.
  markServed(request.id)
  return true
}

const notTaken = 'The running site has not taken the release; its log says why.'

const noAnswer = `${releasesDir} cannot be written, so there is no answer. The log of the running site says whether it serves the release. Look at the disk, then deploy again.`

/** Returns whether a request was dealt with, and the disk has not taken the answer. */
const isAnswerLost = () => !existsSync(requestFile) && !isSwitching() && !existsSync(resultFile)

function isReadOnly(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return false
  } catch (error) {
    return refusalOf(error) === 'readOnly'
  }
}

const tooEarly = 'The site was restarted meanwhile. What was served before is served: deploy again.'

/** An empty file says that there was no room for the result. */
function readResult(id: string): Pick<ReleaseResult, 'problem' | 'isServed'> {
  const text = readFileSync(resultFile, 'utf8')
  if (text === '') return currentRelease()?.release.id === id ? {} : {problem: notTaken}
  return JSON.parse(text)
}

/** Returns whether `npm start` serves: `npm run dev` holds the one lock alone, and a build the other. */
const isRunning = () => [join(dataDir, 'start.lock'), `${siteBuildDir}.lock`].every(isLocked)

/**
 * Checks that a release would be built with the public variables of what runs, which serves it: a shell without them
 * would put other addresses into its pages. So that it can renew and remove the release, this must be its user, also while
 * nothing runs.
 *
 * @throws UserError that says what differs.
 */
export function assertSameSettings(ofShell: PublicVariables): void {
  if (!existsSync(settingsFile)) return
  const user = process.getuid?.()
  if (user !== undefined && user !== statSync(settingsFile).uid) {
    throw new UserError(
      'What is served belongs to another user, who could neither renew pages of this release nor remove it. Run this command as that user. What was served stays in service.',
    )
  }
  if (!isRunning()) return
  const ofStart: PublicVariables = JSON.parse(readFileSync(settingsFile, 'utf8'))
  const names = [...new Set([...Object.keys(ofStart), ...Object.keys(ofShell)])]
  const other = names
    .filter((name) => (ofStart[name] || '') !== (ofShell[name] || ''))
    .map((name) => `${name} (${ofStart[name] || 'not set'}, and ${ofShell[name] || 'not set'} here)`)
  if (other.length === 0) return
  throw new UserError(
    `What runs has other settings than this shell: ${other.join(', ')}. Load the same ones, as by "set -a; . /etc/site.env; set +a"; to change them, restart "npm start". What was served stays in service.`,
  )
}

/**
 * Records this start, and its public variables for `assertSameSettings`. Call it once the folders are locked. A disk that
 * refuses it keeps nobody from serving: a deploy then compares no settings.
 */
export function recordSettings(ofStart: PublicVariables): void {
  mkdirSync(releasesDir, {recursive: true})
  try {
    writeWhole(settingsFile, JSON.stringify(ofStart))
    writeWhole(startFile, ownStart)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    for (const file of [settingsFile, startFile]) removeIfPossible(file)
    step(error.message)
  }
}

function answer(result: ReleaseResult): void {
  try {
    writeWhole(resultFile, JSON.stringify(result))
  } catch (error) {
    try {
      // A full disk takes an empty file, so that the deploy hears that much.
      writeFileSync(resultFile, '')
    } catch {
      // The first error names the cause. The deploy sees that there is no answer.
    }
    throw result.problem ? new UserError(`${result.problem}\n✗ ${messageOf(error)}`) : error
  }
}

/** Serves the releases that `switchTo` requests, also those that it requested since this process started. */
export function watchReleaseRequests(site: Pick<RunningSite, 'serve'>): Supervised {
  mkdirSync(releasesDir, {recursive: true})
  const takeRequest = async () => {
    if (!existsSync(requestFile)) return
    const text = readFileSync(requestFile, 'utf8')
    const {mtimeMs} = statSync(requestFile)
    let problem: string | undefined
    let isServed = false
    let unlock: (() => void) | undefined
    try {
      unlock = lockSwitch()
    } catch (error) {
      problem = messageOf(error)
    }
    try {
      // Under the lock: without both, the deploy takes it that the answer is lost.
      rmSync(requestFile, {force: true})
      const request: ReleaseRequest = JSON.parse(text)
      const {start} = request
      // Left by a deploy that was killed, or made while this was starting.
      const isEarlier = start === undefined ? mtimeMs < performance.timeOrigin : start !== ownStart
      if (isEarlier) problem ??= tooEarly
      try {
        if (!problem) await serveRelease(site, request)
      } catch (error) {
        problem = messageOf(error)
        isServed = error instanceof UnrecordedRelease
      }
      answer({...request, ...(problem && {problem, isServed})})
    } finally {
      // Not before: the next deploy must not take the answer for its own.
      unlock?.()
    }
  }
  let last = Promise.resolve()
  const take = () => {
    // A full disk, or a file of another user, must not end what serves.
    last = last.then(takeRequest).catch(printError)
  }
  const watcher = watch(releasesDir, (_, file) => {
    if (file === basename(requestFile)) take()
  })
  take()
  return {stop: async () => watcher.close()}
}

/**
 * Serves a release in place of what `site` serves.
 *
 * @throws UnrecordedRelease if it is served, but the disk refuses to record that.
 */
export async function serveRelease(site: Pick<RunningSite, 'serve'>, {id, isRollback}: ReleaseRequest): Promise<void> {
  const release = listReleases().find((one) => one.id === id)
  if (!release) throw new UserError(`There is no release ${id}.`)
  await site.serve(builtSiteOf(release))
  try {
    setCurrent({id, isRollback})
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    throw new UnrecordedRelease(
      `Release ${id} is served, but only until the next start: it cannot be made the current one in ${releasesDir} (${messageOf(error)}). ${remedyFor(refusal)} Then deploy again.`,
    )
  }
  pruneReleases()
  step(`Release ${id} is served${isRollback ? ' again' : ''}`)
}

/** Returns the release before the current one. Throws a UserError if there is none. */
export function releaseBefore(): string {
  const current = currentRelease()
  const earlier = servedReleases().filter(({id}) => current && id < current.release.id)
  const last = earlier.at(-1)
  if (!last) throw new UserError('There is no release before the one that is served, so there is none to go back to.')
  return last.id
}
