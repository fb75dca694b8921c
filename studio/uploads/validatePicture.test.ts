import sharp from 'sharp'
import {expect, it} from 'vitest'
import fc from '../../tests/support/fastCheck.ts'
import {problemMessage, problemOfUploadError} from './problemMessage.ts'
import {isAnimated, validatePicture} from './validatePicture.ts'

const canvas = (width: number, height: number) => sharp({create: {width, height, channels: 3, background: '#246'}})
const text = (content: string) => new Blob([content])
const blob = (bytes: Buffer, size = bytes.length) =>
  new Blob([new Uint8Array(bytes), ...(size > bytes.length ? [new Uint8Array(size - bytes.length)] : [])])
const brand = (name: string, compatible = '') => Buffer.from(`\0\0\0\x1cftyp${name}\0\0\0\0mif1${compatible}`)

/** A small picture whose header claims 12,000 by 9,000 pixels. */
async function withClaimedSize(format: 'png' | 'jpeg' | 'webp' | 'avif', lossless = false): Promise<Blob> {
  const [width, height] = [640, 360]
  const image = canvas(width, height)
  const bytes = await (lossless ? image.webp({lossless}) : image.toFormat(format)).toBuffer()
  const at = (offset: number) => new DataView(bytes.buffer, bytes.byteOffset + offset)
  const write = (
    offset: number,
    set: (view: DataView, side: number, index: number) => void,
    sides = [12_000, 9000],
  ) => {
    for (const [index, side] of sides.entries()) set(at(offset), side, index)
  }
  if (format === 'png') write(16, (view, side, i) => view.setUint32(4 * i, side))
  if (format === 'jpeg') {
    write(bytes.indexOf(Buffer.from([0xff, 0xc0])) + 5, (view, side, i) => view.setUint16(2 * i, side), [9000, 12_000])
  }
  if (format === 'webp' && lossless) at(21).setUint32(0, 11_999 | (8999 << 14), true)
  else if (format === 'webp') write(26, (view, side, i) => view.setUint16(2 * i, side, true))
  if (format === 'avif') write(bytes.indexOf('ispe') + 8, (view, side, i) => view.setUint32(4 * i, side))
  return blob(bytes)
}

it('accepts the supported formats', async () => {
  const images = [
    canvas(60, 40).png(),
    canvas(60, 40).jpeg({progressive: true}).withMetadata({orientation: 6}),
    canvas(60, 40).webp(),
    canvas(60, 40).webp({lossless: true}),
    canvas(60, 40).ensureAlpha(0.5).webp(),
    canvas(60, 40).avif(),
  ]
  for (const image of images) expect(await validatePicture(blob(await image.toBuffer()))).toBeUndefined()
})

it('knows an animated picture of each format by its beginning, and takes no other one for it', async () => {
  const frames = [canvas(60, 40).png(), canvas(60, 40).negate().png()]
  const joined = sharp(await Promise.all(frames.map((frame) => frame.toBuffer())), {join: {animated: true}})
  const png = await canvas(60, 40).png().toBuffer()
  // Before the first frame, after the header of 33 bytes: its length, its name, two numbers and a checksum.
  const control = Buffer.from('\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0', 'latin1')
  const animated = [
    await joined.webp().toBuffer(),
    Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]),
    brand('avis'),
    brand('avif', 'avis'),
  ]
  for (const bytes of animated) expect(isAnimated(bytes)).toBe(true)
  const still = [
    png,
    Buffer.concat([png, control]),
    await canvas(60, 40).jpeg().toBuffer(),
    await canvas(60, 40).webp().toBuffer(),
    await canvas(60, 40).ensureAlpha(0.5).webp().toBuffer(),
    await canvas(60, 40).avif().toBuffer(),
  ]
  for (const bytes of still) expect(isAnimated(bytes)).toBe(false)
})

it.each([
  ['png', false],
  ['jpeg', false],
  ['webp', false],
  ['webp', true],
  ['avif', false],
] as const)('refuses a %s with too many pixels (lossless: %s)', async (format, lossless) => {
  expect(await validatePicture(await withClaimedSize(format, lossless))).toEqual({
    reason: 'tooManyPixels',
    width: 12_000,
    height: 9000,
  })
})

it('recognizes other formats by content, not by name', async () => {
  const png = await canvas(6, 4).png().toBuffer()
  const cases: [problem: object, file: Blob][] = [
    [{reason: 'emptyFile'}, new Blob([])],
    [{reason: 'unknownFormat'}, text('hello')],
    [{reason: 'unsupportedFormat', format: 'HEIC'}, blob(brand('heic'))],
    [{reason: 'unsupportedFormat', format: 'HEIC'}, blob(brand('mif1', 'heic'))],
    [{reason: 'unsupportedFormat', format: 'SVG'}, text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [{reason: 'unsupportedFormat', format: 'SVG'}, text('\uFEFF<?xml version="1.0"?>\n<!-- x -->\n<svg>')],
    [{reason: 'unsupportedFormat', format: 'GIF'}, blob(await canvas(6, 4).gif().toBuffer())],
    [{reason: 'unsupportedFormat', format: 'TIFF'}, blob(await canvas(6, 4).tiff().toBuffer())],
    [{reason: 'unsupportedFormat', format: 'PDF'}, text('%PDF-1.7')],
    [{reason: 'tooLarge', bytes: 22 * 1024 * 1024}, blob(png, 22 * 1024 * 1024)],
  ]
  for (const [problem, file] of cases) expect(await validatePicture(file)).toEqual(problem)
  expect(await validatePicture(blob(brand('mif1', 'avif')))).toBeUndefined()
})

it('never throws, however a file is truncated or damaged', async () => {
  const originals = await Promise.all(
    (['png', 'jpeg', 'webp', 'avif'] as const).map((format) => canvas(90, 60).toFormat(format).toBuffer()),
  )
  const file = fc.tuple(
    fc.constantFrom(...originals),
    fc.double({min: 0, max: 1, noNaN: true}),
    fc.uint8Array({maxLength: 40}),
  )
  await fc.assert(
    fc.asyncProperty(file, fc.nat(60), async ([original, end, noise], at) => {
      const bytes = Buffer.from(original.subarray(0, Math.floor(original.length * end)))
      bytes.set(noise.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length))
      const problem = await validatePicture(blob(bytes))
      if (problem) expect(problemMessage(problem)).toMatch(/[\u4e00-\u9fff].* [A-Z]/)
    }),
    {numRuns: 300},
  )
})

it('the lake’s errors have messages in both languages, with a remedy', () => {
  const answer = (statusCode: number, body: object = {}) => ({response: {statusCode, body}})
  const explain = (error: unknown) => problemMessage(problemOfUploadError(error))
  expect(explain(answer(400, {reason: 'damagedImage'}))).toMatch(/已损坏.*another|已损坏.*damaged/)
  expect(explain(answer(400, {reason: 'tooManyPixels', details: {width: 12_000, height: 9000}}))).toMatch(
    /12000 × 9000.*6000.*6,000/,
  )
  expect(explain(answer(400, {reason: 'unsupportedFormat', details: {format: 'HEIC'}}))).toMatch(/导出为 JPEG.*Export/)
  expect(explain(answer(400, {reason: 'toString'}))).toContain('没有收下')
  expect(explain(answer(403))).toContain('权限')
  expect(explain(answer(413))).toMatch(/文件超过了 20 MB.*The file is larger than 20 MB/)
  expect(explain(answer(503))).toContain('Wait a minute')
  expect(explain(answer(507))).toContain('disk is full')
  expect(explain(new Error('Failed to fetch'))).toContain('connection')
})
