import {badRequest} from '../../errors.ts'

const OUTPUT_FORMATS = ['jpg', 'png', 'webp', 'avif', 'gif'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

const FITS = ['clip', 'crop', 'fill', 'fillmax', 'max', 'min', 'scale'] as const

export interface Region {
  left: number
  top: number
  width: number
  height: number
}

export type Transform = NonNullable<ReturnType<typeof parseTransform>>

/** Maximum side; a larger product of side and device pixel ratio is clamped. */
const MAX_SIDE = 8192
const MAX_PAD = 1000
/** The documented parameters, as `@sanity/image-url` writes them. */
const DRAWING = [
  ...['w', 'h', 'dpr', 'min-w', 'max-w', 'min-h', 'max-h', 'rect', 'fit', 'crop', 'fp-x', 'fp-y', 'or', 'flip', 'pad'],
  ...['blur', 'sharp', 'invert', 'sat', 'bg', 'q', 'fm', 'auto', 'frame'],
]
const DOWNLOADING = ['dl', 'dlRaw']
const EDGES: Partial<Record<string, {x?: number; y?: number}>> = {
  center: {},
  left: {x: 0},
  right: {x: 1},
  top: {y: 0},
  bottom: {y: 1},
  focalpoint: {},
}

interface Range {
  min: number
  max: number
  whole?: boolean
}

function readNumber(query: URLSearchParams, name: string, {min, max, whole}: Range): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!(value >= min && value <= max) || (whole && !Number.isInteger(value))) {
    throw badRequest(
      `Invalid "${name}" parameter "${text}": give ${whole ? 'a whole' : 'a'} number from ${min} to ${max}`,
    )
  }
  return value
}

function readChoice<T extends string>(query: URLSearchParams, name: string, choices: readonly T[]): T | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const choice = choices.find((candidate) => candidate === text)
  if (!choice) throw badRequest(`Invalid "${name}" parameter "${text}": choose one of ${choices.join(', ')}`)
  return choice
}

function readRect(query: URLSearchParams): Region | undefined {
  const text = query.get('rect')
  if (text === null) return undefined
  if (!/^\d{1,6}(,\d{1,6}){3}$/.test(text)) {
    throw badRequest(`Invalid "rect" parameter "${text}": give left,top,width,height in whole pixels`)
  }
  const [left = 0, top = 0, width = 0, height = 0] = text.split(',').map(Number)
  if (width < 1 || height < 1) throw badRequest(`Invalid "rect" parameter "${text}": it is empty`)
  return {left, top, width, height}
}

/** The focal point of a crop, as fractions of the image; `entropy` picks the busiest part. */
function readFocus(query: URLSearchParams): {x: number; y: number} | 'entropy' {
  const unit: Range = {min: 0, max: 1}
  const focus = {x: readNumber(query, 'fp-x', unit) ?? 0.5, y: readNumber(query, 'fp-y', unit) ?? 0.5}
  const crop = query.get('crop')
  if (crop === null) return focus
  if (crop === 'entropy') return 'entropy'
  for (const part of crop.split(',')) {
    const edge = Object.hasOwn(EDGES, part) ? EDGES[part] : undefined
    if (!edge)
      throw badRequest(`Invalid "crop" parameter "${crop}": choose among ${Object.keys(EDGES).join(', ')}, entropy`)
    Object.assign(focus, edge)
  }
  return focus
}

function readBackground(query: URLSearchParams): string | undefined {
  const text = query.get('bg')
  if (text === null) return undefined
  if (!/^([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) {
    throw badRequest(`Invalid "bg" parameter "${text}": give a colour in hexadecimal, without #`)
  }
  return text.toLowerCase()
}

/** Throws 400 for unknown and repeated parameters, rather than ignoring them. */
function refuseUnknown(query: URLSearchParams): void {
  for (const name of query.keys()) {
    if (![...DRAWING, ...DOWNLOADING].includes(name)) {
      throw badRequest(`Unknown "${name}" parameter: the lake draws with ${DRAWING.join(', ')}`)
    }
    if (query.getAll(name).length > 1) throw badRequest(`The "${name}" parameter is given more than once`)
  }
}

/** Validates the parameters of an image URL, and applies defaults and device pixel ratio; undefined for the original. */
export function parseTransform(query: URLSearchParams) {
  refuseUnknown(query)
  if (query.has('dlRaw') || !DRAWING.some((name) => query.has(name))) return undefined
  const side: Range = {min: 1, max: MAX_SIDE}
  const dpr = readNumber(query, 'dpr', {min: 0.1, max: 5}) ?? 1
  const readSide = (name: string) => {
    const value = readNumber(query, name, side)
    return value && Math.min(MAX_SIDE, Math.max(1, Math.round(value * dpr)))
  }
  const pad = readNumber(query, 'pad', {min: 0, max: MAX_PAD, whole: true}) || undefined
  const flip = readChoice(query, 'flip', ['h', 'v', 'hv'])
  const quality = readNumber(query, 'q', {min: 0, max: 100, whole: true})
  const format = readChoice(query, 'fm', [...OUTPUT_FORMATS, 'pjpg'])
  const rotations = {'0': 0, '90': 90, '180': 180, '270': 270} as const
  return {
    rect: readRect(query),
    width: readSide('w'),
    height: readSide('h'),
    minWidth: readSide('min-w'),
    maxWidth: readSide('max-w'),
    minHeight: readSide('min-h'),
    maxHeight: readSide('max-h'),
    /** Pixels of background on each side. */
    pad: pad && Math.round(pad * dpr),
    fit: readChoice(query, 'fit', FITS) ?? 'clip',
    focus: readFocus(query),
    rotate: rotations[readChoice(query, 'or', ['0', '90', '180', '270']) ?? '0'],
    flipX: flip === 'h' || flip === 'hv',
    flipY: flip === 'v' || flip === 'hv',
    // None if it is 0.
    blur: readNumber(query, 'blur', {min: 0, max: 2000}) || undefined,
    sharpen: readNumber(query, 'sharp', {min: 0, max: 100}) || undefined,
    isInverted: readChoice(query, 'invert', ['true', 'false']) === 'true',
    isGrey: readChoice(query, 'sat', ['-100']) === '-100',
    /** The first frame of an animation. */
    isStill: readChoice(query, 'frame', ['1']) === '1',
    background: readBackground(query),
    quality: quality === undefined ? undefined : Math.max(1, quality),
    format: format === 'pjpg' ? 'jpg' : format,
    progressive: format === 'pjpg',
    /** The best format that the browser accepts. */
    auto: readChoice(query, 'auto', ['format']) === 'format',
  }
}

/** The output format: by `auto=format` and Accept, else `fm`, else the original's. */
export function chooseFormat(transform: Transform, extension: string, accept: string): OutputFormat {
  const fallback = transform.format ?? OUTPUT_FORMATS.find((format) => format === extension) ?? 'png'
  if (!transform.auto) return fallback
  // AVIF would drop the frames of an animation.
  if (accept.includes('image/avif') && extension !== 'gif') return 'avif'
  return accept.includes('image/webp') ? 'webp' : fallback
}
