import {LakeError} from '../errors.ts'
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

export function imageError(reason: ImageErrorReason, message: string, details: JsonObject = {}): LakeError {
  return new LakeError(400, {statusCode: 400, error: 'Bad Request', message, reason, details}, message)
}
