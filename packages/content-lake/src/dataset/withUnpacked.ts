import {mkdtemp, open, readdir, rm, stat} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {basename, dirname, join} from 'node:path'
import {extract} from 'tar'

const GZIP = Buffer.from([0x1f, 0x8b])

/**
 * Unpacks an archive such as `sanity dataset export` writes, and uses the folder in it that holds the documents.
 * Anything else is used as it is.
 */
export async function withUnpacked<Result>(source: string, use: (source: string) => Promise<Result>): Promise<Result> {
  if (!(await isGzip(source))) return use(source)
  const folder = await mkdtemp(join(tmpdir(), 'lake-import-'))
  try {
    await unpack(source, folder)
    return await use(await findDataset(folder, source))
  } finally {
    await rm(folder, {recursive: true, force: true})
  }
}

async function isGzip(source: string): Promise<boolean> {
  const status = await stat(source).catch(() => undefined)
  if (!status?.isFile()) return false
  const file = await open(source)
  try {
    const {buffer, bytesRead} = await file.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0)
    return bytesRead === GZIP.length && buffer.equals(GZIP)
  } finally {
    await file.close()
  }
}

async function unpack(archive: string, folder: string): Promise<void> {
  try {
    // Links have no place in a dataset, and could lead out of it.
    const filter = (_path: string, entry: object) =>
      'type' in entry && (entry.type === 'File' || entry.type === 'Directory')
    await extract({file: archive, cwd: folder, strict: true, filter})
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${basename(archive)} cannot be unpacked: ${reason}.`, {cause: error})
  }
}

/** The archives of Sanity's tools hold one folder that is named after the dataset and the time. */
async function findDataset(folder: string, archive: string): Promise<string> {
  const names = (await readdir(folder, {recursive: true})).filter((name) => name.endsWith('.ndjson'))
  const [highest] = names.sort((a, b) => a.split('/').length - b.split('/').length)
  if (highest === undefined) throw new Error(`${basename(archive)} holds no .ndjson file.`)
  return join(folder, dirname(highest))
}
