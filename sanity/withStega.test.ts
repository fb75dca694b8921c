import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import {type ClientPerspective, createClient, type SanityClient} from '@sanity/client'
import {stegaClean, stegaEncodeSourceMap} from '@sanity/client/stega'
import {vercelStegaDecode} from '@vercel/stega'
import {createTestLake, type TestLake} from 'embedded-content-lake/testing'
import {afterAll, beforeAll, expect, test} from 'vitest'
import {root, seedDir} from '../scripts/product/paths.ts'
import {fitToSchema, type StoredDocument} from './PublishedDocuments.ts'
import {evaluateQuery} from './presentContent.ts'
import {dependencies, pageWithSiteQuery} from './Snapshot.ts'
import {splitStega} from './splitStega.ts'
import {carryStega, withStega} from './withStega.ts'

const studioUrl = 'https://studio.example/cms'
let lake: TestLake
let client: SanityClient
/** The preview's overlays' reading of a text's stega. */
let decodeSanityNodeData: (data: unknown) => Record<string, unknown>

beforeAll(async () => {
  lake = await createTestLake({seed: seedDir})
  client = createClient(lake.clientConfig)
  const page = await client.getDocument('page-lims')
  if (!page) throw new Error('The seed has no page-lims')
  await client.createOrReplace({...page, _id: 'drafts.page-lims'})
  await client.createOrReplace({...page, _id: 'versions.autumn.page-lims'})
  ;({decodeSanityNodeData} = await import(
    pathToFileURL(join(root, 'node_modules/@sanity/visual-editing-csm/dist/index.js')).href
  ))
})
afterAll(() => lake.close())

async function draftOf(perspective: ClientPerspective) {
  return client.fetch<Record<string, unknown>>(
    pageWithSiteQuery,
    {id: 'page-lims'},
    {perspective, filterResponse: false, resultSourceMap: 'withKeyArraySelector'},
  )
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

test.each<[string, ClientPerspective]>([
  ['published pages', 'published'],
  ['drafts', 'drafts'],
  ['a release', ['autumn', 'drafts']],
])(
  'the texts of %s lead to the fields to which the client’s own stega leads, at half its length',
  async (_, perspective) => {
    const {result, resultSourceMap} = await draftOf(perspective)
    const own = textsOf(stegaEncodeSourceMap(result, resultSourceMap, {enabled: true, studioUrl}))
    const plain = textsOf(result)
    const texts = textsOf(withStega(result, resultSourceMap, studioUrl))

    expect(texts.map((text) => stegaClean(text))).toEqual(plain)
    const fields = texts.map((text) => vercelStegaDecode(text)).filter((data) => data !== undefined)
    expect(fields.length).toBeGreaterThan(200)
    const nodes = texts.map((text) => nodeOf(text))
    expect(nodes).toEqual(own.map((text) => nodeOf(text)))
    expect(new Set(nodes.map((node) => node?.perspective))).toEqual(
      new Set([undefined, 'drafts', ...(perspective.includes('autumn') ? ['autumn'] : [])]),
    )
    expect(lengthOf(texts) / lengthOf(own)).toBeLessThan(0.55)
  },
)

test('a page of which a value does not fit its field loses the way to that field alone', async () => {
  const whole = textsOf(await markedDraft()).map((text) => nodeOf(text))
  await client.patch('drafts.page-lims').set({'title.en': 7}).commit()
  const marked = await markedDraft()
  const ids = dependencies(marked).map(({id}) => id)
  const stored = await client.fetch<StoredDocument[]>('*[_id in $ids]', {ids}, {perspective: 'drafts'})
  const documents = new Map(stored.map((document) => [document._id, fitToSchema(document).document]))
  const fitting: unknown = evaluateQuery(documents, pageWithSiteQuery, {id: 'page-lims'})

  const carried = textsOf(carryStega(marked, fitting))
  expect(carried.map((text) => stegaClean(text))).toEqual(textsOf(fitting))
  const pathsOf = (nodes: typeof whole) => nodes.flatMap((node) => (node ? [`${node.id} ${node.path}`] : []))
  const kept = new Set(pathsOf(carried.map((text) => nodeOf(text))))
  expect(pathsOf(whole).filter((path) => !kept.has(path))).toEqual(['page-lims title.en'])
})

async function markedDraft(): Promise<unknown> {
  const {result, resultSourceMap} = await draftOf('drafts')
  return withStega(result, resultSourceMap, studioUrl)
}

function nodeOf(text: string): Record<string, unknown> | undefined {
  const data = vercelStegaDecode(text)
  if (!data) return undefined
  const node = decodeSanityNodeData(data)
  // Where a link opens the Studio by itself, what is published is edited as a draft, too.
  return node.perspective === 'published' ? {...node, perspective: 'drafts'} : node
}

const lengthOf = (texts: string[]) => texts.reduce((sum, text) => sum + splitStega(text).encoded.length, 0)
