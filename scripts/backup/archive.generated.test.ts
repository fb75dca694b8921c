import {randomBytes} from 'node:crypto'
import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {basename, join, relative} from 'node:path'
import {gzipSync} from 'node:zlib'
import {Header} from 'tar'
import {expect, onTestFinished, test} from 'vitest'
import fc from '@/tests/support/fastCheck.ts'
import {smallFileSystem} from '@/tests/support/smallFileSystem.ts'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {readArchive, writeArchive} from './archive.ts'
import {isPartOfBackup} from './parts.ts'

const factor = Number(process.env.FUZZ_FACTOR || 1)
const noKeys = {identities: [], recipients: [], passphrase: undefined}
const about = {created: '2026-11-29T00:00:00Z', content: 'embedded', enquiries: {}, documents: 0}
const content = Buffer.from('of the archive')

/** All below a folder, with what files hold. */
function contentsOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, {recursive: true, withFileTypes: true}).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return [relative(folder, path), entry.isFile() ? readFileSync(path, 'latin1') : ''] as const
  })
  return Object.fromEntries(entries)
}

const name = fc.constantFrom('..', '.', 'lake', 'assets', 'private', 'lake.db', 'users.json', 'secret.txt', 'a', '')
const path = fc.oneof(
  fc.constantFrom('lake', 'lake/lake.db', 'lake/assets', 'lake/assets/a.png', 'private/users.json', 'manifest.json'),
  fc.array(name, {minLength: 1, maxLength: 4}).map((names) => names.join('/')),
  fc.array(name, {minLength: 1, maxLength: 3}).map((names) => `/${names.join('//')}`),
)
const types = ['File', 'File', 'OldFile', 'SymbolicLink', 'Link', 'Directory', 'FIFO', 'CharacterDevice'] as const
const entry = fc.record({
  path,
  type: fc.constantFrom(...types),
  leadsTo: fc.constantFrom('..', '../secret.txt', '../..', 'lake'),
  mode: fc.constantFrom(0o600, 0o644, 0o6777),
})

test('whatever an archive holds, it changes nothing outside of its folder, and in it makes files of a backup alone', async () => {
  const outside = temporaryFolder()
  writeFileSync(join(outside, 'secret.txt'), 'of the machine')
  await fc.assert(
    fc.asyncProperty(fc.array(entry, {minLength: 1, maxLength: 6}), fc.nat(40), async (entries, cut) => {
      const blocks = entries.flatMap(({leadsTo, ...given}) => {
        const isFile = given.type === 'File' || given.type === 'OldFile'
        const header = new Header({
          ...{...given, size: isFile ? content.length : 0},
          ...(given.type.endsWith('Link') && {linkpath: leadsTo}),
        })
        header.encode()
        return [Buffer.from(header.block ?? ''), ...(isFile ? [content, Buffer.alloc(512 - content.length)] : [])]
      })
      const bytes = gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
      const file = join(outside, 'archive')
      writeFileSync(file, bytes.subarray(0, bytes.length - (cut > 20 ? 0 : cut)))
      const folder = join(temporaryFolder(), 'restore.part')
      mkdirSync(folder)
      // None has a manifest that agrees.
      await expect(readArchive(file, folder, noKeys)).rejects.toThrow(file)
      expect(contentsOf(outside)).toMatchObject({'secret.txt': 'of the machine'})
      expect(readdirSync(outside).sort()).toEqual(['archive', 'secret.txt'])
      expect(readdirSync(join(folder, '..'))).toEqual(['restore.part'])
      for (const made of readdirSync(folder, {recursive: true, withFileTypes: true})) {
        if (made.isDirectory()) continue
        const written = join(made.parentPath, made.name)
        expect(made.isFile() && (made.name === 'manifest.json' || isPartOfBackup(relative(folder, written)))).toBe(true)
      }
    }),
    {numRuns: 100 * factor},
  )
})

test('an archive for which a disk has no room names itself, as the data may be on another one, and leaves nothing', async (context) => {
  const {folder: disk} = smallFileSystem(context, 16)
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'users.json'), randomBytes(50_000))
  const file = join(disk, 'backup.tar.gz')
  await expect(writeArchive(folder, file, about, noKeys)).rejects.toThrow(
    /backup\.tar\.gz cannot be written \(ENOSPC.*\)\. Make room on its disk/,
  )
  expect(readdirSync(disk)).toEqual([])
})

test('an archive of which a part has no room on the disk that it goes to is refused before that is written', async (context) => {
  const {folder: disk} = smallFileSystem(context, 64)
  const [source, staging] = [temporaryFolder(), temporaryFolder()]
  const file = join(source, '..', `${basename(source)}.tar.gz`)
  onTestFinished(() => rmSync(file))
  mkdirSync(join(source, 'lake'))
  writeFileSync(join(source, 'enquiries.ndjson'), randomBytes(50_000))
  writeFileSync(join(source, 'lake/lake.db'), randomBytes(50_000))
  await writeArchive(source, file, about, noKeys)
  const place = join(disk, 'enquiries/enquiries.db')
  const isEnquiries = (name: string) => name === 'enquiries.ndjson'
  await readArchive(file, staging, noKeys, (name) => (isEnquiries(name) ? place : staging))
  await expect(readArchive(file, temporaryFolder(), noKeys, () => place)).rejects.toThrow(
    `${file} needs more space than the disk of ${place} has.`,
  )
  expect(readdirSync(disk)).toEqual([])
})
