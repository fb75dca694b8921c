import {mkdir, readdir, readFile, symlink, writeFile} from 'node:fs/promises'
import {dirname, join, relative} from 'node:path'
import {gzipSync} from 'node:zlib'
import {Header} from 'tar'
import {afterEach, expect, test, vi} from 'vitest'
import type {StartedLake} from '../Lake.ts'
import fc from '../testing/fastCheck.ts'
import {hostileDocuments} from '../testing/hostileContent.ts'
import {newFolder, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {importDataset} from './importDataset.ts'

const factor = Number(process.env.FUZZ_FACTOR || 1)

afterEach(() => vi.unstubAllEnvs())

/** The JSON of a document without what an import adds, and without what each write sets. */
function comparable(document: object | undefined): string {
  return JSON.stringify(document, (name, value: unknown) => {
    if (name === '_key' || name === '_rev' || name === '_updatedAt' || name === '_createdAt') return undefined
    return name === '_type' && value === 'reference' ? undefined : value
  })
}

test('a document of any content is imported as a client writes it, or refused as by a client', async () => {
  const [imported, written] = [await openTestLake(), await openTestLake()]
  const file = join(await newFolder(), 'data.ndjson')
  const counts = {taken: 0, refused: 0}
  await fc.assert(
    fc.asyncProperty(hostileDocuments, async (document) => {
      const {_id} = JSON.parse(document)
      // A client that names none lets the lake choose one.
      if (_id === '') return
      await writeFile(file, document)
      const problem = await importDataset(imported, file, {mode: 'replace'}).then(
        () => undefined,
        (error: Error) => error,
      )
      const response = await fetch(`${written.url}/v1/data/mutate/production`, {
        method: 'POST',
        headers: {authorization: `Bearer ${TEST_TOKENS.write}`, 'content-type': 'application/json'},
        body: `{"mutations":[{"createOrReplace":${document}}]}`,
      })
      const answer = await response.text()
      // Requests may nest less deep than what they add up to.
      if (answer.includes('The request body is nested too deeply')) return
      counts[problem ? 'refused' : 'taken'] += 1
      expect([response.ok, answer]).toEqual([problem === undefined, answer])
      if (problem) return
      expect(comparable(imported.documents.get(_id))).toBe(comparable(written.documents.get(_id)))
    }),
    {numRuns: 150 * factor},
  )
  expect(Math.min(counts.taken, counts.refused)).toBeGreaterThan(10)
})

const secret = 'of the machine, not of the dataset'

/** The files of a folder and what they hold. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, {recursive: true, withFileTypes: true})
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(files.map((file) => readFile(file, 'latin1')))
  return Object.fromEntries(files.map((file, index) => [relative(folder, file), texts[index] ?? '']))
}

async function expectNothingOfOutside(lake: StartedLake, source: string): Promise<void> {
  await importDataset(lake, source, {mode: 'replace'}).catch(() => undefined)
  expect(JSON.stringify([...lake.documents.all()])).not.toContain('secret')
  const stored = await contentsOf(lake.options.dir)
  expect(Object.values(stored).filter((text) => text.includes(secret))).toEqual([])
}

test.each(['files/a.txt', 'files', 'images/a.png', 'images'])(
  'no file of the machine becomes an asset where %s is a link to it',
  async (name) => {
    const [folder, outside] = [await newFolder(), await newFolder()]
    await writeFile(join(outside, 'secret.txt'), secret)
    await writeFile(join(folder, 'data.ndjson'), '{"_id": "a", "_type": "x"}')
    await mkdir(dirname(join(folder, name)), {recursive: true})
    await symlink(name.includes('/') ? join(outside, 'secret.txt') : outside, join(folder, name))
    await expectNothingOfOutside(await openTestLake(), folder)
  },
)

const entryPath = fc
  .array(fc.constantFrom('..', '.', 'a', 'files', 'images', 'link', 'data.ndjson', 'secret.txt', ''), {maxLength: 4})
  .chain((names) => fc.constantFrom('/', '\\', '//').map((separator) => names.join(separator)))
const entry = fc.record({
  type: fc.constantFrom('File', 'File', 'SymbolicLink', 'Link', 'Directory', 'CharacterDevice', 'FIFO', 'OldFile'),
  path: fc.oneof(
    entryPath,
    entryPath.map((path) => `/${path}`),
    fc.constantFrom('link', 'link/secret.txt', 'files/a'),
  ),
  leadsTo: fc.constantFrom('outside', 'file', 'up'),
  mode: fc.constantFrom(0o600, 0o777, 0o6755, 0),
})

test('an archive writes nothing outside of its own folder, takes nothing from there, and leaves nothing behind', async () => {
  const [lake, outside, sources] = [await openTestLake(), await newFolder(), await newFolder()]
  const temporary = join(outside, 'temporary')
  await mkdir(temporary)
  await writeFile(join(outside, 'secret.txt'), secret)
  vi.stubEnv('TMPDIR', temporary)
  const before = await contentsOf(outside)
  await fc.assert(
    fc.asyncProperty(fc.array(entry, {minLength: 1, maxLength: 5}), fc.nat(1), async (entries, cut) => {
      const targets = {outside, file: join(outside, 'secret.txt'), up: '../..'}
      const content = Buffer.from('{"_id": "a", "_type": "x"}')
      const blocks = [{type: 'File', path: 'e/data.ndjson', mode: 0o600, leadsTo: 'up'} as const, ...entries].flatMap(
        ({type, path, mode, leadsTo}) => {
          const isFile = type === 'File' || type === 'OldFile'
          const header = new Header({
            ...{type, path, mode, size: isFile ? content.length : 0},
            ...(type.endsWith('Link') && {linkpath: targets[leadsTo]}),
          })
          header.encode()
          return [header.block ?? '', ...(isFile ? [content, Buffer.alloc(512 - content.length)] : [])].map((block) =>
            Buffer.from(block),
          )
        },
      )
      const bytes = gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
      const source = join(sources, 'a.tar.gz')
      await writeFile(source, cut ? bytes.subarray(0, bytes.length - 12) : bytes)
      await expectNothingOfOutside(lake, source)
      expect(await contentsOf(outside)).toEqual(before)
      expect(await readdir(temporary)).toEqual([])
    }),
    {numRuns: 40 * factor},
  )
})
