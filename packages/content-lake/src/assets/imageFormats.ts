import {badRequest, type LakeError} from '../errors.ts'
import {beginningOf} from '../files.ts'
import type {JsonObject} from '../types.ts'

/** The `reason` of an image error, for clients that show their own message. `details` has the figures. */
type ImageErrorReason =
  | 'emptyFile'
  | 'unknownFormat'
  | 'unsupportedFormat'
  | 'damagedImage'
  | 'tooManyPixels'
  | 'tooSlow'
  | 'tooMuchMemory'

export const imageError = (reason: ImageErrorReason, message: string, details: JsonObject = {}): LakeError =>
  badRequest(message, {reason, details})

export const RASTER_SIGNATURES = /^(\x89PNG|\xFF\xD8\xFF|GIF8|RIFF....WEBP|II\*.|MM.\*|....ftyp)/s

/** Signatures of unsupported formats that users may upload. */
export const UNSUPPORTED_SIGNATURES: readonly [format: string, start: RegExp][] = [
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

export const isRaster = async (file: string): Promise<boolean> => RASTER_SIGNATURES.test(await beginningOf(file))
