import {existsSync, readFileSync} from 'node:fs'
import {cp, rename, rm} from 'node:fs/promises'
import {basename, join, sep} from 'node:path'

/**
 * Copies a build, unless the copy is there already: pages that were renewed in it stay. Call it while nothing serves the
 * build that is copied, as pages are replaced then.
 */
export async function copyBuild(from: string, to: string): Promise<void> {
  if (buildId(to) !== undefined && buildId(to) === buildId(from)) return
  await rm(to, {recursive: true, force: true})
  const unfinished = `${to}-unfinished`
  await rm(unfinished, {recursive: true, force: true})
  const compilerCache = join(basename(from), 'cache', 'turbopack')
  const filter = (path: string) => !`${path}${sep}`.includes(compilerCache + sep)
  // Links to packages stay relative, so that the folder can be moved.
  await cp(from, unfinished, {recursive: true, verbatimSymlinks: true, filter})
  await rename(unfinished, to)
}

function buildId(folder: string): string | undefined {
  const file = join(folder, 'BUILD_ID')
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
