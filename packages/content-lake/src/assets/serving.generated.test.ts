import {expect, it} from 'vitest'
import fc from '../testing/fastCheck.ts'
import {clientOf, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'

const ROUNDS = 60 * Number(process.env.FUZZ_FACTOR || 1)

/** Types that a browser may display as a page: inert, without references. */
const INERT =
  /^(image\/(png|jpeg|gif|webp|avif|tiff)|video\/(mp4|webm|ogg|quicktime)|audio\/(mpeg|mp4|aac|wav|ogg|flac)|font\/(woff2?|ttf|otf)|text\/plain; charset=utf-8)$/

const ACTIVE_TYPES = [
  'image/svg+xml',
  'image/svg',
  'text/html',
  'application/xhtml+xml',
  'application/xml',
  'text/xml',
  'text/xsl',
  'application/xslt+xml',
  'application/mathml+xml',
  'application/rss+xml',
  'application/pdf',
  'text/javascript',
  'multipart/x-mixed-replace',
  'message/rfc822',
  'image/png',
  'video/mp4',
]
const EXTENSIONS =
  'svg svgz html htm xhtml xht shtml xml xsl xslt mathml mml rdf rss pdf js mjs css swf hta mht mhtml eml wasm htc jpg png gif bin txt vtt ico bmp'.split(
    ' ',
  )
const SCRIPT = '<script>alert(1)</script>'
const BODIES = [
  `<html>${SCRIPT}</html>`,
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="4" height="4">${SCRIPT}</svg>`,
  `<x:html xmlns:x="http://www.w3.org/1999/xhtml"><x:script>alert(1)</x:script></x:html>`,
  `GIF89a/*${SCRIPT}*/=1;alert(1)`,
  `\uFEFF<!DOCTYPE html>${SCRIPT}`,
  `%PDF-1.7 ${SCRIPT}`,
]

const cased = (text: string) =>
  fc
    .array(fc.boolean(), {minLength: text.length, maxLength: text.length})
    .map((ups) => Array.from(text, (letter, i) => (ups[i] ? letter.toUpperCase() : letter)).join(''))
const spelledType = fc
  .tuple(
    fc.constantFrom(...ACTIVE_TYPES).chain(cased),
    fc.constantFrom('', ' ', '\t'),
    fc.constantFrom('', '; charset=utf-8', ';charset="utf-7"', ' ; a=b; c', ';', ',text/html', '; boundary=x'),
  )
  .map(([type, space, parameters]) => `${space}${type}${parameters}`)
const fileName = fc
  .tuple(
    fc.constantFrom('a', '试验', 'a.png', '..', 'x y'),
    fc.constantFrom('.', '..', '. ', ''),
    fc.constantFrom(...EXTENSIONS).chain(cased),
    fc.constantFrom('', '.', ' ', ';.png', '%00.png'),
  )
  .map((parts) => parts.join(''))
const ending = fc.constantFrom('', '/page.html', '/x.svg', '?dl=', '?dl=a.html', '?dlRaw=true', '?dl=%0d%0aa.hta')

const attack = fc.record({
  body: fc.constantFrom(...BODIES).chain((text) => fc.integer().map((salt) => `${text}<!-- ${salt} -->`)),
  sentType: spelledType,
  storedType: spelledType,
  extension: fc.constantFrom(...EXTENSIONS),
  fileName: fc.option(fileName, {nil: undefined}),
  ending,
})

function expectInert(response: Response): void {
  const type = response.headers.get('content-type') ?? ''
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  if (INERT.test(type)) return
  expect([type, response.headers.get('content-security-policy')]).toEqual([
    type,
    expect.stringMatching(/^default-src 'none'.*; sandbox$/),
  ])
  expect([type, response.headers.get('content-disposition')]).toEqual([type, expect.stringMatching(/^attachment; /)])
}

it('no spelling of a type, a name or a document makes the lake serve a file that a browser would run', async () => {
  const lake = await openTestLake()
  const client = clientOf(lake)
  const upload = async (
    kind: 'files' | 'images',
    {body, sentType, fileName: name}: {body: string; sentType: string; fileName: string | undefined},
  ) => {
    const query = name === undefined ? '' : `?filename=${encodeURIComponent(name)}`
    const response = await fetch(`${lake.url}/v1/assets/${kind}/production${query}`, {
      method: 'POST',
      headers: {authorization: `Bearer ${TEST_TOKENS.write}`, 'content-type': sentType},
      body: Buffer.from(body),
    })
    if (!response.ok) return undefined
    const {document} = await response.json()
    return document
  }

  await fc.assert(
    fc.asyncProperty(attack, async (given) => {
      for (const kind of ['files', 'images'] as const) {
        const document = await upload(kind, given)
        // Only what can be drawn is stored as an image.
        if (!document) continue
        expectInert(await fetch(document.url + given.ending))
        const invented = {mimeType: given.storedType, extension: 'png', path: `${kind}/local/production/x.png`}
        // Refusing the change is as good as ignoring what it says.
        await client
          .patch(document._id)
          .set(invented)
          .commit()
          .catch(() => undefined)
        const path = new URL(document.url).pathname
        expectInert(await fetch(lake.url + path + given.ending))
        // A document of the same bytes under another extension, or the other kind.
        const other = `${kind.slice(0, -1)}-${document.sha1hash}-${given.extension}`
        await client.createOrReplace({_id: other, ...invented, _type: document._type}).catch(() => undefined)
        for (const folder of ['files', 'images']) {
          const answer = await fetch(`${lake.url}/${folder}/local/production/${document.sha1hash}.${given.extension}`)
          if (answer.ok) expectInert(answer)
        }
      }
    }),
    {numRuns: ROUNDS},
  )
})

it('a picture that is a script as well stays a picture', async () => {
  const lake = await openTestLake()
  const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')
  const polyglot = Buffer.concat([gif, Buffer.from(`/*${SCRIPT}*/`)])
  const {url, _id} = await clientOf(lake).assets.upload('image', polyglot, {
    contentType: 'text/html',
    filename: 'a.html',
  })
  expect(_id).toMatch(/-gif$/)
  for (const address of [url, `${url}/a.html`, `${url}?dl=a.html`]) {
    const response = await fetch(address)
    expect(response.headers.get('content-type')).toBe('image/gif')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await fetch(`${url}?dl=a.html`)).headers.get('content-disposition')).toContain('filename="a.html.gif"')
})

it('an asset that was not uploaded links to nothing but the web', async () => {
  const lake = await openTestLake()
  const client = clientOf(lake)
  const urls = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '//evil.example/x',
    'https://cdn.example/a.png',
  ]
  for (const [index, url] of urls.entries()) {
    const path = '../../v1/auth/logout'
    await client
      .createOrReplace({_id: `image-invented-${index}`, _type: 'sanity.imageAsset', url, path})
      .catch(() => undefined)
  }
  const shown = await client.fetch<(string | null)[]>('*[_type == "sanity.imageAsset"].url')
  expect(shown.filter((url) => url !== null && url !== 'https://cdn.example/a.png')).toEqual([])
})
