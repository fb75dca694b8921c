import {readFile} from 'node:fs/promises'
import sharp, {type Metadata} from 'sharp'
import {beginningOf} from '../files.ts'
import type {JsonObject} from '../types.ts'
import {imageError, RASTER_SIGNATURES, UNSUPPORTED_SIGNATURES} from './imageFormats.ts'

/** Pixel limit of uploads: decoding more would take gigabytes. */
export const MAX_INPUT_PIXELS = 100_000_000
const LQIP_WIDTH = 20
const MAX_LQIP_HEIGHT = 200

export interface DescribedImage {
  width: number
  height: number
  extension: string
  metadata: JsonObject
}

/** Extensions of the formats, as sharp names them. */
const EXTENSIONS: Partial<Record<string, string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  svg: 'svg',
  heif: 'avif',
  tiff: 'tiff',
}
const SUPPORTED = 'JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG'

function unsupported(format: string) {
  return imageError('unsupportedFormat', `Images of the format ${format} are not supported: save it as ${SUPPORTED}`, {
    format,
  })
}

async function readMetadata(file: string | Buffer, beginning: string): Promise<Metadata> {
  try {
    return await sharp(file, {limitInputPixels: false}).metadata()
  } catch {
    const foreign = UNSUPPORTED_SIGNATURES.find(([, start]) => start.test(beginning))
    // Some AVIF files have this brand, so decoding is tried first.
    if (foreign) throw unsupported(foreign[0])
    if (RASTER_SIGNATURES.test(beginning) || /<svg[\s>]/i.test(beginning))
      throw imageError('damagedImage', 'The image is damaged: it cannot be read')
    throw imageError('unknownFormat', `The file is no image: give one in the format ${SUPPORTED}`)
  }
}

async function lowQualityPreview(upright: Buffer, isOpaque: boolean): Promise<string> {
  const small = sharp(upright).resize(LQIP_WIDTH, MAX_LQIP_HEIGHT, {fit: 'inside'})
  const [type, preview] = isOpaque
    ? ['jpeg', await small.jpeg({quality: 60}).toBuffer()]
    : ['png', await small.png({palette: true}).toBuffer()]
  return `data:image/${type};base64,${preview.toString('base64')}`
}

/** Extracts the same metadata as hosted Sanity. Sizes are after EXIF orientation. Call it only through `ImageService`. */
export async function describeImage(file: string): Promise<DescribedImage> {
  const beginning = await beginningOf(file)
  if (beginning === '') throw imageError('emptyFile', 'The file is empty')
  // Passed as a buffer, as an SVG read from a path could include files beside it.
  const input = RASTER_SIGNATURES.test(beginning) ? file : await readFile(file)
  const header = await readMetadata(input, beginning)
  const extension = EXTENSIONS[header.format]
  if (!extension) throw unsupported(header.format)
  if (header.format === 'heif' && header.compression !== 'av1') throw unsupported('HEIC')
  const {width, height} = header.autoOrient
  if (width * height > MAX_INPUT_PIXELS) {
    const [megapixels, most] = [width * height, MAX_INPUT_PIXELS].map((pixels) => Math.ceil(pixels / 1e6))
    const message = `The image is too large: ${width} × ${height} pixels are ${megapixels} megapixels, and at most ${most} are allowed`
    throw imageError('tooManyPixels', message, {width, height, maxPixels: MAX_INPUT_PIXELS})
  }
  const decode = () => sharp(input, {limitInputPixels: MAX_INPUT_PIXELS})
  try {
    // One small upright copy for all that follows, so that a large image is decoded only twice.
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
    return {width, height, extension, metadata}
  } catch {
    throw imageError('damagedImage', 'The image is damaged: not all of it can be read')
  }
}

interface Swatch {
  rgb: [number, number, number]
  population: number
  saturation: number
  lightness: number
}

/** The swatches of hosted Sanity, by target and accepted range of lightness and saturation. */
const KINDS = {
  darkMuted: {lightness: [0.26, 0, 0.45], saturation: [0.3, 0, 0.4]},
  muted: {lightness: [0.5, 0.3, 0.7], saturation: [0.3, 0, 0.4]},
  lightMuted: {lightness: [0.74, 0.55, 1], saturation: [0.3, 0, 0.4]},
  darkVibrant: {lightness: [0.26, 0, 0.45], saturation: [1, 0.35, 1]},
  vibrant: {lightness: [0.5, 0.3, 0.7], saturation: [1, 0.35, 1]},
  lightVibrant: {lightness: [0.74, 0.55, 1], saturation: [1, 0.35, 1]},
} as const

const SAMPLE_SIZE = 64

function toSwatch(rgb: [number, number, number], population: number): Swatch {
  const max = Math.max(...rgb) / 255
  const min = Math.min(...rgb) / 255
  const lightness = (max + min) / 2
  const saturation = max === min ? 0 : (max - min) / (1 - Math.abs(2 * lightness - 1))
  return {rgb, population, saturation, lightness}
}

/** The colours of an image in 4096 buckets, most frequent first, without transparent pixels. */
async function swatchesOf(image: Buffer): Promise<Swatch[]> {
  const pixels = await sharp(image)
    .resize(SAMPLE_SIZE, SAMPLE_SIZE, {fit: 'fill'})
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
  const buckets = new Map<number, [red: number, green: number, blue: number, count: number]>()
  for (let i = 0; i + 3 < pixels.length; i += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(i, i + 4)
    if (alpha < 128) continue
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const sum = buckets.get(key) ?? [0, 0, 0, 0]
    buckets.set(key, [sum[0] + red, sum[1] + green, sum[2] + blue, sum[3] + 1])
  }
  return [...buckets.values()]
    .map(([red, green, blue, n]) => toSwatch([Math.round(red / n), Math.round(green / n), Math.round(blue / n)], n))
    .sort((a, b) => b.population - a.population)
}

function swatchDocument({rgb, population}: Swatch): JsonObject {
  const [red, green, blue] = rgb
  const isLight = (red * 299 + green * 587 + blue * 114) / 1000 > 150
  const text = isLight ? '#000' : '#fff'
  const background = `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
  const share = Math.round((population / SAMPLE_SIZE ** 2) * 10_000) / 100
  return {_type: 'sanity.imagePaletteSwatch', background, foreground: text, title: text, population: share}
}

/** The `palette` of an image asset: the dominant colour and the best swatch of each kind. */
async function paletteOf(image: Buffer): Promise<JsonObject | undefined> {
  const swatches = await swatchesOf(image)
  const [dominant] = swatches
  if (!dominant) return undefined
  const palette: JsonObject = {_type: 'sanity.imagePalette', dominant: swatchDocument(dominant)}
  for (const [kind, {lightness, saturation}] of Object.entries(KINDS)) {
    const score = (swatch: Swatch) =>
      3 * (1 - Math.abs(swatch.saturation - saturation[0])) +
      6.5 * (1 - Math.abs(swatch.lightness - lightness[0])) +
      0.5 * (swatch.population / dominant.population)
    const fitting = swatches.filter(
      (swatch) =>
        swatch.saturation >= saturation[1] &&
        swatch.saturation <= saturation[2] &&
        swatch.lightness >= lightness[1] &&
        swatch.lightness <= lightness[2],
    )
    const best = fitting.sort((a, b) => score(b) - score(a))[0]
    if (best) palette[kind] = swatchDocument(best)
  }
  return palette
}
