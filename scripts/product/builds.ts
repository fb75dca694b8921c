import {createHash} from 'node:crypto'
import {globSync, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs'
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
  /** File that records the last build. */
  stamp: string
  /** Fingerprint of the sources; see `fingerprint`. */
  sources: string
  folder: string
  /** Matches files that change while the build is served, or do not matter. */
  isVolatile?: (file: string) => boolean
}

/** Returns whether the last build has the same sources and its files are unchanged. */
export function isBuilt(build: Build): boolean {
  try {
    return readFileSync(build.stamp, 'utf8') === stampOf(build)
  } catch {
    return false
  }
}

/** Returns whether the last build's files are unchanged, whatever has become of its sources. */
export function isIntact(build: Build): boolean {
  try {
    return stampOf({...build, sources: builtSources(build)}) === readFileSync(build.stamp, 'utf8')
  } catch {
    return false
  }
}

/** Fingerprint of the sources of the last build. Throws if none is recorded. */
export const builtSources = ({stamp}: Build): string => readFileSync(stamp, 'utf8').split(' ', 1)[0] ?? ''

/** Records a finished build. */
export function recordBuild(build: Build): void {
  mkdirSync(dirname(build.stamp), {recursive: true})
  writeFileSync(build.stamp, stampOf(build))
}

/** An empty folder has no files: it never equals the stamp of a build. */
function stampOf({sources, folder, isVolatile = () => false}: Build): string {
  const files = globSync('**/*', {cwd: folder}).filter(
    (file) => !isVolatile(file) && statSync(join(folder, file)).isFile(),
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
