import sharp, {type Metadata} from 'sharp'
import {badRequest} from '../http/errors.ts'
import type {JsonObject} from '../types.ts'
import {paletteOf} from './palette.ts'

/** Uploads with more pixels than this are refused: decoding one would take gigabytes. */
export const MAX_INPUT_PIXELS = 100_000_000
const LQIP_WIDTH = 20

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

async function readMetadata(bytes: Buffer): Promise<Metadata> {
  try {
    return await sharp(bytes, {limitInputPixels: MAX_INPUT_PIXELS}).metadata()
  } catch {
    throw badRequest('Invalid image: its format is unknown, it is damaged, or it is too large')
  }
}

async function lowQualityPreview(upright: Buffer, isOpaque: boolean): Promise<string> {
  const small = sharp(upright).resize(LQIP_WIDTH)
  const [type, preview] = isOpaque
    ? ['jpeg', await small.jpeg({quality: 60}).toBuffer()]
    : ['png', await small.png({palette: true}).toBuffer()]
  return `data:image/${type};base64,${preview.toString('base64')}`
}

/** What hosted Sanity finds out about an image when it is uploaded. The size is the one after EXIF orientation. */
export async function describeImage(bytes: Buffer): Promise<DescribedImage> {
  const header = await readMetadata(bytes)
  const format = FORMATS[header.format]
  if (!format) throw badRequest(`Images of the format "${header.format}" are not supported`)
  const {width, height} = header.autoOrient
  try {
    const image = sharp(bytes, {limitInputPixels: MAX_INPUT_PIXELS}).autoOrient()
    // A small upright copy serves all that follows, so that a large image is decoded only twice.
    const upright = await image.clone().resize(256, 256, {fit: 'inside', withoutEnlargement: true}).png().toBuffer()
    const isOpaque = header.hasAlpha
      ? (await sharp(bytes, {limitInputPixels: MAX_INPUT_PIXELS}).stats()).isOpaque
      : true
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
    throw badRequest('Invalid image: it is damaged')
  }
}
