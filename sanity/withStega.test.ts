import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import {type ClientPerspective, createClient, type SanityClient} from '@sanity/client'
import {stegaClean, stegaEncodeSourceMap} from '@sanity/client/stega'
import {vercelStegaDecode} from '@vercel/stega'
import {createTestLake, type TestLake} from 'embedded-content-lake/testing'
import {afterAll, beforeAll, expect, test} from 'vitest'
import {root, seedDir} from '../scripts/product/paths.ts'
import {pageWithSiteQuery} from './Snapshot.ts'
import {splitStega} from './splitStega.ts'
import {withStega} from './withStega.ts'

const studioUrl = 'https://studio.example/cms'
let lake: TestLake
let client: SanityClient
/** What the preview's overlays make of a text's stega. */
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

function nodeOf(text: string): Record<string, unknown> | undefined {
  const data = vercelStegaDecode(text)
  if (!data) return undefined
  const node = decodeSanityNodeData(data)
  // Where a link opens the Studio by itself, what is published is edited as a draft, too.
  return node.perspective === 'published' ? {...node, perspective: 'drafts'} : node
}

const lengthOf = (texts: string[]) => texts.reduce((sum, text) => sum + splitStega(text).encoded.length, 0)
