import {mkdir, readdir, readFile, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import sharp from 'sharp'
import {describe, expect, it} from 'vitest'
import {SYSTEM, WRITE_TOKEN} from '../access/identities.ts'
import {clientOf, newFolder, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {exportDataset} from './exportDataset.ts'
import {importDataset} from './importDataset.ts'

const CREATED = '2020-01-02T03:04:05.000Z'
const HOME = {
  _id: 'page-home',
  _type: 'page',
  _createdAt: CREATED,
  author: {_ref: 'person-ann'},
  cover: {_type: 'image', _sanityAsset: 'image@file://./images/red.png', hotspot: {x: 0.5, y: 0.5}},
  gallery: [{_sanityAsset: 'image@file://./images/red.png'}],
  sheet: {_type: 'file', _sanityAsset: 'file@file://./files/data%20sheet.txt'},
}
const ANN = {_id: 'person-ann', _type: 'person', name: '安'}
const DRAFT = {_id: 'drafts.page-home', _type: 'page', title: 'Draft'}

async function writeDataset(documents: readonly object[]): Promise<string> {
  const folder = await newFolder()
  await mkdir(join(folder, 'images'))
  await mkdir(join(folder, 'files'))
  // As other programs write it, with lines that hold nothing.
  await writeFile(
    join(folder, 'data.ndjson'),
    documents.map((document) => `${JSON.stringify(document)}\r\n`).join('\n'),
  )
  await writeFile(join(folder, 'images', '.DS_Store'), 'of the system')
  const red = sharp({create: {width: 6, height: 4, channels: 3, background: '#c00'}})
  await writeFile(join(folder, 'images', 'red.png'), await red.png().toBuffer())
  await writeFile(join(folder, 'files', 'data sheet.txt'), 'data')
  return folder
}

describe('an import', () => {
  it('takes documents in any order, with their assets, in one transaction', async () => {
    const lake = await openTestLake()
    const transactions: string[] = []
    lake.onTransaction(({id}) => transactions.push(id))
    expect(await importDataset(lake, await writeDataset([HOME, DRAFT, ANN]))).toEqual({documents: 3, assets: 2})
    expect(transactions).toHaveLength(1)
    const home = await clientOf(lake).fetch(
      '*[_id == "page-home"][0]{..., "name": author->name, "file": cover.asset->originalFilename}',
    )
    expect(home).toMatchObject({
      _createdAt: CREATED,
      name: '安',
      file: 'red.png',
      author: {_type: 'reference', _ref: 'person-ann'},
      cover: {
        _type: 'image',
        asset: {_type: 'reference', _ref: expect.stringMatching(/^image-/)},
        hotspot: {x: 0.5, y: 0.5},
      },
      gallery: [{_type: 'image', _key: expect.any(String)}],
      sheet: {_type: 'file', asset: {_ref: expect.stringMatching(/^file-.*-txt$/)}},
    })
    expect(home.cover._sanityAsset).toBeUndefined()
  })

  it('imports nothing when something is wrong', async () => {
    const lake = await openTestLake()
    await expect(importDataset(lake, await writeDataset([HOME]))).rejects.toThrow('person-ann')
    expect(lake.documents.size).toBe(0)
  })

  it('replaces, leaves alone or refuses what is there already', async () => {
    const lake = await openTestLake()
    const file = join(await writeDataset([ANN]), 'data.ndjson')
    expect(await importDataset(lake, file)).toEqual({documents: 1, assets: 0})
    const changed = await writeDataset([
      {...ANN, name: 'Anna'},
      {_id: 'new', _type: 'person'},
    ])
    const name = () => lake.documents.get('person-ann')?.name
    await expect(importDataset(lake, changed)).rejects.toThrow(
      'data.ndjson, line 1: a document with the id "person-ann"',
    )
    expect(await importDataset(lake, changed, {mode: 'missing'})).toMatchObject({documents: 1})
    expect([name(), lake.documents.has('new')]).toEqual(['安', true])
    await importDataset(lake, changed, {mode: 'replace'})
    expect(name()).toBe('Anna')
  })

  it('gives the same keys each time', async () => {
    const lake = await openTestLake()
    const folder = await writeDataset([{_id: 'a', _type: 'page', items: [{text: 'x'}, {_key: 'own', text: 'y'}]}])
    await importDataset(lake, folder)
    const first = lake.documents.get('a')?.items
    await importDataset(lake, folder, {mode: 'replace'})
    expect(lake.documents.get('a')?.items).toEqual(first)
    expect(first).toMatchObject([{_key: expect.any(String)}, {_key: 'own'}])
  })

  it.each([
    ['{"_id": "a"', 'data.ndjson, line 2: not valid JSON'],
    ['[]', 'line 2: a line holds one document'],
    [`{"_type": "x", "a": ${'['.repeat(300)}${']'.repeat(300)}}`, 'line 2: the document is nested too deeply'],
    ['{"_id": "b"}', 'line 2: the document has no "_type"'],
    ['{"_id": "ä", "_type": "x"}', 'line 2: "ä" is not a document id'],
    ['{"_id": "b.", "_type": "x"}', 'line 2: "b." is not a document id'],
    ['{"_id": "b..c", "_type": "x"}', 'line 2: "b..c" is not a document id'],
    ['{"_id": "a", "_type": "x"}', 'line 2: the id "a" was used before (data.ndjson, line 1)'],
    ['{"_type": "x", "i": {"_sanityAsset": "image@file://./images/no.png"}}', 'does not exist. Import the archive'],
    ['{"_type": "x", "i": {"_sanityAsset": "image@file://./../x.png"}}', 'line 2: '],
    ['{"_type": "x", "i": {"_sanityAsset": "image@https://example.com/x.png"}}', 'is not in the dataset'],
    ['{"_type": "x", "i": {"_sanityAsset": "image@file://./files/data%20sheet.txt"}}', 'The file is no image'],
    [
      '{"_type": "x", "i": {"_sanityAsset": "image@file://./images/100%.png"}}',
      '"image@file://./images/100%.png" does',
    ],
  ])('names the line that is wrong: %s', async (line, message) => {
    const lake = await openTestLake()
    const folder = await writeDataset([])
    await writeFile(join(folder, 'data.ndjson'), `{"_id": "a", "_type": "x"}\n${line}\n`)
    await expect(importDataset(lake, folder)).rejects.toThrow(message)
    expect(lake.documents.size).toBe(0)
  })

  it('reads what editors and archives of other systems add, and refuses another encoding than UTF-8', async () => {
    const lake = await openTestLake()
    const folder = await writeDataset([])
    const write = (text: string | Buffer) => writeFile(join(folder, 'data.ndjson'), text)
    await writeFile(join(folder, '._data.ndjson'), Buffer.from([0, 5, 22, 7]))
    await write(`\ufeff${JSON.stringify(ANN)}\n`)
    expect(await importDataset(lake, folder)).toMatchObject({documents: 1})
    expect(lake.documents.get('person-ann')?.name).toBe('安')
    // 试验 in GBK, and all of it in UTF-16.
    const gbk = [Buffer.from('{"_id": "b", "_type": "x", "title": "'), Buffer.from([0xca, 0xd4, 0xd1, 0xe9])]
    await write(Buffer.concat([...gbk, Buffer.from('"}\n')]))
    await expect(importDataset(lake, folder)).rejects.toThrow('data.ndjson, line 1: the text is not UTF-8')
    await write(Buffer.from('\ufeff{"_id": "b", "_type": "x"}\n', 'utf16le'))
    await expect(importDataset(lake, folder)).rejects.toThrow('data.ndjson, line 1: the text is not UTF-8')
    expect(lake.documents.has('b')).toBe(false)
  })

  it('says so when there is nothing to import', async () => {
    const lake = await openTestLake()
    await expect(importDataset(lake, '/no/such/folder')).rejects.toThrow('/no/such/folder does not exist')
    await expect(importDataset(lake, await newFolder())).rejects.toThrow('holds no .ndjson file')
    const folder = await writeDataset([ANN])
    for (const content of ['[]', '{']) {
      await writeFile(join(folder, 'assets.json'), content)
      await expect(importDataset(lake, folder)).rejects.toThrow('assets.json does not hold a JSON object')
    }
  })
})

describe('an export', () => {
  const withoutTimes = (documents: Iterable<{_id: string}>) =>
    [...documents]
      .map((document) => ({...document, _rev: undefined, _updatedAt: undefined, url: undefined}))
      .sort((a, b) => a._id.localeCompare(b._id))

  it('imports back without loss', async () => {
    const lake = await openTestLake()
    await importDataset(lake, await writeDataset([HOME, DRAFT, ANN]))
    const folder = join(await newFolder(), 'export')
    expect(await exportDataset(lake, folder)).toEqual({documents: 3, assets: 2})
    const other = await openTestLake()
    await importDataset(other, folder)
    expect(withoutTimes(other.documents.all())).toEqual(withoutTimes(lake.documents.all()))
  })

  it('is sorted, and the same for the same content', async () => {
    const lake = await openTestLake()
    await importDataset(lake, await writeDataset([HOME, DRAFT, ANN]))
    const [first, second] = [await newFolder(), await newFolder()]
    await exportDataset(lake, first)
    await exportDataset(lake, second)
    const text = await readFile(join(first, 'data.ndjson'), 'utf8')
    expect(await readFile(join(second, 'data.ndjson'), 'utf8')).toBe(text)
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)._id),
    ).toEqual(['drafts.page-home', 'page-home', 'person-ann'])
    expect(text).not.toContain('_rev')
    expect(text).toContain('"_sanityAsset":"image@file://./images/')
  })

  it('leaves no assets behind from an earlier one', async () => {
    const lake = await openTestLake()
    await importDataset(lake, await writeDataset([HOME, ANN]))
    const folder = await newFolder()
    await exportDataset(lake, folder)
    await clientOf(lake).delete('page-home')
    await clientOf(lake).delete({query: '*[_type in ["sanity.imageAsset", "sanity.fileAsset"]]'})
    await exportDataset(lake, folder)
    expect(await readdir(join(folder, 'images'))).toEqual([])
  })
})

/** Of drafts and versions of what is none: an earlier version of the lake took them. */
const FORMER_IDS = ['drafts.drafts.a', 'versions.r.drafts.a', 'versions.r', 'drafts._.x', 'versions.r._.releases.s']

it('documents whose ids are not valid any more are left out of imports and exports, and nothing else', async () => {
  const lines: string[] = []
  const lake = await openTestLake({log: (line) => lines.push(line)})
  const documents = [ANN, ...FORMER_IDS.map((_id) => ({_id, _type: 'page'})), DRAFT]
  expect(await importDataset(lake, await writeDataset(documents), {mode: 'missing'})).toMatchObject({documents: 2})
  for (const id of FORMER_IDS)
    expect(lines.filter((line) => line.includes('not imported') && line.includes(id))).not.toEqual([])
  // As a lake that was filled before holds them.
  const stored = {_type: 'page', _rev: 'r', _createdAt: CREATED, _updatedAt: CREATED}
  lake.documents.apply(FORMER_IDS.map((_id) => [_id, {_id, ...stored}]))
  const folder = await newFolder()
  expect(await exportDataset(lake, folder)).toMatchObject({documents: 2})
  const headers = {authorization: `Bearer ${TEST_TOKENS.read}`}
  const sent = await (await fetch(`${lake.url}/v1/data/export/production`, {headers})).text()
  for (const text of [sent, await readFile(join(folder, 'data.ndjson'), 'utf8')]) {
    const ids = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)._id)
    expect(ids.filter((id) => !/^(image|file)-/.test(id))).toEqual([DRAFT._id, ANN._id])
  }
})

it('a document whose _createdAt is no time is imported without it, and the log names it', async () => {
  const lines: string[] = []
  const lake = await openTestLake({log: (line) => lines.push(line)})
  const document = {_id: 'undated', _type: 'page', _createdAt: 'yesterday'}
  await importDataset(lake, await writeDataset([document, {...ANN, _createdAt: '2026-01-01T00:00:00+08:00'}]))
  expect(lake.documents.get('undated')).toMatchObject({_createdAt: lake.documents.get('undated')?._updatedAt})
  expect(lake.documents.get(ANN._id)).toMatchObject({_createdAt: '2025-12-31T16:00:00.000Z'})
  expect(lines.filter((line) => line.includes('_createdAt'))).toEqual([expect.stringContaining('undated')])
})

it('an import or a rewind may be longer than a transaction of a client, as the lake that it is made of may be', async () => {
  const lake = await openTestLake()
  const text = 'x'.repeat(7000)
  const mutations = Array.from({length: 20_000}, (_, n) => ({createOrReplace: {_id: `d${n}`, _type: 'page', text}}))
  expect(() => lake.commit({mutations, author: WRITE_TOKEN, dryRun: true})).toThrow('more than 128 MB')
  expect(lake.commit({mutations, author: SYSTEM, dryRun: true}).results).toHaveLength(20_000)
})
