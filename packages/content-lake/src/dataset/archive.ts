import {statfsSync} from 'node:fs'
import {mkdir, mkdtemp, readdir, rename, rm, stat, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {basename, dirname, join, relative} from 'node:path'
import {create, extract} from 'tar'
import {messageOf} from '../errors.ts'
import {beginningOf} from '../files.ts'
import {throwNamingDisk} from '../store/storageFailure.ts'

const ARCHIVE = /\.(tar\.gz|tgz)$/

/**
 * Writes into a folder, and packs it if the target is named like an archive. Deterministic. The archive contains one
 * folder named like it, as those of Sanity's tools do.
 */
export async function withPacked<Result>(target: string, write: (folder: string) => Promise<Result>): Promise<Result> {
  if (!ARCHIVE.test(target)) return write(target)
  const work = await mkdtemp(join(tmpdir(), 'lake-export-'))
  const name = basename(target).replace(ARCHIVE, '') || 'export'
  try {
    const result = await write(join(work, name)).catch((error: unknown) => throwNamingDisk(error, work))
    await mkdir(dirname(target), {recursive: true})
    const entries = await readdir(work, {recursive: true, withFileTypes: true})
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    const names = files.map((file) => relative(work, file)).sort()
    // It contains drafts: created with mode 0600, which later writes keep.
    await writeFile(`${target}.part`, '', {mode: 0o600})
    await create({file: `${target}.part`, gzip: true, cwd: work, portable: true, noMtime: true, strict: true}, names)
    await rename(`${target}.part`, target)
    return result
  } finally {
    await rm(`${target}.part`, {force: true})
    await rm(work, {recursive: true, force: true})
  }
}

/**
 * Unpacks an archive as `sanity dataset export` writes it, and passes on the folder with the documents. Any other
 * source is passed on as it is.
 */
export async function withUnpacked<Result>(source: string, use: (source: string) => Promise<Result>): Promise<Result> {
  if (!(await isGzip(source))) return use(source)
  const folder = await mkdtemp(join(tmpdir(), 'lake-import-'))
  try {
    unpack(source, folder)
    return await use(await findDataset(folder, source))
  } finally {
    await rm(folder, {recursive: true, force: true})
  }
}

async function isGzip(source: string): Promise<boolean> {
  const status = await stat(source).catch(() => undefined)
  return status?.isFile() === true && (await beginningOf(source)).startsWith('\x1f\x8b')
}

/** Bytes of the disk that an archive leaves free. */
const RESERVE = 64 * 2 ** 20

function unpack(archive: string, folder: string): void {
  try {
    const {bavail, bsize} = statfsSync(folder)
    let room = bavail * bsize - RESERVE
    // Skips links, which could point outside the folder.
    const filter = (_path: string, entry: object) => {
      room -= 'size' in entry && typeof entry.size === 'number' ? entry.size : 0
      if (room < 0) throw new Error(`it needs more space than there is in ${tmpdir()}`)
      return 'type' in entry && (entry.type === 'File' || entry.type === 'Directory')
    }
    // At once: a reader that gives up on a damaged archive otherwise goes on writing into the folder that is removed then.
    extract({file: archive, cwd: folder, strict: true, filter, sync: true})
  } catch (error) {
    const reason = messageOf(error)
    throw new Error(`${basename(archive)} cannot be unpacked: ${reason}.`, {cause: error})
  }
}

/** Archives of Sanity's tools contain one folder, named after dataset and time. */
async function findDataset(folder: string, archive: string): Promise<string> {
  const names = (await readdir(folder, {recursive: true})).filter((name) => name.endsWith('.ndjson'))
  const [highest] = names.sort((a, b) => a.split('/').length - b.split('/').length)
  if (highest === undefined) throw new Error(`${basename(archive)} holds no .ndjson file.`)
  return join(folder, dirname(highest))
}
