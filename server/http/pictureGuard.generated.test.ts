import {createServer, type IncomingMessage, ServerResponse} from 'node:http'
import {Socket} from 'node:net'
import {parse} from 'node:url'
import {expect, it, onTestFinished, vi} from 'vitest'
import {readContentSource} from '@/sanity/env'
import {listen} from '@/tests/support/listen.ts'
import {type PicturePart, sitePicture} from '../../lib/urls.ts'
import {PublishedDocuments} from '../../sanity/PublishedDocuments.ts'
import {findParts, partsByPicture} from '../../sanity/pictureParts.ts'
import fc from '../../tests/support/fastCheck.ts'
import {pictureGuard} from './pictureGuard.ts'

const ROUNDS = 3000 * Number(process.env.FUZZ_FACTOR || 1)
const source = readContentSource({})
const name = `${'0123456789'.repeat(4)}-1200x600`
const assetId = `image-${name}-png`
const address = `${source.imageHost}/images/${source.projectId}/${source.dataset}/${name}.png`
const shown: PicturePart = {left: 150, top: 0, width: 900, height: 600}

/** The status with which a request is refused; undefined where Next gets it. */
async function refusalOf(guard: ReturnType<typeof pictureGuard>, url: string): Promise<number | undefined> {
  const request: Pick<IncomingMessage, 'url'> = {url}
  const incoming = Object.assign(Object.create(null), request)
  const response = new ServerResponse(Object.assign(incoming, {method: 'GET', socket: new Socket()}))
  return (await guard(incoming, response)) ? response.statusCode : undefined
}

/** Every picture as a whole has one address at each width, whichever picture it is. */
const WHOLE =
  /^\/h5\/_next\/image\?url=http%3A%2F%2Flocalhost%3A3333%2Fimages%2Flocal%2Fproduction%2F[0-9a-f]{40}-\d{1,6}x\d{1,6}\.[a-z0-9]{2,4}%3Fw%3D1920%26fit%3Dmax&w=(640|1200|1920)&q=75$/

/** Paths that Next takes for requests to its image optimizer, whichever way it reads them. */
function isDrawn(url: string): boolean {
  const path = pathOf(url)
  let plain = path
  try {
    plain = decodeURIComponent(path)
  } catch {
    // As it is.
  }
  return [path, plain, URL.parse(path, 'http://site')?.pathname ?? ''].some((spelling) =>
    spelling.startsWith('/h5/_next/image'),
  )
}

/** Node's old parser refuses some texts; such a request is refused before it gets here. */
function pathOf(url: string): string {
  try {
    return parse(url).pathname ?? ''
  } catch {
    return ''
  }
}

it('only addresses that pages have reach Next, however they are varied', async () => {
  const guard = pictureGuard(source, async (id) => (id === assetId ? [shown] : []))
  const addresses = [sitePicture(address, 1200, shown), sitePicture(address, 640)]
  for (const url of addresses) expect(await refusalOf(guard, url)).toBeUndefined()
  const bit = fc.constantFrom(
    ...[
      '&',
      '=',
      '%',
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '%20',
      '+',
      '?',
      '#',
      ';',
      '[]',
      '0',
      '1',
      'w=7000',
      '&blur=2000',
      '%26blur%3D2000',
    ],
    ...[
      '&w=1920',
      '&q=100',
      '&url=http://localhost',
      'x',
      'X',
      '\t',
      '%00',
      'é',
      '&x=1',
      '%26w%3D8192',
      'IMAGE',
      '/./',
      '/x/../',
    ],
  )
  const edit = fc.record({
    at: fc.double({min: 0, max: 1, noNaN: true}),
    removed: fc.nat(3),
    added: fc.oneof(bit, fc.string({maxLength: 3})),
    encoded: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...addresses),
      fc.array(edit, {minLength: 1, maxLength: 3}),
      async (url, edits) => {
        let varied = url
        for (const {at, removed, added, encoded} of edits) {
          const from = Math.floor(at * varied.length)
          const cut = varied.slice(from, from + removed)
          const escaped = Array.from(
            cut,
            (letter) => `%${(letter.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`,
          ).join('')
          varied = varied.slice(0, from) + (encoded ? escaped : '') + added + varied.slice(from + removed)
        }
        if (addresses.includes(varied) || WHOLE.test(varied) || !isDrawn(varied)) return
        // A fragment is no part of what a server gets; Next reads the rest.
        if (addresses.includes(varied.split('#', 1)[0] ?? '')) return
        expect([varied, await refusalOf(guard, varied)]).toEqual([varied, 404])
      },
    ),
    {numRuns: ROUNDS},
  )
})

it.each([
  `/h5/_next/image?url=${encodeURIComponent(`${address}?w=7000&blur=2000`)}&w=1920&q=75`,
  `/h5/_next/image?url=${encodeURIComponent(address)}&w=1920&q=75`,
  `/h5/_next/image?url=${encodeURIComponent(`${address}?w=1920&fit=max`)}&w=1920&q=100`,
  `/h5/_next/image?url=${encodeURIComponent(`${address}?w=1920&fit=max`)}&w=3840&q=75`,
  `${sitePicture(address, 1920)}&x=1`,
  `/h5/_next/%69mage${sitePicture(address, 1920).slice('/h5/_next/image'.length)}&x=1`,
  '/h5/_next/x/../image?url=a',
  '/h5//_next//image/?url=a',
  '/h5/_next/image?url=%2Fh5%2FshareImages%2Findex.png&w=1920&q=75',
  sitePicture(address.replace('localhost', 'example.com'), 1920),
])('%s is not answered', async (url) => {
  expect(
    await refusalOf(
      pictureGuard(source, async () => []),
      url,
    ),
  ).toBe(404)
})

it('a part that nobody chose is refused, and costs the content API next to nothing', async () => {
  const find = vi.fn(async () => [shown])
  const guard = pictureGuard(source, find)
  const made = Array.from({length: 100}, (_, left) => sitePicture(address, 1920, {...shown, left}))
  expect(new Set(await Promise.all(made.map((url) => refusalOf(guard, url))))).toEqual(new Set([404]))
  expect(await refusalOf(guard, sitePicture(address, 1920, shown))).toBeUndefined()
  expect(find).toHaveBeenCalledTimes(1)
})

it('a part that an editor has chosen just now is found', async () => {
  const parts: PicturePart[] = []
  const guard = pictureGuard(source, async () => parts)
  expect(await refusalOf(guard, sitePicture(address, 1920, shown))).toBe(404)
  parts.push(shown)
  expect(await refusalOf(guard, sitePicture(address, 1920, shown))).toBeUndefined()
})

it('made-up pictures are looked for a few at a time', async () => {
  const {promise, resolve} = Promise.withResolvers<PicturePart[]>()
  const guard = pictureGuard(source, () => promise)
  const made = Array.from({length: 80}, (_, i) => address.replace('0123', String(1000 + i)))
  const answers = made.map((url) => refusalOf(guard, sitePicture(url, 640, shown)))
  resolve([])
  const statuses = await Promise.all(answers)
  expect(statuses.filter((status) => status === 404)).toHaveLength(64)
  expect(statuses.filter((status) => status === 503)).toHaveLength(16)
})

it('made-up pictures push out none that is shown', async () => {
  const find = vi.fn(async (id: string) => (id === assetId ? [shown] : []))
  const guard = pictureGuard(source, find)
  expect(await refusalOf(guard, sitePicture(address, 1920, shown))).toBeUndefined()
  for (let count = 0; count < 1100; count += 1) {
    const made = address.replace('0123', String(1000 + count))
    expect(await refusalOf(guard, sitePicture(made, 640, shown))).toBe(404)
  }
  find.mockClear()
  expect(await refusalOf(guard, sitePicture(address, 1920, shown))).toBeUndefined()
  expect(find).not.toHaveBeenCalled()
})

it('while the content API is away, Next shows what it has', async () => {
  const guard = pictureGuard(source, () => Promise.reject(new Error('away')))
  expect(await refusalOf(guard, sitePicture(address, 640, shown))).toBeUndefined()
})

it('while only the API of a hosted project is away, its pictures are cut in no new way', async () => {
  const hosted = readContentSource({
    NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc12345',
    NEXT_PUBLIC_SANITY_DATASET: 'production',
  })
  const {imageHost, projectId, dataset} = hosted
  let isAway = false
  const guard = pictureGuard(hosted, async () => (isAway ? Promise.reject(new Error('429')) : [shown]))
  const picture = (part: PicturePart) =>
    sitePicture(`${imageHost}/images/${projectId}/${dataset}/${name}.png`, 640, part)
  expect(await refusalOf(guard, picture(shown))).toBeUndefined()
  isAway = true
  expect(await refusalOf(guard, picture({...shown, left: 1}))).toBe(503)
  expect(await refusalOf(guard, picture(shown))).toBeUndefined()
})

it('after a start while that API is away, the parts that published documents show are known', async () => {
  const hosted = readContentSource({
    NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc12345',
    NEXT_PUBLIC_SANITY_DATASET: 'production',
  })
  const {imageHost, projectId, dataset} = hosted
  const time = '2026-01-02T03:04:05Z'
  const photo = {asset: {_ref: assetId}, crop: {left: 0.5, right: 0, top: 0, bottom: 0}}
  const page = {_id: 'page', _type: 'page', _rev: 'r', _updatedAt: time, photo}
  const documents = new PublishedDocuments(async () => ({count: 1, revisions: [page], documents: [page]}))
  onTestFinished(() => {
    globalThis.sitePublished = undefined
  })
  globalThis.sitePublished = {documents}
  const away = Promise.withResolvers<PicturePart[]>()
  const guard = pictureGuard(hosted, (id) => (id === assetId ? Promise.reject(new Error('429')) : away.promise))
  const [part] = partsByPicture([page]).get(assetId) ?? []
  const ask = (asked: PicturePart | undefined) =>
    refusalOf(guard, sitePicture(`${imageHost}/images/${projectId}/${dataset}/${name}.png`, 640, asked))
  expect(await ask(part)).toBe(503)
  await documents.update()
  expect(await ask(part)).toBeUndefined()
  expect(await ask({...shown, left: 1})).toBe(503)

  // Nor do they wait for made-up ones that the API has not answered yet.
  const folder = `${imageHost}/images/${projectId}/${dataset}`
  const made = Array.from({length: 80}, (_, index) => `${folder}/${name.replace('0123', String(1000 + index))}.png`)
  const answers = Promise.all(made.map((url) => refusalOf(guard, sitePicture(url, 640, shown))))
  expect(await ask(part)).toBeUndefined()
  away.resolve([])
  await answers
})

it('finds every place that shows the picture, drafts included, as each crops it', async () => {
  let asked = ''
  const asset = {_ref: assetId}
  const crop = {left: 0.5, right: 0, top: 0, bottom: 0}
  const documents = [
    {blocks: [{photo: {asset}}, {photo: {asset: {_ref: 'image-other'}}}]},
    {seo: {image: {asset, crop, hotspot: {x: 'odd', y: 0.5}}}},
  ]
  const server = createServer((request, response) => {
    asked = `${request.headers.authorization} ${decodeURIComponent(request.url ?? '')}`
    response.end(JSON.stringify({result: documents}))
  })
  const port = await listen(server, 'localhost')
  const parts = await findParts(readContentSource({LAKE_PORT: String(port)}), 'token')(assetId)
  server.close()
  expect(asked).toMatch(/^Bearer token .*perspective=raw/)
  expect(parts).toEqual([
    shown,
    {left: 29, top: 0, width: 1142, height: 600},
    {left: 600, top: 100, width: 600, height: 400},
    {left: 600, top: 143, width: 600, height: 315},
  ])
})
