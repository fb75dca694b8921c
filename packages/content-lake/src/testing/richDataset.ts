import {mkdir, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import sharp from 'sharp'
import {newFolder} from './openTestLake.ts'

const CREATED = '2020-01-02T03:04:05.678Z'
const reference = (_ref: string, more: object = {}) => ({_type: 'reference', _ref, ...more})

/** All kinds of values, references, versions and assets that a careless tool would lose. */
const DOCUMENTS = [
  {
    _id: 'page-home',
    _type: 'page',
    _createdAt: CREATED,
    title: {
      _type: 'localized',
      zh: '燃料电池试验台“全流程”——𠮷野家 🧪',
      en: 'Fuel-cell test bench\n\t“quoted” \\ \u2028',
    },
    empty: {text: '', list: [], object: {}, nothing: null, no: false, zero: 0},
    numbers: [1.5, -0.000001, 9007199254740991, 1e21],
    'odd-name': {'with.dot': 1, 'with space': {中文: '值'}},
    author: reference('person-ann'),
    related: [
      {_key: 'weak', ...reference('gone', {_weak: true})},
      {_key: 'later', ...reference('page-product', {_weak: true, _strengthenOnPublish: {type: 'page'}})},
      {_key: 'strong', ...reference('page-product')},
    ],
    cover: {
      _type: 'image',
      _sanityAsset: 'image@file://./images/red.png',
      hotspot: {_type: 'sanity.imageHotspot', x: 0.25, y: 0.5, width: 0.3, height: 0.4},
      crop: {_type: 'sanity.imageCrop', top: 0.1, bottom: 0, left: 0.125, right: 0},
      alt: '红色',
    },
    body: [
      {
        _key: 'a1',
        _type: 'block',
        style: 'h2',
        listItem: 'bullet',
        level: 2,
        markDefs: [
          {_key: 'm1', _type: 'link', href: 'https://example.com/?a=1&b=2#c'},
          {_key: 'm2', _type: 'internalLink', target: reference('person-ann')},
        ],
        children: [
          {_key: 's1', _type: 'span', text: '试验', marks: ['strong', 'm1']},
          {_key: 's2', _type: 'span', text: ' 委托\n', marks: ['m2']},
        ],
      },
      {_key: 'a2', _type: 'figure', image: {_type: 'image', _sanityAsset: 'image@file://./images/photo.jpg'}},
      {_key: 'a3', _type: 'table', rows: [{_key: 'r1', _type: 'row', cells: ['一', '二', '']}]},
    ],
    downloads: [
      {_key: 'd1', _type: 'file', _sanityAsset: 'file@file://./files/%E6%B5%8B%E8%AF%95%20%E6%95%B0%E6%8D%AE.csv'},
      {_key: 'd2', _type: 'file', _sanityAsset: 'file@file://./files/run.mp4', caption: 'Run 7'},
    ],
  },
  {_id: 'drafts.page-home', _type: 'page', _createdAt: CREATED, title: {zh: '草稿'}, author: reference('person-ann')},
  {
    _id: 'drafts.only-draft',
    _type: 'page',
    _createdAt: CREATED,
    cover: {_type: 'image', _sanityAsset: 'image@file://./images/red.png'},
  },
  {_id: 'versions.r1.page-home', _type: 'page', _createdAt: CREATED, title: {en: 'Next release'}},
  {_id: 'page-product', _type: 'page', _createdAt: CREATED, parent: reference('page-home')},
  {
    _id: 'person-ann',
    _type: 'person',
    _createdAt: CREATED,
    name: '安',
    location: {_type: 'geopoint', lat: 31.2, lng: 121.5},
  },
  {_id: 'settings.hidden', _type: 'settings', _createdAt: CREATED, on: true},
]

/** A folder in Sanity's import format with seven documents and five assets, one of them used by no document. */
export async function writeRichDataset(): Promise<string> {
  const folder = await newFolder()
  await mkdir(join(folder, 'images'))
  await mkdir(join(folder, 'files'))
  const canvas = (background: string) => sharp({create: {width: 12, height: 8, channels: 3, background}})
  const files: [name: string, content: string | Buffer][] = [
    ['data.ndjson', DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join('')],
    ['images/red.png', await canvas('#c00').png().toBuffer()],
    ['images/photo.jpg', await canvas('#0c0').jpeg().toBuffer()],
    ['images/unused.webp', await canvas('#00c').webp().toBuffer()],
    ['files/测试 数据.csv', '时间,值\n1,2\n'],
    ['files/run.mp4', Buffer.from([0, 1, 2, 253, 254, 255])],
  ]
  for (const [name, content] of files) await writeFile(join(folder, name), content)
  return folder
}
