import sharp from 'sharp'
import {expect, it} from 'vitest'
import fc from '../../tests/support/fastCheck.ts'
import {explainProblem, problemOfError} from './explainUpload.ts'
import {problemOf} from './pictureFile.ts'

const canvas = (width: number, height: number) => sharp({create: {width, height, channels: 3, background: '#246'}})
const text = (content: string) => new Blob([content])
const blob = (bytes: Buffer, size = bytes.length) =>
  new Blob([new Uint8Array(bytes), ...(size > bytes.length ? [new Uint8Array(size - bytes.length)] : [])])
const brand = (name: string, compatible = '') => Buffer.from(`\0\0\0\x1cftyp${name}\0\0\0\0mif1${compatible}`)

/** The same picture, whose header names another size. */
async function claimed(format: 'png' | 'jpeg' | 'webp' | 'avif', lossless = false): Promise<Blob> {
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

it('pictures of the site’s kinds are taken', async () => {
  const images = [
    canvas(60, 40).png(),
    canvas(60, 40).jpeg({progressive: true}).withMetadata({orientation: 6}),
    canvas(60, 40).webp(),
    canvas(60, 40).webp({lossless: true}),
    canvas(60, 40).ensureAlpha(0.5).webp(),
    canvas(60, 40).avif(),
  ]
  for (const image of images) expect(await problemOf(blob(await image.toBuffer()))).toBeUndefined()
})

it.each([
  ['png', false],
  ['jpeg', false],
  ['webp', false],
  ['webp', true],
  ['avif', false],
] as const)('a %s of too many pixels is seen before it is sent (lossless: %s)', async (format, lossless) => {
  expect(await problemOf(await claimed(format, lossless))).toEqual({
    reason: 'tooManyPixels',
    width: 12_000,
    height: 9000,
  })
})

it('other files are refused by what they are, not by what they are called', async () => {
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
  for (const [problem, file] of cases) expect(await problemOf(file)).toEqual(problem)
  expect(await problemOf(blob(brand('mif1', 'avif')))).toBeUndefined()
})

it('no file makes the check itself fail, however it is cut or mixed up', async () => {
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
      const problem = await problemOf(blob(bytes))
      if (problem) expect(explainProblem(problem)).toMatch(/[\u4e00-\u9fff].* [A-Z]/)
    }),
    {numRuns: 300},
  )
})

it('what the lake answers is told in both languages, with what to do', () => {
  const answer = (statusCode: number, body: object = {}) => ({response: {statusCode, body}})
  const explain = (error: unknown) => explainProblem(problemOfError(error))
  expect(explain(answer(400, {reason: 'damagedImage'}))).toMatch(/已损坏.*another|已损坏.*damaged/)
  expect(explain(answer(400, {reason: 'tooManyPixels', details: {width: 12_000, height: 9000}}))).toMatch(
    /12000 × 9000.*6000.*6,000/,
  )
  expect(explain(answer(400, {reason: 'unsupportedFormat', details: {format: 'HEIC'}}))).toMatch(/导出为 JPEG.*Export/)
  expect(explain(answer(400, {reason: 'toString'}))).toContain('没有收下')
  expect(explain(answer(403))).toContain('权限')
  expect(explain(answer(413))).toContain('20 MB')
  expect(explain(answer(503))).toContain('Wait a minute')
  expect(explain(answer(507))).toContain('disk is full')
  expect(explain(new Error('Failed to fetch'))).toContain('connection')
})
