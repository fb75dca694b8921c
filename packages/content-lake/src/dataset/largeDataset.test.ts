import {execFile} from 'node:child_process'
import {createHash} from 'node:crypto'
import {createReadStream, createWriteStream} from 'node:fs'
import {mkdir, readdir, stat, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {Readable} from 'node:stream'
import {pipeline} from 'node:stream/promises'
import {promisify} from 'node:util'
import {expect, test} from 'vitest'
import {newFolder, openTestLake} from '../testing/openTestLake.ts'
import {importDataset} from './importDataset.ts'

const run = promisify(execFile)
const DOCUMENTS = 1500
/** The documents and some 20 MB of code; a second copy of the documents would not fit. */
const HEAP_MB = 88

/** About 31 MB in documents that are sorted and complete, so that an export of them is the same file. */
function* lines(): Generator<string> {
  for (let n = 0; n < DOCUMENTS; n += 1) {
    const _id = `page-${String(n).padStart(5, '0')}`
    const time = '2026-01-02T03:04:05.000Z'
    yield `${JSON.stringify({_createdAt: time, _id, _type: 'page', text: `x${n} `.repeat(4000)})}\n`
  }
}

async function hashOf(file: string, clean: (line: string) => string = String): Promise<string> {
  const hash = createHash('sha1')
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const parts = (rest + String(chunk)).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) hash.update(`${clean(line)}\n`)
  }
  return hash.digest('hex')
}

/** Imports, exports and asks for an export over HTTP, and says how large that was. */
const SCRIPT = `
  const [, source, dir, target] = process.argv
  const {createLake, exportDataset, importDataset} = await import(${JSON.stringify(new URL('../api.ts', import.meta.url).href)})
  const lake = await createLake({dir, port: 0})
  await lake.importDataset(source)
  await lake.exportDataset(target)
  const headers = {authorization: 'Bearer ' + lake.tokens.read}
  const answer = await fetch(lake.url + '/v1/data/export/production', {headers})
  let bytes = 0
  for await (const chunk of answer.body) bytes += chunk.length
  console.log(bytes)
  await lake.close()
`

test(`31 MB go in and out, over HTTP too, with a heap of ${HEAP_MB} MB, and come out the same`, async () => {
  const folder = await newFolder()
  const [source, target] = [join(folder, 'data.ndjson'), join(folder, 'out')]
  await pipeline(Readable.from(lines()), createWriteStream(source))
  const args = [
    `--max-old-space-size=${HEAP_MB}`,
    '--input-type=module',
    '-e',
    SCRIPT,
    source,
    join(folder, 'lake'),
    target,
  ]
  const {stdout} = await run(process.execPath, args)
  const {size} = await stat(source)
  expect(Number(stdout)).toBeGreaterThan(size)
  const withoutUpdate = (line: string) => line.replace(/"_updatedAt":"[^"]*",/, '')
  expect(await hashOf(join(target, 'data.ndjson'), withoutUpdate)).toBe(await hashOf(source))
})

test('lines may be longer together than one, and what belongs to another instance is left out', async () => {
  function* file(): Generator<string> {
    for (const id of ['_.groups.a', '_.retention.b'])
      yield `{"_id": "${id}", "_type": "system.group", "text": "${'x'.repeat(33 * 1024 * 1024)}"}\n`
    yield '{"_id": "c", "_type": "page"}'
  }
  const source = join(await newFolder(), 'data.ndjson')
  await pipeline(Readable.from(file()), createWriteStream(source))
  const lake = await openTestLake()
  await importDataset(lake, source)
  expect(Array.from(lake.documents.all(), ({_id}) => _id)).toEqual(['c'])
})

test('a line that is too long is named, and nothing is imported, no asset either', async () => {
  const folder = await newFolder()
  await mkdir(join(folder, 'files'))
  await writeFile(join(folder, 'files', 'a.txt'), 'a')
  function* file(): Generator<string> {
    yield '{"_id": "a", "_type": "page", "file": {"_sanityAsset": "file@file://./files/a.txt"}}\n'
    yield '{"_id": "b", "_type": "page", "text": "'
    for (let n = 0; n < 65; n += 1) yield 'x'.repeat(1024 * 1024)
    yield '"}\n{"_id": "c", "_type": "page"}\n'
  }
  await pipeline(Readable.from(file()), createWriteStream(join(folder, 'data.ndjson')))
  const lake = await openTestLake()
  await expect(importDataset(lake, folder)).rejects.toThrow(
    /data\.ndjson, line 2: the line is larger than 64 MB; each line holds one document/,
  )
  expect([lake.documents.size, await readdir(lake.options.dir)]).toEqual([0, expect.not.arrayContaining(['assets'])])
})
