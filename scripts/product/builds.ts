import {createHash} from 'node:crypto'
import {existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {root} from './paths.ts'

const ignored =
  /(^|\/)(node_modules|dist|\.next|\.data|\.sanity|test-results)(\/|$)|\.test\.tsx?$|\.tsbuildinfo$|\.lock(-journal)?$/

/** Hashes the files below the given paths (relative to the project, or a copy of it) and extra strings. */
export function fingerprint(paths: string[], extra: string[] = [], folder = root): string {
  const files = paths.flatMap((path) => filesBelow(path, folder))
  return hashOf(files, folder, extra)
}

export interface Build {
  /** File that records the last build, in its folder: the data folder is moved away before a restore. */
  stamp: string
  /** The same of a version before December 2026, in the data folder. */
  formerStamp: string
  /** Fingerprint of the sources; see `fingerprint`. */
  sources: string
  folder: string
  /** Matches files that change while the build is served, or do not matter. */
  isVolatile?: (file: string) => boolean
}

/** Returns whether the last build has the same sources and its files are unchanged. */
export function isBuilt(build: Build): boolean {
  try {
    return readStamp(build) === stampOf(build)
  } catch {
    return false
  }
}

/** Returns whether the last build's files are unchanged, whatever has become of its sources. */
export function isIntact(build: Build): boolean {
  try {
    return stampOf({...build, sources: builtSources(build)}) === readStamp(build)
  } catch {
    return false
  }
}

/** Fingerprint of the sources of the last build. Throws if none is recorded. */
export const builtSources = (build: Build): string => readStamp(build).split(' ', 1)[0] ?? ''

/** Returns whether a build is recorded, whatever has become of its files. */
export const isRecorded = (build: Build): boolean => [build.stamp, build.formerStamp].some((file) => existsSync(file))

const readStamp = ({stamp, formerStamp}: Build): string => readFileSync(existsSync(stamp) ? stamp : formerStamp, 'utf8')

/** Records a finished build. */
export function recordBuild(build: Build): void {
  mkdirSync(dirname(build.stamp), {recursive: true})
  writeFileSync(build.stamp, stampOf(build))
  rmSync(build.formerStamp, {force: true})
}

/** An empty folder has no files: it never equals the stamp of a build. */
function stampOf({sources, folder, stamp, isVolatile = () => false}: Build): string {
  const files = globSync('**/*', {cwd: folder}).filter(
    (file) => !isVolatile(file) && join(folder, file) !== stamp && statSync(join(folder, file)).isFile(),
  )
  return `${sources} ${files.length} ${hashOf(files, folder)}\n`
}

function hashOf(files: string[], folder: string, extra: string[] = []): string {
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(folder, file)))
  return hash.update(JSON.stringify(extra)).digest('hex')
}

function filesBelow(path: string, folder: string): string[] {
  const stats = statSync(join(folder, path), {throwIfNoEntry: false})
  if (!stats) return []
  if (stats.isFile()) return [path]
  return globSync(`${path}/**/*`, {cwd: folder, exclude: (entry) => ignored.test(String(entry))}).filter(
    (file) => !ignored.test(file) && statSync(join(folder, file)).isFile(),
  )
}
