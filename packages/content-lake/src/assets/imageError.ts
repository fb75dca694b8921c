import {LakeError} from '../errors.ts'
import type {JsonObject} from '../types.ts'

/**
 * Why an image is refused, as `reason` in the answer: for programs, which tell their users in words of their own.
 * `details` has the figures.
 */
type ImageErrorReason =
  | 'emptyFile'
  | 'unknownFormat'
  | 'unsupportedFormat'
  | 'damagedImage'
  | 'tooManyPixels'
  | 'tooSlow'
  | 'tooMuchMemory'

/** A 400 with the reason for programs and a sentence for people. */
export function imageError(reason: ImageErrorReason, message: string, details: JsonObject = {}): LakeError {
  return new LakeError(400, {statusCode: 400, error: 'Bad Request', message, reason, details}, message)
}
