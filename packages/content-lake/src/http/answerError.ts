import type {Context} from 'hono'
import {badRequest, LakeError, LakeOpenError, TypedError} from '../errors.ts'
import type {Lake} from '../Lake.ts'
import {storageFailure} from '../store/storageFailure.ts'
import {logSecurity} from './logRequests.ts'
import type {LakeEnv} from './request.ts'

/** Answers errors like hosted Sanity. Unexpected ones are a 500, which the Studio retries; a 4xx makes it drop the edit. */
export function answerError(error: Error, c: Context<LakeEnv>, lake: Lake): Response {
  const {method, path} = c.req
  const refusal = error instanceof LakeError ? error : isCutOff(c) ? badRequest('The request is not whole') : undefined
  const {status, body, retrySeconds} = refusal ?? unexpectedError(error, lake.options.dir)
  // Where the disk is the cause, each keystroke of an editor fails alike, and a stack says nothing.
  const reason = status === 507 ? error.message : (error.stack ?? error.message)
  if (!refusal) lake.log.problem(`${method} ${path} failed: ${reason}`, {id: c.get('requestId')})
  // Early errors have no identity yet.
  if (REFUSALS.has(status)) logSecurity(c, lake, 'refused', {status, method, path, user: c.get('identity')?.id})
  const headers: Record<string, string> = retrySeconds === undefined ? {} : {'retry-after': String(retrySeconds)}
  return Response.json({statusCode: status, ...body}, {status, headers})
}

/** Whether the client has left in the middle of its request, which is no fault of the lake. */
function isCutOff({env}: Context<LakeEnv>): boolean {
  const {incoming} = env ?? {}
  return incoming?.destroyed === true && !incoming.complete
}

/** Statuses in the security log. */
const REFUSALS = new Set([401, 403, 429])

function unexpectedError(error: Error, dir: string): LakeError {
  // Too long or too deep for JavaScript: a retry would fail, and nothing was changed.
  if (error instanceof RangeError)
    return new TypedError(400, 'tooLargeError', `The request or its answer is too large: ${error.message}`)
  const failure = storageFailure(error instanceof LakeOpenError ? error.cause : error, dir)
  if (failure) return new TypedError(507, 'insufficientStorageError', failure)
  return new TypedError(500, 'internalServerError', 'The lake failed to answer; its log says why')
}
