import {mkdir, mkdtemp, readdir, rename, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {basename, dirname, join, relative} from 'node:path'
import {create} from 'tar'

const ARCHIVE = /\.(tar\.gz|tgz)$/

/**
 * Lets a folder be written and packs it, if the target is named like an archive; otherwise the target is the folder.
 * The same files give the same archive, which holds one folder of its name, as those of Sanity's tools do.
 */
export async function withPacked<Result>(target: string, write: (folder: string) => Promise<Result>): Promise<Result> {
  if (!ARCHIVE.test(target)) return write(target)
  const work = await mkdtemp(join(tmpdir(), 'lake-export-'))
  const name = basename(target).replace(ARCHIVE, '') || 'export'
  try {
    const result = await write(join(work, name))
    await mkdir(dirname(target), {recursive: true})
    const entries = await readdir(work, {recursive: true, withFileTypes: true})
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    const names = files.map((file) => relative(work, file)).sort()
    // Drafts are in it, too. What exists keeps its rights when it is written to.
    await writeFile(`${target}.part`, '', {mode: 0o600})
    await create({file: `${target}.part`, gzip: true, cwd: work, portable: true, noMtime: true, strict: true}, names)
    await rename(`${target}.part`, target)
    return result
  } finally {
    await rm(`${target}.part`, {force: true})
    await rm(work, {recursive: true, force: true})
  }
}
