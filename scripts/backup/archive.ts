/**
 * A folder as one file: a compressed tar archive with a list of its files and their hashes, encrypted if there is a key, in
 * the format of age (https://age-encryption.org/v1), so that `age -d` and `tar` read it without this project.
 */

import {createHash} from 'node:crypto'
import {createReadStream, createWriteStream, rmSync, statfsSync, statSync} from 'node:fs'
import {chmod, open, readdir, readFile, rename, stat, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {Readable} from 'node:stream'
import {pipeline} from 'node:stream/promises'
import {Decrypter, Encrypter} from 'age-encryption'
import {create, extract} from 'tar'
import {z} from 'zod'
import {parseJson} from '../../lib/json.ts'
import {messageOf} from '../../lib/messageOf.ts'
import {nearestExisting, refusalOf, remedyFor} from '../product/files.ts'
import {UserError} from '../product/report.ts'
import type {BackupKeys} from './backupKeys.ts'
import {isPartOfBackup} from './parts.ts'

const manifestName = 'manifest.json'

const manifestShape = z.object({
  /** Raised when an older version of the project could not read the archive. */
  format: z.literal(1, 'was written by a newer version of this project'),
  created: z.iso.datetime(),
  /** Where the content comes from: `embedded`, or a hosted project's id. */
  content: z.string(),
  /** Rows by table. */
  enquiries: z.record(z.string(), z.number()),
  documents: z.number().nullable(),
  files: z.record(z.string(), z.object({bytes: z.number(), sha256: z.string()})),
})

export type Manifest = z.output<typeof manifestShape>

/** Writes the folder's files and their manifest as one file, which is there whole or not at all. */
export async function writeArchive(
  folder: string,
  file: string,
  about: Omit<Manifest, 'format' | 'files'>,
  {recipients, passphrase}: BackupKeys,
): Promise<void> {
  const manifest: Manifest = {format: 1, ...about, files: await hashesOf(folder)}
  await writeFile(join(folder, manifestName), JSON.stringify(manifest, null, 2), {mode: 0o600})
  const names = [manifestName, ...Object.keys(manifest.files)]
  const archive = Readable.from(create({cwd: folder, gzip: true, portable: true, strict: true}, names))
  const partial = `${file}.part`
  // A signal ends this process without the `finally` below.
  const removePartial = () => rmSync(partial, {force: true})
  process.once('exit', removePartial)
  try {
    const encrypter = recipients.length > 0 || passphrase ? new Encrypter() : undefined
    for (const recipient of recipients) encrypter?.addRecipient(recipient)
    if (passphrase) encrypter?.setPassphrase(passphrase)
    const bytes = encrypter ? Readable.from(await encrypter.encrypt(streamOf(archive)), {objectMode: false}) : archive
    await pipeline(bytes, createWriteStream(partial, {mode: 0o600}))
    const handle = await open(partial, 'r+')
    await handle.sync()
    await handle.close()
    await rename(partial, file)
  } catch (error) {
    const refusal = refusalOf(error)
    // A failing disk may be that of the data, too.
    if (!refusal || refusal === 'failing') throw error
    // The system names no file where a write fails, and the data may be on another disk.
    throw new UserError(`${file} cannot be written (${messageOf(error)}). ${remedyFor(refusal)}`)
  } finally {
    removePartial()
    process.off('exit', removePartial)
  }
}

/**
 * Unpacks an archive into an empty folder and compares every file with the manifest.
 *
 * @param placeOf where a file with this name goes afterwards, which may be on another disk.
 * @throws UserError if the file is no archive, is damaged or incomplete, its key is missing or wrong, or a disk has no room.
 */
export async function readArchive(
  file: string,
  folder: string,
  {identities, passphrase}: BackupKeys,
  placeOf: (name: string) => string = () => folder,
): Promise<Manifest> {
  const start = await firstBytes(file)
  const entries = acceptedEntries(folder, placeOf)
  const source = createReadStream(file)
  try {
    let bytes: Readable = source
    if (start.toString('latin1').startsWith('age-encryption.org/')) {
      const decrypter = new Decrypter()
      for (const identity of identities) decrypter.addIdentity(identity)
      if (passphrase) decrypter.addPassphrase(passphrase)
      const decrypted = await decrypter.decrypt(streamOf(source)).catch((error: unknown) => {
        throw new UserError(
          `${file} is encrypted, and no key that was given opens it (${messageOf(error)}). Set BACKUP_IDENTITY to the file with the identity, or BACKUP_PASSPHRASE.`,
        )
      })
      // Not in object mode, which passes on plain byte arrays: the archive's reader accepts only buffers.
      bytes = Readable.from(decrypted, {objectMode: false})
    } else if (start.readUInt16BE(0) !== 0x1f8b) throw new UserError(`${file} is no backup of this project.`)
    await pipeline(bytes, extract({cwd: folder, strict: true, filter: entries.accept}))
  } catch (error) {
    if (error instanceof UserError) throw error
    if (!entries.refusal)
      throw new UserError(`${file} is damaged or incomplete (${messageOf(error)}). Take another backup.`)
  } finally {
    source.destroy()
  }
  if (entries.refusal) throw new UserError(`${file} ${entries.refusal}.`)
  return verify(file, folder)
}

/** Bytes of the data folder's disk that a restore leaves free. */
const reserve = 256 * 2 ** 20

/** Accepts plain files with names of a backup, while the disks have room for them. After a refusal nothing more is unpacked. */
function acceptedEntries(folder: string, placeOf: (name: string) => string) {
  const diskOf = (place: string) => statSync(nearestExisting(place)).dev
  const rooms = new Map([[diskOf(folder), freeBytes(folder) - reserve]])
  const hasRoom = (place: string, size: number) => {
    const room = (rooms.get(diskOf(place)) ?? freeBytes(nearestExisting(place))) - size
    rooms.set(diskOf(place), room)
    return room >= 0
  }
  const entries: {refusal?: string; accept: (path: string, entry: object) => boolean} = {
    accept(path, entry) {
      if (entries.refusal || !('type' in entry && entry.type === 'File')) return false
      const name = path.replace(/^\.\//, '')
      if (name !== manifestName && !isPartOfBackup(name)) {
        entries.refusal = `holds ${JSON.stringify(path)}, which no backup does`
        return false
      }
      const size = 'size' in entry && typeof entry.size === 'number' ? entry.size : 0
      const place = placeOf(name)
      // Within a disk it is renamed.
      const places = diskOf(place) === diskOf(folder) ? [folder] : [folder, place]
      const full = places.find((one) => !hasRoom(one, size))
      if (full) entries.refusal = `needs more space than the disk of ${full} has`
      return !full
    },
  }
  return entries
}

function freeBytes(path: string): number {
  const {bavail, bsize} = statfsSync(path)
  return bavail * bsize
}

/** The web's kind of stream, which age reads. */
function streamOf(chunks: Readable): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const {done, value} = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

async function verify(file: string, folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => 'null')
  const read = manifestShape.safeParse(parseJson(text))
  if (!read.success) {
    const isNewer = read.error.issues.some(({path}) => path[0] === 'format') && text !== 'null'
    throw new UserError(
      isNewer ? `${file} was written by a newer version of this project.` : `${file} is no backup of this project.`,
    )
  }
  const found = await hashesOf(folder)
  const names = new Set([...Object.keys(read.data.files), ...Object.keys(found)])
  for (const name of names) {
    if (found[name]?.sha256 === read.data.files[name]?.sha256) continue
    throw new UserError(`${file} is damaged: ${name} is not what was backed up. Take another backup.`)
  }
  // Whatever the archive says: who packs a backup again may let everybody read its secrets.
  for (const name of names) await chmod(join(folder, name), 0o600)
  return read.data
}

/** The files below a folder by their path, apart from the manifest. */
async function hashesOf(folder: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = {}
  for (const entry of await readdir(folder, {recursive: true, withFileTypes: true})) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1).replaceAll('\\', '/')
    if (!entry.isFile() || name === manifestName) continue
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    files[name] = {bytes: (await stat(path)).size, sha256: hash.digest('hex')}
  }
  return files
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file).catch((error: unknown) => {
    throw new UserError(`${file} cannot be read (${messageOf(error)}).`)
  })
  try {
    const {buffer} = await handle.read(Buffer.alloc(32), 0, 32, 0)
    return buffer
  } finally {
    await handle.close()
  }
}
