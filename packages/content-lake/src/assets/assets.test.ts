import {mkdir, readdir, rm, truncate} from 'node:fs/promises'
import {join} from 'node:path'
import sharp from 'sharp'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {clientOf, newFolder, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {assetFile, fileNameOf} from './assetFiles.ts'

const RED = {r: 200, g: 30, b: 30}
const picture = (width: number, height: number) => sharp({create: {width, height, channels: 3, background: RED}})
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>alert(1)</script><rect width="40" height="20"/></svg>',
)
const sizeOf = async (response: Response) => {
  const {width, height, format} = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  return {width, height, format}
}

describe('an uploaded image', () => {
  it('becomes the document that hosted Sanity makes', async () => {
    const lake = await openTestLake()
    const bytes = await picture(60, 30).png().toBuffer()
    const document = await clientOf(lake).assets.upload('image', bytes, {filename: 'red.png', title: 'Red', label: 'r'})
    expect(document).toMatchObject({
      _id: expect.stringMatching(/^image-[0-9a-f]{40}-60x30-png$/),
      _type: 'sanity.imageAsset',
      originalFilename: 'red.png',
      title: 'Red',
      label: 'r',
      mimeType: 'image/png',
      extension: 'png',
      size: bytes.length,
      metadata: {
        dimensions: {width: 60, height: 30, aspectRatio: 2},
        hasAlpha: false,
        isOpaque: true,
        lqip: expect.stringMatching(/^data:image\/jpeg;base64,/),
        palette: {dominant: {background: '#c81e1e', foreground: '#fff'}},
      },
    })
    expect(document.path).toBe(`images/local/production/${document.sha1hash}-60x30.png`)
    expect(document.url).toBe(`${lake.url}/${document.path}`)
    const original = await fetch(document.url)
    expect(Buffer.from(await original.arrayBuffer())).toEqual(bytes)
  })

  it('is the same asset when the same bytes come twice', async () => {
    const lake = await openTestLake()
    const client = clientOf(lake)
    const bytes = await picture(8, 8).png().toBuffer()
    const [first, second] = [
      await client.assets.upload('image', bytes, {filename: 'a.png'}),
      await client.assets.upload('image', bytes, {filename: 'b.png'}),
    ]
    expect(second._id).toBe(first._id)
    expect(second._rev).toBe(first._rev)
    expect(await client.fetch('count(*[_type == "sanity.imageAsset"])')).toBe(1)
    expect(await readdir(join(lake.options.dir, 'assets'))).toHaveLength(1)
  })

  it('is measured and drawn as the camera was held', async () => {
    const lake = await openTestLake()
    const bytes = await picture(60, 30).withMetadata({orientation: 6}).jpeg().toBuffer()
    const document = await clientOf(lake).assets.upload('image', bytes)
    expect(document._id).toMatch(/-30x60-jpg$/)
    expect(await sizeOf(await fetch(`${document.url}?w=15`))).toMatchObject({width: 15, height: 30})
    expect(await sizeOf(await fetch(`${document.url}?rect=0,0,30,20&fm=png`))).toMatchObject({width: 30, height: 20})
  })

  it('that is none is refused, and so is one without rights', async () => {
    const lake = await openTestLake()
    const upload = clientOf(lake).assets.upload('image', Buffer.from('not an image'))
    await expect(upload).rejects.toMatchObject({statusCode: 400})
    const post = (headers: Record<string, string>) =>
      fetch(`${lake.url}/v1/assets/images/production`, {method: 'POST', body: SVG, headers})
    expect((await post({})).status).toBe(401)
    expect((await post({authorization: `Bearer ${TEST_TOKENS.read}`})).status).toBe(403)
  })
})

describe('an image URL', () => {
  async function open() {
    const lake = await openTestLake()
    const {url} = await clientOf(lake).assets.upload('image', await picture(400, 200).jpeg().toBuffer())
    return {lake, url: (query: string) => `${url}?${query}`}
  }

  it('draws what its parameters ask for', async () => {
    const {url} = await open()
    const drawn = async (query: string, accept = '*/*') => sizeOf(await fetch(url(query), {headers: {accept}}))
    expect(await drawn('w=100')).toEqual({width: 100, height: 50, format: 'jpeg'})
    expect(await drawn('w=50&h=50&fit=crop&crop=left&fm=png')).toEqual({width: 50, height: 50, format: 'png'})
    expect(await drawn('w=50&h=50&fit=crop&crop=entropy')).toMatchObject({width: 50, height: 50})
    expect(await drawn('rect=10,10,100,100&w=20&dpr=2&fm=webp')).toEqual({width: 40, height: 40, format: 'webp'})
    expect(await drawn('w=100&h=100&fit=fill&bg=00ff00')).toMatchObject({width: 100, height: 100})
    expect(await drawn('or=90&flip=h&w=50&blur=20')).toMatchObject({width: 50, height: 100})
    expect(await drawn('w=40&auto=format', 'image/avif,image/webp')).toMatchObject({format: 'heif'})
    expect(await drawn('w=40&auto=format', 'image/webp')).toMatchObject({format: 'webp'})
  })

  it('changes colours, sharpness and edges as its parameters say', async () => {
    const {url} = await open()
    const pixel = async (query: string, x = 5) => {
      const answer = await fetch(url(`w=20&fm=png&${query}`))
      const {data, info} = await sharp(Buffer.from(await answer.arrayBuffer()))
        .flatten()
        .toColourspace('srgb')
        .raw()
        .toBuffer({resolveWithObject: true})
      const at = (5 * info.width + x) * info.channels
      return [data[at], data[at + 1], data[at + 2]].map((value) => Math.round((value ?? 0) / 10))
    }
    expect(await pixel('')).toEqual([20, 3, 3])
    expect(await pixel('invert=true')).toEqual([6, 23, 23])
    const [red, green, blue] = await pixel('sat=-100')
    expect([green, blue]).toEqual([red, red])
    expect(await pixel('pad=4&bg=0000ff', 1)).toEqual([0, 0, 26])
    expect(await pixel('pad=4&bg=0000ff&invert=true', 1)).toEqual([0, 0, 26])
    expect(await pixel('sharp=100')).toEqual([20, 3, 3])
    expect(await pixel('blur=2000')).toEqual([20, 3, 3])
    expect(await pixel('rect=100,50,200,100&h=10&fit=crop&crop=right')).toEqual([20, 3, 3])
  })

  it('draws nothing of what a camera wrote into the file, such as the place', async () => {
    const lake = await openTestLake()
    const place = {GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 3/1'}
    const photograph = await picture(60, 30)
      .jpeg()
      .withExif({IFD3: place})
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .toBuffer()
    const {url} = await clientOf(lake).assets.upload('image', photograph)
    const writtenIn = async (address: string) => {
      const {exif, xmp, iptc} = await sharp(await (await fetch(address)).bytes()).metadata()
      return [exif, xmp, iptc].filter(Boolean).length
    }
    // An original is given out as it came.
    expect(await writtenIn(url)).toBe(2)
    for (const format of ['jpg', 'pjpg', 'png', 'webp', 'avif', 'gif'])
      expect([format, await writtenIn(`${url}?w=60&fm=${format}`)]).toEqual([format, 0])
    expect(await writtenIn(`${url}?rect=0,0,60,30`)).toBe(0)
  })

  it('may be cached for good, and says when the format depends on the browser', async () => {
    const {lake, url} = await open()
    const response = await fetch(url('w=40&auto=format'), {headers: {accept: 'image/webp'}})
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('vary')).toContain('Accept')
    const etag = response.headers.get('etag') ?? ''
    const again = await fetch(url('w=40&auto=format'), {headers: {accept: 'image/webp', 'if-none-match': etag}})
    expect(again.status).toBe(304)
    expect(await readdir(join(lake.options.dir, 'transforms'))).toHaveLength(1)
    await fetch(url('auto=format&w=40&invert=false'), {headers: {accept: 'image/webp'}})
    expect(await readdir(join(lake.options.dir, 'transforms'))).toHaveLength(1)
  })

  it('is drawn again where a power cut left an empty file', async () => {
    const dir = await newFolder()
    const first = await openTestLake({dir})
    const bytes = await picture(60, 30).png().toBuffer()
    const {path} = await clientOf(first).assets.upload('image', bytes)
    await (await fetch(`${first.url}/${path}?w=20`)).bytes()
    await first.close()
    const [name = ''] = await readdir(join(dir, 'transforms'))
    await truncate(join(dir, 'transforms', name))
    const second = await openTestLake({dir})
    expect(await sizeOf(await fetch(`${second.url}/${path}?w=20`))).toMatchObject({width: 20, height: 10})
  })

  it('with parameters that make no sense is a 400', async () => {
    const {url} = await open()
    expect((await fetch(url('w=abc'))).status).toBe(400)
    expect((await fetch(url('rect=500,500,10,10'))).status).toBe(400)
    const unknown = await fetch(url('w=40&border=1,f00'))
    expect([unknown.status, await unknown.json()]).toEqual([
      400,
      expect.objectContaining({message: expect.stringContaining('Unknown "border" parameter')}),
    ])
  })

  it('reaches nothing but assets of this dataset', async () => {
    const {lake, url} = await open()
    const name = new URL(url('')).pathname.split('/').pop()
    const status = async (path: string) => (await fetch(lake.url + path)).status
    expect(await status(`/images/other/production/${name}`)).toBe(404)
    expect(await status(`/files/local/production/${name}`)).toBe(404)
    expect(await status('/images/local/production/..%2f..%2ftokens.json')).toBe(404)
    expect(await status('/files/local/production/%2e%2e%2ftokens.json')).toBe(404)
    expect(await status(`/images/local/production/${'a'.repeat(40)}-1x1.png`)).toBe(404)
  })

  it('is stable across restarts on other ports', async () => {
    const dir = await newFolder()
    const first = await openTestLake({dir})
    const {_id, path} = await clientOf(first).assets.upload('image', await picture(4, 4).png().toBuffer())
    await first.close()
    const second = await openTestLake({dir})
    expect(await clientOf(second).fetch('*[_id == $id][0].url', {id: _id})).toBe(`${second.url}/${path}`)
  })
})

describe('an SVG', () => {
  it('is served as it is, in a sandbox without scripts', async () => {
    const lake = await openTestLake()
    const {url, _id} = await clientOf(lake).assets.upload('image', SVG, {filename: 'x.svg'})
    expect(_id).toMatch(/-40x20-svg$/)
    const response = await fetch(`${url}?w=10&auto=format`)
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await sizeOf(await fetch(`${url}?w=400&fm=png`))).toEqual({width: 400, height: 200, format: 'png'})
  })
})

describe('a file', () => {
  it('keeps its name for downloads and can be read in parts', async () => {
    const lake = await openTestLake()
    const document = await clientOf(lake).assets.upload('file', Buffer.from('0123456789'), {filename: '报告 1.txt'})
    expect(document._id).toMatch(/^file-[0-9a-f]{40}-txt$/)
    const download = await fetch(`${document.url}?dl=`)
    expect(download.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent('报告 1.txt')}`,
    )
    expect(download.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const part = await fetch(document.url, {headers: {range: 'bytes=2-4'}})
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])
  })

  it.each<[asked: Record<string, string>, status: number, range: string | null, text: string]>([
    [{range: 'bytes=0-0'}, 206, 'bytes 0-0/10', '0'],
    [{range: 'bytes=-3'}, 206, 'bytes 7-9/10', '789'],
    [{range: 'bytes=-99'}, 206, 'bytes 0-9/10', '0123456789'],
    [{range: 'bytes=9-99'}, 206, 'bytes 9-9/10', '9'],
    // Of a download that was whole already, which would begin again.
    [{range: 'bytes=10-'}, 416, 'bytes */10', ''],
    [{range: 'bytes=-0'}, 416, 'bytes */10', ''],
    [{range: 'bytes=4-2'}, 200, null, '0123456789'],
    [{range: 'bytes=0-1,4-5'}, 200, null, '0123456789'],
    [{range: 'lines=0-1'}, 200, null, '0123456789'],
    [{range: 'bytes=0-0', 'if-range': 'ETAG'}, 206, 'bytes 0-0/10', '0'],
    [{range: 'bytes=0-0', 'if-range': '"other"'}, 200, null, '0123456789'],
    [{range: 'bytes=0-0', 'if-range': 'W/ETAG'}, 200, null, '0123456789'],
    [{range: 'bytes=0-0', 'if-range': 'Tue, 01 Dec 2026 00:00:00 GMT'}, 200, null, '0123456789'],
  ])('is sent in parts as RFC 9110 says: %j', async (asked, status, range, text) => {
    const lake = await openTestLake()
    const {url} = await clientOf(lake).assets.upload('file', Buffer.from('0123456789'), {filename: 'a.txt'})
    const etag = (await fetch(url, {method: 'HEAD'})).headers.get('etag') ?? ''
    const headers = Object.fromEntries(
      Object.entries(asked).map(([name, value]) => [name, value.replace('ETAG', etag)]),
    )
    const answer = await fetch(url, {headers})
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([status, range, text])
    expect(answer.headers.get('cache-control')).toBe(
      status === 416 ? 'no-store' : 'public, max-age=31536000, immutable',
    )
    // Of its head there are no parts.
    const head = await fetch(url, {method: 'HEAD', headers})
    expect([head.status, head.headers.get('content-range'), head.headers.get('content-length')]).toEqual([
      200,
      null,
      '10',
    ])
  })

  it('that is a web page cannot run scripts', async () => {
    const lake = await openTestLake()
    const page = Buffer.from('<script>alert(1)</script>')
    const {url} = await clientOf(lake).assets.upload('file', page, {filename: 'a.html', contentType: 'text/html'})
    expect((await fetch(url)).headers.get('content-security-policy')).toContain('sandbox')
  })

  it('that the disk fails to read is cut off, with a line in the log rather than a stack on the console', async () => {
    const lines: string[] = []
    const lake = await openTestLake({log: (line) => lines.push(line)})
    const {_id, url} = await clientOf(lake).assets.upload('file', Buffer.from('text'), {filename: 'a.txt'})
    const file = assetFile(lake.options.dir, fileNameOf(_id))
    // A folder can be found and opened, but not read.
    await rm(file)
    await mkdir(file)
    const printed = vi.spyOn(console, 'error')
    onTestFinished(() => printed.mockRestore())
    await expect(fetch(url).then((response) => response.arrayBuffer())).rejects.toThrow()
    expect(lines).toEqual([expect.stringMatching(/^GET \/files\/local\/production\/\S+ was cut off: EISDIR[^\n]*$/)])
    expect(printed).not.toHaveBeenCalled()
  })

  it('is asked for by its head alone without an end of the connection or a line in the log', async () => {
    const lines: string[] = []
    const lake = await openTestLake({log: (line) => lines.push(line)})
    const {url} = await clientOf(lake).assets.upload('file', Buffer.from('text'), {filename: 'a.txt'})
    for (const _ of Array.from({length: 5})) {
      const {status, headers} = await fetch(url, {method: 'HEAD'})
      expect([status, headers.get('content-length')]).toEqual([200, '4'])
    }
    expect(lines).toEqual([])
  })

  it('is gone when its document is deleted', async () => {
    const lake = await openTestLake()
    const {url, _id} = await clientOf(lake).assets.upload('file', Buffer.from('x'), {filename: 'a.txt'})
    await clientOf(lake).delete(_id)
    expect((await fetch(url)).status).toBe(404)
  })
})
