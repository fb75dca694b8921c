import {pictureLimits} from '../../sanity/schema/support/pictureRules.ts'

/** Why a picture is not taken. The first ones are told before anything is sent; the content lake names the others. */
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

/** A camera writes up to this much before it says how large the picture is. */
const HEAD_BYTES = 1024 * 1024

/** Formats by how their files begin; those of the site first. */
const BEGINNINGS: readonly [format: string, beginning: RegExp][] = [
  ['PNG', /^\x89PNG/],
  ['JPEG', /^\xFF\xD8\xFF/],
  ['WebP', /^RIFF....WEBP/s],
  ['AVIF', /^....ftypavi[fs]/s],
  // Either brand may begin a file of this one.
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
const SHOWN = ['PNG', 'JPEG', 'WebP', 'AVIF']

/** What stands against uploading this file, as far as its first megabyte tells. */
export async function problemOf(file: Blob): Promise<PictureProblem | undefined> {
  if (file.size === 0) return {reason: 'emptyFile'}
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const beginning = String.fromCharCode(...head.subarray(0, 1000))
  const format = BEGINNINGS.find(([, pattern]) => pattern.test(beginning))?.[0]
  if (!format) return {reason: 'unknownFormat'}
  if (!SHOWN.includes(format)) return {reason: 'unsupportedFormat', format}
  if (file.size > pictureLimits.bytes) return {reason: 'tooLarge', bytes: file.size}
  const size = sizeOf(format, new DataView(head.buffer))
  if (size && size.width * size.height > pictureLimits.pixels) return {reason: 'tooManyPixels', ...size}
  return undefined
}

/** The size that the file's header names; undefined where it lies deeper, or the file is damaged, as the lake will see. */
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
    // The frame's header, of whichever way of coding; three numbers in between mean something else.
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

/** The largest of the boxes that name a size: the others are of a preview or of the parts of a grid. */
function sizeOfAvif(head: DataView): Size | undefined {
  let largest: Size | undefined
  for (let at = 4; at + 16 <= Math.min(head.byteLength, 65_536); at++) {
    if (head.getUint32(at) !== 0x69737065) continue
    const size = {width: head.getUint32(at + 8), height: head.getUint32(at + 12)}
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}
