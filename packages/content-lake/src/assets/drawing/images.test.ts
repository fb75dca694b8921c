import {once} from 'node:events'
import {readdir, readFile, writeFile} from 'node:fs/promises'
import {request} from 'node:http'
import {join} from 'node:path'
import {deflateSync} from 'node:zlib'
import {ClientError} from '@sanity/client'
import sharp from 'sharp'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {LakeError} from '../../errors.ts'
import {clientOf, newFolder, openTestLake, TEST_TOKENS} from '../../testing/openTestLake.ts'
import {spawnLake} from '../../testing/spawnLake.ts'
import {createImageService, IMAGE_LIMITS} from './ImageService.ts'

const canvas = (width: number, height: number) => sharp({create: {width, height, channels: 3, background: '#c01020'}})
const svg = (content: string, size = 'width="900" height="900"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`)

/** Three hundred characters that take a minute to draw. */
const FILTERS = svg(
  '<filter id="f"><feTurbulence baseFrequency=".9" numOctaves="200"/><feMorphology operator="dilate" radius="200"/></filter><rect width="4000" height="4000" filter="url(#f)"/>',
  'width="4000" height="4000"',
)

/** One triangle, copied nine times, seven times over. */
function useBomb(): Buffer {
  const levels = [1, 2, 3, 4, 5, 6, 7].map((n) => `<g id="g${n}">${`<use href="#g${n - 1}"/>`.repeat(9)}</g>`)
  return svg(`<defs><path id="g0" d="M0 0h9v9z"/>${levels.join('')}</defs><use href="#g7"/>`)
}

function pngHeader(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    // Nobody gets as far as the checksum of the data.
    const crc = Buffer.alloc(4)
    crc.writeUInt32BE(crcOf(Buffer.concat([Buffer.from(type), data])))
    return Buffer.concat([length, Buffer.from(type), data, crc])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(64))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crcOf(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** A box of the kind that HEIC and AVIF files begin with. */
const brand = (name: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${name}\0\0\0\0mif1${name}`), Buffer.alloc(400)])

async function serviceWith(limits: Partial<typeof IMAGE_LIMITS>) {
  const service = createImageService({...IMAGE_LIMITS, ...limits})
  onTestFinished(() => service.close())
  const folder = await newFolder()
  return async (bytes: Buffer) => {
    const file = join(folder, 'image')
    await writeFile(file, bytes)
    return service.describe(file)
  }
}

describe('an upload', () => {
  it('of each format is taken, however odd its shape', async () => {
    const lake = await openTestLake()
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({create: {width: 6, height: 4, channels: 3, background}})
          .png()
          .toBuffer(),
      ),
    )
    const files: [end: string, bytes: Buffer][] = [
      ['6x4-png', await canvas(6, 4).png().toBuffer()],
      ['6x4-jpg', await canvas(6, 4).jpeg({progressive: true}).toBuffer()],
      ['4x6-jpg', await canvas(6, 4).withMetadata({orientation: 8}).jpeg().toBuffer()],
      ['6x4-webp', await canvas(6, 4).webp().toBuffer()],
      ['6x4-avif', await canvas(6, 4).avif().toBuffer()],
      ['6x4-tiff', await canvas(6, 4).tiff().toBuffer()],
      [
        '6x4-gif',
        await sharp(frames, {join: {animated: true}})
          .gif()
          .toBuffer(),
      ],
      ['1x60000-png', await canvas(1, 60_000).png().toBuffer()],
      ['60000x1-png', await canvas(60_000, 1).png().toBuffer()],
      ['900x900-svg', svg('<rect width="9" height="9"/>')],
    ]
    for (const [end, bytes] of files) {
      const {_id, metadata} = await clientOf(lake).assets.upload('image', bytes)
      expect([end, _id]).toEqual([end, expect.stringMatching(`-${end}$`)])
      expect(metadata.lqip?.length).toBeLessThan(4000)
    }
  })

  it('is refused with a reason, and leaves nothing behind', async () => {
    const lake = await openTestLake()
    const jpeg = await canvas(300, 200).jpeg().toBuffer()
    const png = await canvas(300, 200).png().toBuffer()
    const files: [reason: string, bytes: Buffer][] = [
      ['emptyFile', Buffer.alloc(0)],
      ['unknownFormat', Buffer.from('not an image')],
      ['unknownFormat', Buffer.from('<html><svg-like></html>')],
      ['unsupportedFormat', brand('heic')],
      ['unsupportedFormat', brand('heix')],
      ['unsupportedFormat', brand('mif1')],
      ['unsupportedFormat', brand('isom')],
      ['unsupportedFormat', Buffer.from('%PDF-1.7\n')],
      ['unsupportedFormat', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)])],
      ['damagedImage', jpeg.subarray(0, jpeg.length / 2)],
      ['damagedImage', jpeg.subarray(0, 20)],
      ['damagedImage', png.subarray(0, png.length - 40)],
      ['damagedImage', Buffer.concat([png.subarray(0, 60), Buffer.alloc(200, 7)])],
      ['damagedImage', brand('avif')],
      ['damagedImage', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect')],
      ['tooManyPixels', pngHeader(30_000, 30_000)],
      ['tooManyPixels', pngHeader(120, 900_000)],
      ['tooManyPixels', svg('', 'width="20000" height="6000"')],
    ]
    for (const [reason, body] of files) {
      const response = await fetch(`${lake.url}/v1/assets/images/production`, {
        method: 'POST',
        headers: {authorization: `Bearer ${TEST_TOKENS.write}`},
        body: new Uint8Array(body),
      })
      const answer = await response.json()
      expect([response.status, answer.reason, answer.message]).toEqual([400, reason, expect.any(String)])
    }
    expect(await readdir(join(lake.options.dir, 'assets'))).toEqual([])
    expect(await clientOf(lake).fetch('count(*[_type == "sanity.imageAsset"])')).toBe(0)
  })

  it('of sides that nobody can draw is refused, or drawn as far as it goes, and is no failure of the lake', async () => {
    const log: string[] = []
    const lake = await openTestLake({log: (line) => log.push(line)})
    for (const size of ['width="1e9" height="1e9"', 'width="1e9" height="1"', 'width="0.4" viewBox="0 0 1e9 1"']) {
      const uploaded = clientOf(lake).assets.upload('image', svg('<rect width="9" height="9"/>', size))
      const url = await uploaded.then(
        (document) => document.url,
        (error: unknown) => error instanceof ClientError && error.statusCode,
      )
      const drawn = typeof url === 'string' ? (await fetch(`${url}?fm=webp&w=10`)).status : url
      expect([size, drawn]).toEqual([size, expect.toBeOneOf([200, 400])])
    }
    expect(log).toEqual([])
  })

  it('that is made to take for ever ends a process, and nothing else', async () => {
    const measure = await serviceWith({running: 1, drawingMs: 500})
    for (const bomb of [FILTERS, useBomb()]) {
      const [refused, next] = await Promise.allSettled([measure(bomb), measure(bomb)])
      expect([refused.status, next.status]).toEqual(['rejected', 'rejected'])
      expect(refused).toMatchObject({reason: {status: 400, body: {reason: 'tooSlow'}}})
    }
    expect(await measure(await canvas(6, 4).png().toBuffer())).toMatchObject({width: 6, height: 4})
  })

  it('that takes too much memory is refused, and the next one is measured', async () => {
    const measure = await serviceWith({memoryMb: 160, drawingMs: 50_000})
    const side = 'width="9000" height="9000"'
    const blur = '<filter id="f"><feGaussianBlur stdDeviation="2"/><feOffset dx="1"/></filter>'
    const large = svg(`${blur}<rect ${side} filter="url(#f)"/>`, side)
    await expect(measure(large)).rejects.toMatchObject({status: 400, body: {reason: 'tooMuchMemory'}})
    expect(await measure(await canvas(6, 4).png().toBuffer())).toMatchObject({width: 6})
  })

  it('refers to no file of the lake from within a drawing', async () => {
    const lake = await openTestLake()
    const client = clientOf(lake)
    const secret = await client.assets.upload('image', await canvas(50, 50).png().toBuffer())
    const name = new URL(secret.url).pathname.split('/').at(-1)
    for (const href of [name, `./${name}`, `file://${join(lake.options.dir, 'assets', String(name))}`]) {
      const drawing = svg(`<image href="${href}" width="50" height="50"/>`, 'width="50" height="50"')
      const {url} = await client.assets.upload('image', drawing)
      const drawn = await (await fetch(`${url}?fm=png&w=50`)).arrayBuffer()
      const {channels} = await sharp(Buffer.from(drawn)).stats()
      expect(channels.map(({max}) => max)).toEqual([0, 0, 0, 0])
    }
  })
})

describe('the process that draws', () => {
  /** Its id, as Linux has it. */
  const childrenOf = async (pid: number) =>
    (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean).map(Number)
  const isGone = (pid: number) => {
    try {
      process.kill(pid, 0)
      return false
    } catch {
      return true
    }
  }

  it.skipIf(process.platform !== 'linux')(
    'ends with the lake even when both are busy and the lake is killed',
    async () => {
      const {url, pid, kill} = await spawnLake(await newFolder())
      const upload = fetch(`${url}/v1/assets/images/production`, {
        method: 'POST',
        headers: {authorization: `Bearer ${TEST_TOKENS.write}`},
        body: new Uint8Array(FILTERS),
      }).catch(() => undefined)
      let drawing = 0
      await expect
        .poll(async () => {
          const children = await childrenOf(pid)
          drawing = children[0] ?? 0
          return children
        })
        .toHaveLength(1)
      await kill()
      await upload
      await expect.poll(() => isGone(drawing)).toBe(true)
    },
  )

  it.skipIf(process.platform !== 'linux')('knows no secret of the environment', async () => {
    process.env.TEST_SECRET = 'for nobody else'
    onTestFinished(() => {
      delete process.env.TEST_SECRET
    })
    const lake = await openTestLake()
    await clientOf(lake).assets.upload('image', await canvas(6, 4).png().toBuffer())
    const environments = await Promise.all(
      (await childrenOf(process.pid)).map((pid) => readFile(`/proc/${pid}/environ`, 'latin1')),
    )
    const drawing = environments.filter((environment) => environment.includes('VIPS_WARNING'))
    expect(drawing.length).toBeGreaterThan(0)
    expect(drawing.join()).not.toContain('TEST_SECRET')
  })
})

it.each([
  ['a program on this machine', [], {}, {isKnown: false, address: undefined}],
  [
    'somebody behind a proxy that the lake was not told of',
    [],
    {'x-forwarded-for': '203.0.113.7'},
    {isKnown: false, address: '127.0.0.1'},
  ],
  ['somebody who reaches it by name', [], {host: 'lake.example'}, {isKnown: false, address: '127.0.0.1'}],
  [
    'a visitor behind a trusted proxy',
    ['127.0.0.1'],
    {'x-forwarded-for': '203.0.113.7'},
    {isKnown: false, address: '203.0.113.7'},
  ],
  ['an editor', [], {authorization: `Bearer ${TEST_TOKENS.write}`}, {isKnown: true}],
])('%s draws as such', async (_, trustedProxies, headers, sender) => {
  const lake = await openTestLake({trustedProxies, allowedHosts: ['lake.example'], password: 'for the editors'})
  const {url} = await clientOf(lake).assets.upload('image', await canvas(6, 4).png().toBuffer())
  const render = vi.spyOn(lake.images, 'render')
  const body = {statusCode: 429, error: 'Too Many Requests'}
  render.mockRejectedValueOnce(new LakeError(429, body, 'used up', 7))
  const {hostname, port, pathname} = new URL(url)
  const asked = request({hostname, port, path: `${pathname}?w=3`, family: 4, headers})
  asked.end()
  const [response] = await once(asked, 'response')
  expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '7'])
  expect(render).toHaveBeenCalledWith(expect.anything(), expect.objectContaining(sender))
  response.destroy()
})
