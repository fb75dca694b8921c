import {badRequest} from '../../errors.ts'
import type {Region, Transform} from './parseTransform.ts'

const MAX_OUTPUT_PIXELS = 25_000_000

interface Size {
  width: number
  height: number
}

/** Steps for an upright image: extract this region, resize to this size, pad to that canvas. */
export interface ResizePlan extends Size {
  extract?: Region
  canvas?: Size
}

const rounded = ({width, height}: Size): Size => ({
  width: Math.max(1, Math.round(width)),
  height: Math.max(1, Math.round(height)),
})
const scaledBy = ({width, height}: Size, factor: number) => rounded({width: width * factor, height: height * factor})
const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

export function clipToImage(rect: Region, image: Size): Region {
  const width = Math.min(rect.width, image.width - rect.left)
  const height = Math.min(rect.height, image.height - rect.top)
  if (width < 1 || height < 1) throw badRequest('Invalid "rect" parameter: it lies outside the image')
  return {left: rect.left, top: rect.top, width, height}
}

/** The largest region of these proportions, centred on the focus as far as the edges allow. */
function cropAround(image: Size, box: Size, focus: {x: number; y: number}): Region {
  const ratio = box.width / box.height
  const isWider = image.width / image.height > ratio
  const {width, height} = rounded({
    width: isWider ? image.height * ratio : image.width,
    height: isWider ? image.height : image.width / ratio,
  })
  return {
    left: clamp(Math.round(focus.x * image.width - width / 2), 0, image.width - width),
    top: clamp(Math.round(focus.y * image.height - height / 2), 0, image.height - height),
    width,
    height,
  }
}

function planBox(image: Size, box: Size, {fit, focus}: Transform): ResizePlan {
  const inside = Math.min(box.width / image.width, box.height / image.height)
  switch (fit) {
    case 'scale':
      return box
    case 'clip':
      return scaledBy(image, inside)
    case 'max':
      return scaledBy(image, Math.min(1, inside))
    case 'fill':
      return {...scaledBy(image, inside), canvas: box}
    case 'fillmax':
      return {...scaledBy(image, Math.min(1, inside)), canvas: box}
    case 'crop':
    case 'min': {
      const extract = cropAround(image, box, focus === 'entropy' ? {x: 0.5, y: 0.5} : focus)
      const size = fit === 'min' ? scaledBy(box, Math.min(1, extract.width / box.width)) : box
      return {...size, extract}
    }
  }
}

/** The factor that brings a size within bounds; maxima win. */
function boundsFactor({width, height}: Size, {minWidth, maxWidth, minHeight, maxHeight}: Transform): number {
  const atLeast = Math.max(1, (minWidth ?? 0) / width, (minHeight ?? 0) / height)
  return Math.min(atLeast, (maxWidth ?? Infinity) / width, (maxHeight ?? Infinity) / height)
}

function withinBounds(plan: ResizePlan, transform: Transform): ResizePlan {
  const factor = boundsFactor(plan.canvas ?? plan, transform)
  if (factor === 1) return plan
  return {...plan, ...scaledBy(plan, factor), ...(plan.canvas && {canvas: scaledBy(plan.canvas, factor)})}
}

function padded(plan: ResizePlan, {pad}: Transform): ResizePlan {
  if (!pad) return plan
  const {width, height} = plan.canvas ?? plan
  return {...plan, canvas: {width: width + 2 * pad, height: height + 2 * pad}}
}

export function planResize(image: Size, transform: Transform): ResizePlan {
  const {width, height, fit} = transform
  const mayEnlarge = fit !== 'max' && fit !== 'min' && fit !== 'fillmax'
  const alone = width ? width / image.width : height ? height / image.height : 1
  const sized: ResizePlan =
    width && height
      ? planBox(image, {width, height}, transform)
      : scaledBy(image, mayEnlarge ? alone : Math.min(1, alone))
  const plan = padded(withinBounds(sized, transform), transform)
  const result = plan.canvas ?? plan
  if (result.width * result.height > MAX_OUTPUT_PIXELS) {
    const most = MAX_OUTPUT_PIXELS / 1e6
    throw badRequest(
      `The image asked for has too many pixels: ${result.width} × ${result.height} is more than ${most} megapixels`,
    )
  }
  return plan
}
