/**
 * Releases: copies of the project's sources, each with a build of the site, of which `npm start` serves one. What is edited,
 * installed or pulled in the project's folder changes nothing that is served.
 */
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import {dirname, join, relative} from 'node:path'
import {z} from 'zod'
import {parseJson} from '../../lib/json.ts'
import {linkFile, linkPackageFolder} from '../installedPackages.mjs'
import {fingerprint} from './builds.ts'
import {copyBuild} from './copyBuild.ts'
import {writeWhole} from './files.ts'
import {flushToDisk} from './flushToDisk.ts'
import {root, siteBuildDir, sourceFolders} from './paths.ts'
import type {BuiltSite} from './startSite.ts'

export const releasesDir = `${siteBuildDir}-releases`

/** The build's folder within a release. */
export const releaseBuildDir = '.next'

export interface Release {
  /** When it was made, later than all before it, so that ids sort by age. */
  id: string
  /** Fingerprint of the sources and settings that it was built of. */
  sources: string
  /** Paths below `static` that its own build wrote; the others come from releases before it. */
  assets: string[]
}

/** Number of releases for which the files of open tabs are kept. */
const kept = 3

/** Written last and removed first, so that a folder without it is one that was never finished, or is half gone. */
const description = (id: string) => join(folderOf(id), 'release.json')

export const folderOf = (id: string): string => join(releasesDir, id)

export const builtSiteOf = ({id}: Release): BuiltSite => ({folder: folderOf(id), buildDir: releaseBuildDir})

/** All finished releases, the oldest first. */
export function listReleases(): Release[] {
  if (!existsSync(releasesDir)) return []
  // Folders alone: `current` is a link to one of them.
  const folders = readdirSync(releasesDir, {withFileTypes: true}).filter((entry) => entry.isDirectory())
  const releases = folders.map(({name}) => readRelease(name))
  return releases.filter((release) => release !== undefined).sort((a, b) => (a.id < b.id ? -1 : 1))
}

const releaseShape = z.object({id: z.string(), sources: z.string(), assets: z.array(z.string())})

/** One whose description is damaged counts as never finished: it must keep nothing from starting. */
function readRelease(id: string): Release | undefined {
  if (!existsSync(description(id))) return undefined
  const read = releaseShape.safeParse(parseJson(readFileSync(description(id), 'utf8')))
  return read.success && read.data.id === id ? read.data : undefined
}

interface Current {
  id: string
  /** Set by a rollback: this release is served, whatever the sources are, until the next deploy. */
  isRollback: boolean
}

/** The one record of what is served. nginx follows it to the static files. */
const currentLink = join(releasesDir, 'current')

/** Kept within the release, so that a switch is one step: a process may be killed between two. */
const rollbackMark = (id: string) => join(folderOf(id), 'rollback')

/** A release that could not be served, or whose deploy was killed before, is not one to go back to. */
const unservedMark = (id: string) => join(folderOf(id), 'unserved')

export const markServed = (id: string): void => rmSync(unservedMark(id), {force: true})

/** All releases that have been served, the oldest first. */
export const servedReleases = (): Release[] => listReleases().filter(({id}) => !existsSync(unservedMark(id)))

/** The record of earlier versions. A running `npm start` may be older than the deploy, and still writes it. */
const formerRecord = join(releasesDir, 'current.json')

function isFormerRollback(id: string): boolean {
  if (!existsSync(formerRecord)) return false
  const former: Current = JSON.parse(readFileSync(formerRecord, 'utf8'))
  return former.id === id && former.isRollback
}

/** The release that is served, or will be at the next start; undefined before the first deploy. */
export function currentRelease(): {release: Release; isRollback: boolean} | undefined {
  if (!existsSync(currentLink)) return undefined
  const id = readlinkSync(currentLink)
  const release = listReleases().find((one) => one.id === id)
  return release && {release, isRollback: existsSync(rollbackMark(id)) || isFormerRollback(id)}
}

export function setCurrent({id, isRollback}: Current): void {
  if (isRollback) writeFileSync(rollbackMark(id), '')
  else rmSync(rollbackMark(id), {force: true})
  rmSync(formerRecord, {force: true})
  rmSync(`${currentLink}.new`, {force: true})
  symlinkSync(id, `${currentLink}.new`)
  renameSync(`${currentLink}.new`, currentLink)
  markServed(id)
}

/** Removes all but the current release and the newest that have been served. Call it under the deploy's lock. */
export function pruneReleases(): void {
  if (!existsSync(releasesDir)) return
  const keep = new Set([
    // Served, even where its description has been damaged since.
    ...(existsSync(currentLink) ? [readlinkSync(currentLink)] : []),
    ...servedReleases()
      .slice(-kept)
      .map(({id}) => id),
  ])
  for (const entry of readdirSync(releasesDir, {withFileTypes: true})) {
    if (!entry.isDirectory() || keep.has(entry.name)) continue
    rmSync(description(entry.name), {force: true})
    rmSync(folderOf(entry.name), {recursive: true, force: true})
  }
}

/** Copies the sources of the project as they are now into a folder for a new release. Returns its id. */
export function copyProject({sources}: Pick<Release, 'sources'>): string {
  const time = BigInt(new Date().toISOString().replaceAll(/\D/g, ''))
  const newest = BigInt(listReleases().at(-1)?.id.split('-', 1)[0] ?? 0)
  // After all others, also where the clock was ahead when they were made.
  const id = `${time > newest ? time : newest + 1n}-${sources.slice(0, 7)}`
  const target = folderOf(id)
  rmSync(target, {recursive: true, force: true})
  mkdirSync(target, {recursive: true})
  for (const entry of [...sourceFolders, ...globSync(sourceFiles, {cwd: root})]) {
    if (!existsSync(join(root, entry))) continue
    cpSync(join(root, entry), join(target, entry), {recursive: true, verbatimSymlinks: true, filter: isSource})
  }
  return id
}

/** Gives a release the packages of the project's own folder. */
export function linkPackages(id: string): void {
  for (const workspace of ['', 'studio', 'packages/content-lake']) {
    const modules = join(root, workspace, 'node_modules')
    if (existsSync(modules)) linkPackageFolder(modules, join(folderOf(id), workspace, 'node_modules'))
  }
}

/** Fingerprint of what `copyProject` copies, apart from `deploy`, of which nothing runs. */
export function projectFingerprint(): string {
  const folders = sourceFolders.filter((folder) => folder !== 'deploy')
  return fingerprint([...folders, ...globSync(sourceFiles, {cwd: root})])
}

/** An allow-list, since anything else in the folder may be data, a backup or a secret. */
const sourceFiles = ['*.ts', 'tsconfig*.json', 'package.json', 'package-lock.json', '.npmrc']

/** `deploy/container` holds passwords of the containers. */
const isSource = (path: string): boolean =>
  !/(^|[\\/])(node_modules|dist|\.sanity|\.env[^\\/]*)$|^deploy[\\/]container$|\.lock$/.test(relative(root, path))

/** Flushes the releases; call it before one counts as finished. */
export const flushReleases = (): Promise<void> => flushToDisk([releasesDir], 'The disk did not take the release.')

/** Marks a release as finished, and as one that was not served yet. `assets` must be listed before files of earlier releases are added. */
export function finishRelease(release: Release): void {
  writeFileSync(unservedMark(release.id), '')
  writeWhole(description(release.id), JSON.stringify(release))
}

/** Paths of a build's files that browsers ask for, below `static`. */
export function assetsOf(folder: string): string[] {
  const files = join(folder, releaseBuildDir, 'static')
  return globSync('**/*', {cwd: files}).filter((file) => statSync(join(files, file)).isFile())
}

/** Adds the files of the releases before: pages that are open in browsers still ask for them. */
export function addEarlierAssets(id: string): void {
  for (const earlier of listReleases().slice(-kept)) {
    for (const file of earlier.assets) {
      const [source, target] = [earlier.id, id].map((one) => join(folderOf(one), releaseBuildDir, 'static', file))
      if (!source || !target || existsSync(target) || !existsSync(source)) continue
      mkdirSync(dirname(target), {recursive: true})
      linkFile(source, target)
    }
  }
}

/**
 * Makes a release of the build that `npm start` has made in the project's own folder, so that one can go back to it. Its
 * pages are as they were built, or renewed since; its server is that of the present sources.
 */
export async function adoptBuild(sources: string): Promise<void> {
  const id = copyProject({sources})
  linkPackages(id)
  await copyBuild(siteBuildDir, join(folderOf(id), releaseBuildDir))
  await flushReleases()
  finishRelease({id, sources, assets: assetsOf(folderOf(id))})
  markServed(id)
}
