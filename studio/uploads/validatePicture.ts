import {pictureLimits} from '../../sanity/schema/support/pictureRules.ts'

/** Why a picture is refused, before the upload or by the content lake. */
export type PictureProblem =
  | {reason: 'emptyFile' | 'unknownFormat' | 'damagedImage' | 'tooSlow' | 'tooMuchMemory'}
  | {reason: 'unsupportedFormat'; format: string}
  | {reason: 'tooLarge'; bytes: number}
  | {reason: 'tooManyPixels'; width: number; height: number}
  /** The upload itself failed. */
  | {reason: 'busy' | 'notAllowed' | 'storageFull' | 'offline' | 'other'}

interface Size {
  width: number
  height: number
}

/** Cameras write up to this much metadata before the size. */
const HEAD_BYTES = 1024 * 1024

/** Formats by the signature of their files; those of the site first. */
const SIGNATURES: readonly [format: string, signature: RegExp][] = [
  ['PNG', /^\x89PNG/],
  ['JPEG', /^\xFF\xD8\xFF/],
  ['WebP', /^RIFF....WEBP/s],
  ['AVIF', /^....ftypavi[fs]/s],
  // AVIF under a generic brand.
  ['AVIF', /^....ftyp(?:mif1|msf1).{0,60}avif/s],
  ['HEIC', /^....ftyp(?:hei|hev|mif1|msf1)/s],
  ['SVG', /^[\s\uFEFF\u00EF\u00BB\u00BF]*<(?:\?xml[\s\S]*<svg|!--[\s\S]*<svg|!DOCTYPE svg|svg)[\s>]/i],
  ['GIF', /^GIF8/],
  ['TIFF', /^(?:II\*.|MM.\*)/s],
  ['BMP', /^BM/],
  ['PDF', /^%PDF/],
  ['Photoshop', /^8BPS/],
  ['JPEG XL', /^(?:\xFF\n|....JXL )/s],
]
const SUPPORTED = ['PNG', 'JPEG', 'WebP', 'AVIF']

/** Checks a picture by its first megabyte. Returns the problem, if any. */
export async function validatePicture(file: Blob): Promise<PictureProblem | undefined> {
  if (file.size === 0) return {reason: 'emptyFile'}
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const beginning = String.fromCharCode(...head.subarray(0, 1000))
  const format = SIGNATURES.find(([, pattern]) => pattern.test(beginning))?.[0]
  if (!format) return {reason: 'unknownFormat'}
  if (!SUPPORTED.includes(format)) return {reason: 'unsupportedFormat', format}
  if (file.size > pictureLimits.bytes) return {reason: 'tooLarge', bytes: file.size}
  const size = sizeOf(format, new DataView(head.buffer))
  if (size && size.width * size.height > pictureLimits.pixels) return {reason: 'tooManyPixels', ...size}
  return undefined
}

/** Whether a file that begins like this is a picture of several frames, by the signature of each format that can hold them. */
export function isAnimated(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head)
  const isAnimatedPng = /^.PNG(?:(?!IDAT).)*acTL/s.test(text)
  const isAnimatedWebp = /^RIFF....WEBPVP8X/s.test(text) && ((head[20] ?? 0) & 0x02) !== 0
  return isAnimatedPng || isAnimatedWebp || /^....ftyp.{0,60}avis/s.test(text)
}

/** Size from the header; undefined if it is not in the first megabyte, or if the file is damaged: the lake checks again. */
function sizeOf(format: string, head: DataView): Size | undefined {
  try {
    if (format === 'PNG') return {width: head.getUint32(16), height: head.getUint32(20)}
    if (format === 'JPEG') return sizeOfJpeg(head)
    return format === 'WebP' ? sizeOfWebp(head) : sizeOfAvif(head)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function sizeOfJpeg(head: DataView): Size | undefined {
  for (let at = 2; head.getUint8(at) === 0xff; ) {
    const marker = head.getUint8(at + 1)
    // SOF markers; the three exceptions are DHT, JPG and DAC.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return {height: head.getUint16(at + 5), width: head.getUint16(at + 7)}
    at += marker === 0xff ? 1 : 2 + head.getUint16(at + 2)
  }
  return undefined
}

function sizeOfWebp(head: DataView): Size | undefined {
  const kind = head.getUint8(15)
  const uint24 = (at: number) => head.getUint16(at, true) + head.getUint8(at + 2) * 65_536
  if (kind === 0x58) return {width: uint24(24) + 1, height: uint24(27) + 1}
  if (kind === 0x20) return {width: head.getUint16(26, true) & 0x3fff, height: head.getUint16(28, true) & 0x3fff}
  const bits = head.getUint32(21, true)
  return {width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1}
}

/** The largest `ispe` box: others are of thumbnails or grid tiles. */
function sizeOfAvif(head: DataView): Size | undefined {
  let largest: Size | undefined
  for (let at = 4; at + 16 <= Math.min(head.byteLength, 65_536); at++) {
    if (head.getUint32(at) !== 0x69737065) continue
    const size = {width: head.getUint32(at + 8), height: head.getUint32(at + 12)}
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}
