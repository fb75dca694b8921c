import {open, readFile} from 'node:fs/promises'
import sharp, {type Metadata} from 'sharp'
import type {JsonObject} from '../types.ts'
import {imageRefusal} from './imageRefusal.ts'
import {paletteOf} from './palette.ts'

/** Uploads with more pixels than this are refused: decoding one would take gigabytes. */
export const MAX_INPUT_PIXELS = 100_000_000
const LQIP_WIDTH = 20
const MAX_LQIP_HEIGHT = 200

export interface DescribedImage {
  width: number
  height: number
  extension: string
  mimeType: string
  metadata: JsonObject
}

const FORMATS: Partial<Record<string, {extension: string; mimeType: string}>> = {
  jpeg: {extension: 'jpg', mimeType: 'image/jpeg'},
  png: {extension: 'png', mimeType: 'image/png'},
  webp: {extension: 'webp', mimeType: 'image/webp'},
  gif: {extension: 'gif', mimeType: 'image/gif'},
  svg: {extension: 'svg', mimeType: 'image/svg+xml'},
  heif: {extension: 'avif', mimeType: 'image/avif'},
  tiff: {extension: 'tiff', mimeType: 'image/tiff'},
}
const SUPPORTED = 'JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG'

/** How files of pixels begin. What begins otherwise is text, packed text, or nothing that is an image. */
const PIXELS = /^(\x89PNG|\xFF\xD8\xFF|GIF8|RIFF....WEBP|II\*.|MM.\*|....ftyp)/s

/** Formats that people take for images, or that are images elsewhere, by how their files begin. */
const FOREIGN: readonly [format: string, start: RegExp][] = [
  ['HEIC', /^....ftyp(hei[cxms]|hev[cxm]|mif1|msf1)/s],
  ['video', /^....ftyp(?!avi[fs])|^.E\xDF\xA3|^RIFF....AVI /s],
  ['PDF', /^%PDF/],
  ['Photoshop', /^8BPS/],
  ['BMP', /^BM/],
  ['JPEG XL', /^(\xFF\n|....JXL )/s],
  ['JPEG 2000', /^(\xFFO\xFFQ|....jP {2})/s],
  ['EPS', /^(%!PS|\xC5\xD0\xD3\xC6)/],
  ['ZIP', /^PK../s],
]

/** The first bytes of a file, as a text of as many characters. */
async function beginningOf(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const {buffer, bytesRead} = await handle.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Whether a file holds pixels rather than a drawing, judged by its first bytes alone. */
export const hasPixels = async (file: string): Promise<boolean> => PIXELS.test(await beginningOf(file))

function unsupported(format: string) {
  return imageRefusal(
    'unsupportedFormat',
    `Images of the format ${format} are not supported: save it as ${SUPPORTED}`,
    {format},
  )
}

async function readMetadata(file: string | Buffer, beginning: string): Promise<Metadata> {
  try {
    return await sharp(file, {limitInputPixels: false}).metadata()
  } catch {
    const foreign = FOREIGN.find(([, start]) => start.test(beginning))
    // Some photographs of this brand are AVIF all the same, which is why it is tried first.
    if (foreign) throw unsupported(foreign[0])
    if (PIXELS.test(beginning) || /<svg[\s>]/i.test(beginning))
      throw imageRefusal('damagedImage', 'The image is damaged: it cannot be read')
    throw imageRefusal('unknownFormat', `The file is no image: give one in the format ${SUPPORTED}`)
  }
}

async function lowQualityPreview(upright: Buffer, isOpaque: boolean): Promise<string> {
  const small = sharp(upright).resize(LQIP_WIDTH, MAX_LQIP_HEIGHT, {fit: 'inside'})
  const [type, preview] = isOpaque
    ? ['jpeg', await small.jpeg({quality: 60}).toBuffer()]
    : ['png', await small.png({palette: true}).toBuffer()]
  return `data:image/${type};base64,${preview.toString('base64')}`
}

/**
 * What hosted Sanity finds out about an image when it is uploaded. The size is the one after EXIF orientation. Decodes
 * the file, so call it only where that can be ended: through `ImageService`.
 */
export async function describeImage(file: string): Promise<DescribedImage> {
  const beginning = await beginningOf(file)
  if (beginning === '') throw imageRefusal('emptyFile', 'The file is empty')
  // A drawing may refer to files beside it, unless it comes without a place.
  const input = PIXELS.test(beginning) ? file : await readFile(file)
  const header = await readMetadata(input, beginning)
  const format = FORMATS[header.format]
  if (!format) throw unsupported(header.format)
  if (header.format === 'heif' && header.compression !== 'av1') throw unsupported('HEIC')
  const {width, height} = header.autoOrient
  if (width * height > MAX_INPUT_PIXELS) {
    const [megapixels, most] = [width * height, MAX_INPUT_PIXELS].map((pixels) => Math.ceil(pixels / 1e6))
    const message = `The image is too large: ${width} × ${height} pixels are ${megapixels} megapixels, and at most ${most} are allowed`
    throw imageRefusal('tooManyPixels', message, {width, height, maxPixels: MAX_INPUT_PIXELS})
  }
  const decode = () => sharp(input, {limitInputPixels: MAX_INPUT_PIXELS})
  try {
    // A small upright copy serves all that follows, so that a large image is decoded only twice.
    const upright = await decode()
      .autoOrient()
      .resize(256, 256, {fit: 'inside', withoutEnlargement: true})
      .png()
      .toBuffer()
    const isOpaque = header.hasAlpha ? (await decode().stats()).isOpaque : true
    const palette = await paletteOf(upright)
    const metadata: JsonObject = {
      _type: 'sanity.imageMetadata',
      dimensions: {_type: 'sanity.imageDimensions', width, height, aspectRatio: width / height},
      hasAlpha: header.hasAlpha,
      isOpaque,
      lqip: await lowQualityPreview(upright, isOpaque),
      ...(palette && {palette}),
    }
    return {width, height, ...format, metadata}
  } catch {
    throw imageRefusal('damagedImage', 'The image is damaged: not all of it can be read')
  }
}
