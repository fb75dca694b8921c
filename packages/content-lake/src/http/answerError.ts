import type {Context} from 'hono'
import {LakeError} from '../errors.ts'
import type {Lake} from '../Lake.ts'
import {storageFailure} from '../store/storageFailure.ts'
import type {LakeEnv} from './connection.ts'
import {logSecurity} from './logRequests.ts'

/**
 * Error handler, in the shape of hosted Sanity. Unexpected errors are a 500: the Studio treats a 4xx as final and drops
 * the edit, but retries a 5xx.
 */
export function answerError(error: Error, c: Context<LakeEnv>, lake: Lake): Response {
  if (error instanceof LakeError) {
    const {status, body, retrySeconds} = error
    const {method, path} = c.req
    // Early errors have no identity yet.
    if (REFUSALS.has(status)) logSecurity(c, lake, 'refused', {status, method, path, user: c.get('identity')?.id})
    const headers: Record<string, string> = retrySeconds === undefined ? {} : {'retry-after': String(retrySeconds)}
    return Response.json({statusCode: status, ...body}, {status, headers})
  }
  lake.log.problem(`${c.req.method} ${c.req.path} failed: ${error.stack ?? error.message}`, {id: c.get('requestId')})
  // Too long or too deep for JavaScript: a retry would fail, and nothing was changed.
  if (error instanceof RangeError) {
    const description = `The request or its answer is too large: ${error.message}`
    return c.json({statusCode: 400, error: {type: 'tooLargeError', description}}, 400)
  }
  const failure = storageFailure(error, lake.options.dir)
  if (failure) return c.json({statusCode: 507, error: {type: 'insufficientStorageError', description: failure}}, 507)
  const description = 'The lake failed to answer; its log says why'
  return c.json({statusCode: 500, error: {type: 'internalServerError', description}}, 500)
}

/** Statuses in the security log. */
const REFUSALS = new Set([401, 403, 429])
