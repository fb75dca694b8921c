import {badRequest, type LakeError} from '../errors.ts'
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
