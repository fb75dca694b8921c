import {existsSync, readFileSync} from 'node:fs'
import {cp, rename, rm} from 'node:fs/promises'
import {join, relative} from 'node:path'

/**
 * Copies a build, unless the copy is there already: pages that were renewed in it stay. The build may be served meanwhile,
 * an earlier copy at that place may not.
 */
export async function copyBuild(from: string, to: string): Promise<void> {
  if (buildId(to) !== undefined && buildId(to) === buildId(from)) return
  await rm(to, {recursive: true, force: true})
  const unfinished = `${to}-unfinished`
  await rm(unfinished, {recursive: true, force: true})
  // Resized pictures are written in place and made again on demand; the compiler's cache is of use for a build alone; a page
  // that is just being written has another name until it is whole (`server/pageCache/diskWrites.ts`).
  const filter = (path: string) => relative(from, path) !== 'cache' && !path.endsWith('.tmp')
  // Links to packages stay relative, so that the folder can be moved.
  await cp(from, unfinished, {recursive: true, verbatimSymlinks: true, filter})
  await rename(unfinished, to)
}

function buildId(folder: string): string | undefined {
  const file = join(folder, 'BUILD_ID')
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
