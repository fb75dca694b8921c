import {createHash} from 'node:crypto'
import {createReadStream} from 'node:fs'
import {readdir, readFile, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {gzipSync} from 'node:zlib'
import {exportDataset as officialExport} from '@sanity/export'
import {sanityImport} from '@sanity/import'
import {create as createArchive, extract, Header} from 'tar'
import {expect, test} from 'vitest'
import type {StartedLake} from '../Lake.ts'
import {clientOf, newFolder, openTestLake} from '../testing/openTestLake.ts'
import {writeRichDataset} from '../testing/richDataset.ts'
import type {LakeDocument} from '../types.ts'
import {exportDataset} from './exportDataset.ts'
import {importDataset} from './importDataset.ts'

/** Without what a move may change: when and where a document was written. */
function comparable({_rev, _updatedAt, ...document}: LakeDocument): object {
  if (!/^sanity\.(image|file)Asset$/.test(document._type)) return document
  const {_createdAt, url, uploadId, ...asset} = document
  // The official import takes a file's name from its address, and leaves it escaped.
  return {...asset, originalFilename: decodeURIComponent(String(asset.originalFilename))}
}

const contentOf = (lake: StartedLake): Map<string, object> =>
  new Map(Array.from(lake.documents.all(), (document) => [document._id, comparable(document)]))

/** The hash of each original by its name. */
async function assetsOf(lake: StartedLake): Promise<[name: string, sha1: string][]> {
  const folder = join(lake.options.dir, 'assets')
  const names = (await readdir(folder)).sort()
  const hashes = await Promise.all(names.map((name) => readFile(join(folder, name))))
  return hashes.map((bytes, index) => [names[index] ?? '', createHash('sha1').update(bytes).digest('hex')])
}

async function officialArchive(lake: StartedLake, mode: 'stream' | 'cursor' = 'stream'): Promise<string> {
  const outputPath = join(await newFolder(), 'production.tar.gz')
  await officialExport({client: clientOf(lake), dataset: 'production', outputPath, mode})
  return outputPath
}

/** The documents of an archive by id, and the files in it by hash. */
async function contentsOfArchive(archive: string) {
  const folder = await newFolder()
  await extract({file: archive, cwd: folder, strip: 1})
  const lines = (await readFile(join(folder, 'data.ndjson'), 'utf8')).trim().split('\n')
  const documents = lines.map((line) => {
    const {_rev, _updatedAt, ...document} = JSON.parse(line)
    return document
  })
  const names = (await readdir(folder, {recursive: true})).filter((name) => /^(images|files)\//.test(name)).sort()
  const hashes = names.map(async (name) => {
    const bytes = await readFile(join(folder, name))
    return [name, createHash('sha1').update(bytes).digest('hex')]
  })
  return {documents: documents.sort((a, b) => (a._id < b._id ? -1 : 1)), assets: await Promise.all(hashes)}
}

test('content moves between lakes through the official tools without loss', async () => {
  const first = await openTestLake()
  const imported = await sanityImport(await writeRichDataset(), {client: clientOf(first)})
  expect(imported).toMatchObject({numDocs: 7, warnings: []})
  expect(first.documents.size).toBe(12)

  const archive = await officialArchive(first)
  const second = await openTestLake()
  await sanityImport(createReadStream(archive), {client: clientOf(second)})
  expect(contentOf(second)).toEqual(contentOf(first))
  expect(await assetsOf(second)).toEqual(await assetsOf(first))
  expect(await contentsOfArchive(await officialArchive(second, 'cursor'))).toEqual(await contentsOfArchive(archive))
})

test('what the official tools import is what the lake itself imports', async () => {
  const source = await writeRichDataset()
  const [official, own] = [await openTestLake(), await openTestLake()]
  await sanityImport(source, {client: clientOf(official)})
  await importDataset(own, source)
  expect(contentOf(own)).toEqual(contentOf(official))
  expect(await assetsOf(own)).toEqual(await assetsOf(official))
})

test('the lake imports the archive that the official tools export, and they import its folder', async () => {
  const first = await openTestLake()
  await importDataset(first, await writeRichDataset())
  const second = await openTestLake()
  expect(await importDataset(second, await officialArchive(first))).toEqual({documents: 7, assets: 5})
  expect(contentOf(second)).toEqual(contentOf(first))

  const folder = join(await newFolder(), 'export')
  await exportDataset(second, folder)
  const third = await openTestLake()
  await sanityImport(folder, {client: clientOf(third)})
  expect(contentOf(third)).toEqual(contentOf(first))
  expect(await assetsOf(third)).toEqual(await assetsOf(first))
})

test('an archive that the lake exports is always the same, and official tools and lakes import it', async () => {
  const first = await openTestLake()
  await importDataset(first, await writeRichDataset())
  const folder = await newFolder()
  const [archive, again] = ['a', 'b'].map((name) => join(folder, name, 'production.tar.gz'))
  if (!archive || !again) return
  expect(await exportDataset(first, archive)).toEqual({documents: 7, assets: 5})
  await exportDataset(first, again)
  expect((await readFile(again)).equals(await readFile(archive))).toBe(true)
  const [official, own] = [await openTestLake(), await openTestLake()]
  await sanityImport(createReadStream(archive), {client: clientOf(official)})
  await importDataset(own, archive)
  expect(contentOf(official)).toEqual(contentOf(first))
  expect(contentOf(own)).toEqual(contentOf(first))
})

test('an official import into a lake that has the content changes nothing with missing, and all with replace', async () => {
  const source = await writeRichDataset()
  const lake = await openTestLake()
  await sanityImport(source, {client: clientOf(lake)})
  const before = contentOf(lake)
  await clientOf(lake).patch('person-ann').set({name: 'Anna'}).commit()
  await sanityImport(source, {client: clientOf(lake), operation: 'createIfNotExists'})
  expect(lake.documents.get('person-ann')?.name).toBe('Anna')
  await sanityImport(source, {client: clientOf(lake), operation: 'createOrReplace'})
  expect(contentOf(lake)).toEqual(before)
})

test('an archive that is damaged, too large for the disk, or holds no dataset, is named and imports nothing', async () => {
  const lake = await openTestLake()
  const folder = await newFolder()
  await writeFile(join(folder, 'letter.txt'), 'Dear reader')
  await createArchive({file: join(folder, 'empty.tar.gz'), gzip: true, cwd: folder}, ['letter.txt'])
  await expect(importDataset(lake, join(folder, 'empty.tar.gz'))).rejects.toThrow('empty.tar.gz holds no .ndjson file')
  const header = new Header({path: 'e/data.ndjson', type: 'File', size: 2 ** 50})
  header.encode()
  await writeFile(join(folder, 'huge.tar.gz'), gzipSync(header.block ?? ''))
  await expect(importDataset(lake, join(folder, 'huge.tar.gz'))).rejects.toThrow('it needs more space than there is')
  await importDataset(lake, await writeRichDataset())
  const archive = await readFile(await officialArchive(lake))
  await writeFile(join(folder, 'half.tar.gz'), archive.subarray(0, archive.length / 2))
  const fresh = await openTestLake()
  await expect(importDataset(fresh, join(folder, 'half.tar.gz'))).rejects.toThrow('half.tar.gz cannot be unpacked')
  expect(fresh.documents.size).toBe(0)
})

test('an export may be limited to types, and comes in pages when a cursor is asked for', async () => {
  const lake = await openTestLake()
  const documents = Array.from({length: 1201}, (_, n) => ({_id: `p${String(n).padStart(4, '0')}`, _type: 'page'}))
  // Not in their order: a page would leave out what comes before its cursor.
  await clientOf(lake).mutate(documents.toReversed().map((document) => ({createOrReplace: document})))
  await clientOf(lake).create({_id: 'ann', _type: 'person'})
  const page = async (query: Record<string, string>) => {
    const text: string = await clientOf(lake).request({url: '/data/export/production', query})
    return text
      .trimEnd()
      .split('\n')
      .map((line): {_id?: string; nextCursor?: string} => JSON.parse(line))
  }
  expect((await page({types: 'person,other'})).map(({_id}) => _id)).toEqual(['ann'])
  expect(await page({types: 'page'})).toHaveLength(1201)
  const first = await page({nextCursor: '', types: 'page'})
  const nextCursor = first.at(-1)?.nextCursor ?? ''
  expect([first.length, nextCursor]).toEqual([1001, 'p0999'])
  const second = await page({nextCursor, types: 'page'})
  expect([second.length, second[0]?._id, second.at(-1)?._id]).toEqual([201, 'p1000', 'p1200'])
})
