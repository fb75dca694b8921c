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

const TIME = '2999-01-01T00:00:00.000Z'

/** A lake with a release in each state, and versions with references, of a scheduled one, too. */
async function openReleases(): Promise<StartedLake> {
  const lake = await openTestLake()
  const client = clientOf(lake)
  await client.create({_id: 'a', _type: 'page', title: 'old'})
  for (const releaseId of ['open', 'timed', 'put-off', 'out']) {
    await client.releases.create({releaseId, metadata: {title: `Release ${releaseId}`}})
    const link = {_type: 'reference', _ref: 'a'}
    await client.create({_id: `versions.${releaseId}.a`, _type: 'page', title: `In ${releaseId}`, link})
  }
  await client.releases.publish({releaseId: 'out'})
  await client.releases.archive({releaseId: 'put-off'})
  await client.releases.schedule({releaseId: 'timed', publishAt: TIME})
  return lake
}

const releasesOf = (lake: StartedLake) =>
  Object.fromEntries(
    Array.from(lake.documents.all())
      .filter(({_type}) => _type === 'system.release')
      .map(({name, state, metadata, publishAt}) => [String(name), {state, metadata, publishAt}]),
  )

test('the official import brings releases with their versions, and schedules none', async () => {
  const first = await openReleases()
  const archive = await officialArchive(first)
  const second = await openTestLake()
  const imported = await sanityImport(createReadStream(archive), {client: clientOf(second)})
  expect(imported.warnings).toEqual([])
  const before = releasesOf(first)
  const timed = {...before.timed, state: 'active', publishAt: undefined}
  expect(releasesOf(second)).toEqual({
    ...before,
    timed: {...timed, metadata: {...Object(before.timed?.metadata), intendedPublishAt: TIME}},
  })
  const contents = [first, second].map((lake) =>
    Array.from(contentOf(lake)).filter(([id]) => !id.startsWith('_.releases.')),
  )
  expect(new Map(contents[1])).toEqual(new Map(contents[0]))
  // It can go on from there.
  await clientOf(second).releases.publish({releaseId: 'timed'})
  expect(second.documents.get('a')).toMatchObject({title: 'In timed'})
})

test('a release that is there is a conflict, is left, or is replaced, as the import is asked for', async () => {
  const archive = await officialArchive(await openReleases())
  const lake = await openTestLake()
  const client = clientOf(lake)
  const bring = (options: Omit<Parameters<typeof sanityImport>[1], 'client'>) =>
    sanityImport(createReadStream(archive), {client, ...options})
  await bring({})
  await client.releases.edit({releaseId: 'open', patch: {set: {'metadata.title': 'Edited'}}})
  const title = () => Object(releasesOf(lake).open?.metadata).title
  await expect(bring({operation: 'createIfNotExists'})).rejects.toThrow('already exists')
  await bring({operation: 'createIfNotExists', releasesOperation: 'ignore'})
  expect(title()).toBe('Edited')
  await bring({operation: 'createOrReplace', releasesOperation: 'replace'})
  expect(title()).toBe('Release open')
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
