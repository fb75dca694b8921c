import {readFile} from 'node:fs/promises'
import sharp, {type Sharp} from 'sharp'
import {badRequest, messageOf} from '../../errors.ts'
import {imageError} from '../imageFormats.ts'
import {MAX_INPUT_PIXELS} from '../imageMetadata.ts'
import type {OutputFormat, Region, Transform} from './parseTransform.ts'
import {clipToImage, planResize, type ResizePlan} from './planResize.ts'

export interface RenderRequest {
  file: string
  /** Of the upright original. */
  width: number
  height: number
  extension: string
  transform: Transform
  format: OutputFormat
}

const SVG_DENSITY = 72
const MAX_SVG_DENSITY = 2400
/** Maximum blur radius: more costs time without visible effect. */
const MAX_SIGMA = 6

/** Opaque output formats get a background, white by default. */
const isOpaqueFormat = (format: OutputFormat) => format === 'jpg'

function colourOf({background}: Transform, format: OutputFormat): string {
  return background ? `#${background}` : isOpaqueFormat(format) ? '#ffffff' : '#ffffff00'
}

function encode(image: Sharp, format: OutputFormat, {quality, progressive}: Transform): Sharp {
  switch (format) {
    case 'jpg':
      return image.jpeg({quality: quality ?? 75, progressive})
    case 'webp':
      return image.webp({quality: quality ?? 75})
    case 'avif':
      // Low effort: a few per cent larger, ten times faster.
      return image.avif({quality: quality ?? 50, effort: 2})
    case 'gif':
      return image.gif()
    case 'png':
      return image.png()
  }
}

function pad(image: Sharp, plan: ResizePlan, background: string): Sharp {
  if (!plan.canvas) return image
  const [width, height] = [plan.canvas.width - plan.width, plan.canvas.height - plan.height]
  const [left, top] = [Math.floor(width / 2), Math.floor(height / 2)]
  return image.extend({left, right: width - left, top, bottom: height - top, background})
}

/** Animations are kept only if sharp supports the operation on all frames at once. */
function keepsFrames({extension, transform, format}: RenderRequest): boolean {
  const {rect, fit, rotate, flipX, flipY, pad, blur = 0} = transform
  const reshapes = [rect, rotate, flipX, flipY, pad, fit === 'crop', fit === 'min', blur / 10 > MAX_SIGMA]
  const isAnimation = extension === 'gif' && (format === 'gif' || format === 'webp')
  return isAnimation && !transform.isStill && !reshapes.some(Boolean)
}

async function openImage(request: RenderRequest): Promise<Sharp> {
  const {file, width, height, extension, transform} = request
  const options = {limitInputPixels: MAX_INPUT_PIXELS, animated: keepsFrames(request)}
  if (extension !== 'svg') return sharp(file, options).autoOrient()
  const wanted = Math.max((transform.width ?? width) / width, (transform.height ?? height) / height, 1)
  const density = Math.min(MAX_SVG_DENSITY, SVG_DENSITY * wanted)
  // As a buffer, an SVG cannot include files beside it.
  return sharp(await readFile(file), {...options, density})
}

/** Rotates and flips first, so that width, height and focus refer to the visible image. */
async function orient(image: Sharp, size: {width: number; height: number}, transform: Transform) {
  const {rotate, flipX, flipY} = transform
  if (!rotate && !flipX && !flipY) return {image, size}
  const flipped = await drawn((await drawn(image)).image.flop(flipX).flip(flipY))
  return drawn(flipped.image.rotate(rotate))
}

/** The image as it is drawn so far, and its size: sharp does some operations in an order of its own. */
async function drawn(image: Sharp): Promise<{image: Sharp; size: {width: number; height: number}}> {
  const {data, info} = await image.png({compressionLevel: 1}).toBuffer({resolveWithObject: true})
  return {image: sharp(data), size: {width: info.width, height: info.height}}
}

/** Renders the image that a URL asks for. Throws 400 if it would be too large. Call it only through `ImageService`. */
export async function renderImage(request: RenderRequest): Promise<Buffer> {
  try {
    return await render(request)
  } catch (error) {
    const reason = messageOf(error)
    if (/pixel limit/i.test(reason)) throw badRequest('The image asked for has too many pixels')
    // Of sharp's encoders, whose formats have sides of 16,383 or 65,535 pixels at most.
    if (/too large for the \w+ format/i.test(reason)) {
      throw badRequest(
        `The image asked for has a side that is too long for ${request.format}: ask for another with w or h`,
      )
    }
    // Only drawings are given as buffers: one with sides of a billion is measured as 1 × 1, and cannot be drawn larger.
    if (/^Input buffer /.test(reason)) throw imageError('damagedImage', 'The drawing cannot be drawn in this size')
    throw error
  }
}

async function render(request: RenderRequest): Promise<Buffer> {
  const {transform, format} = request
  let size = {width: request.width, height: request.height}
  let source = await openImage(request)
  if (request.extension === 'svg') {
    // Rasterized at the density of the result.
    ;({image: source, size} = await drawn(source))
  }
  let region: Region | undefined
  if (transform.rect) {
    region = clipToImage(scaleRect(transform.rect, size.width / request.width), size)
    size = region
  }
  if (region && (transform.rotate || transform.flipX || transform.flipY || transform.focus === 'entropy')) {
    source = (await drawn(source.extract(region))).image
    region = undefined
  }
  const oriented = await orient(source, size, transform)
  const plan = planResize(oriented.size, transform)
  if (keepsFrames(request)) await checkFrames(source, plan)
  const background = colourOf(transform, format)
  let image = oriented.image
  if (transform.focus === 'entropy' && plan.extract) {
    image = image.resize(plan.width, plan.height, {fit: 'cover', position: sharp.strategy.entropy})
  } else {
    // A single crop, so that decoding stops early.
    const cut = plan.extract ? within(plan.extract, region) : region
    if (cut) image = image.extract(cut)
    image = image.resize(plan.width, plan.height, {fit: 'fill'})
  }
  if (transform.blur) image = await blurred(image, plan, transform.blur / 10)
  if (transform.sharpen) image = image.sharpen({sigma: 0.5 + transform.sharpen / 50})
  if (transform.isGrey || transform.isInverted) image = await recoloured(image, request)
  if (transform.background || isOpaqueFormat(format)) image = image.flatten({background})
  return encode(pad(image, plan, background), format, transform).toBuffer()
}

/** Before the background is added, whose colour must not change. */
async function recoloured(image: Sharp, request: RenderRequest): Promise<Sharp> {
  const {isGrey, isInverted} = request.transform
  const changed = isGrey ? image.greyscale() : image
  const result = isInverted ? changed.negate({alpha: false}) : changed
  return keepsFrames(request) ? result : (await drawn(result)).image
}

const within = ({left, top, width, height}: Region, outer: Region | undefined): Region => ({
  left: left + (outer?.left ?? 0),
  top: top + (outer?.top ?? 0),
  width,
  height,
})

/** Blurs strongly on a smaller copy, so that the cost does not grow with the radius. */
async function blurred(image: Sharp, {width, height}: ResizePlan, sigma: number): Promise<Sharp> {
  if (sigma <= MAX_SIGMA) return image.blur(Math.max(0.3, sigma))
  const scale = MAX_SIGMA / sigma
  const [smallWidth, smallHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale)))
  const small = await drawn(image.resize(smallWidth, smallHeight, {fit: 'fill'}).blur(MAX_SIGMA))
  return small.image.resize(width, height, {fit: 'fill', kernel: 'cubic'})
}

async function checkFrames(source: Sharp, {width, height}: ResizePlan): Promise<void> {
  const {pages = 1} = await source.metadata()
  if (width * height * pages > MAX_INPUT_PIXELS) throw badRequest('The animation asked for has too many pixels')
}

function scaleRect(rect: NonNullable<Transform['rect']>, factor: number) {
  return {
    left: Math.round(rect.left * factor),
    top: Math.round(rect.top * factor),
    width: Math.max(1, Math.round(rect.width * factor)),
    height: Math.max(1, Math.round(rect.height * factor)),
  }
}
