import type {Context} from 'hono'
import type {ContentfulStatusCode} from 'hono/utils/http-status'
import {storageFailure} from '../store/storageFailure.ts'
import type {Lake, LakeEnv} from '../types.ts'
import {LakeError} from './errors.ts'

/**
 * Answers in the shape of hosted Sanity. What is not a refusal of ours is a 500: the Studio takes a 4xx as final and
 * drops the edit, but retries after a 5xx.
 */
export function answerError(error: Error, c: Context<LakeEnv>, lake: Lake): Response {
  if (error instanceof LakeError) return c.json({statusCode: error.status, ...error.body}, statusOf(error))
  lake.log.problem(`${c.req.method} ${c.req.path} failed: ${error.stack ?? error.message}`, {id: c.get('requestId')})
  const failure = storageFailure(error)
  if (failure) return c.json({statusCode: 507, error: {type: 'insufficientStorageError', description: failure}}, 507)
  const description = 'The lake failed to answer; its log says why'
  return c.json({statusCode: 500, error: {type: 'internalServerError', description}}, 500)
}

const STATUSES: readonly ContentfulStatusCode[] = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503, 504]

const statusOf = ({status}: LakeError): ContentfulStatusCode => STATUSES.find((known) => known === status) ?? 500
