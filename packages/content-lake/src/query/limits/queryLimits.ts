import {badRequest, type LakeError, sizeText, TypedError} from '../../errors.ts'
import type {JsonValue} from '../../types.ts'
import type {StepBudget} from './StepBudget.ts'

/** The limits of one query. docs/limits.md lists these numbers. */
export const QUERY_LIMITS = {
  queryLength: 256 * 1024,
  /** Characters of its parameters as JSON. */
  parametersLength: 1024 * 1024,
  /** Characters of a result as JSON, roughly. */
  resultSize: 64 * 1024 * 1024,
  /** The same on the main thread. A longer result is made, and written as JSON, in the query process. */
  sharedResultSize: 16 * 1024 * 1024,
  /** The same for anonymous clients of other machines, who may send such queries without end. */
  strangersResultSize: 4 * 1024 * 1024,
  resultDepth: 1000,
  /** CPU time on the main thread, before a query continues in the query process. */
  sharedMs: 200,
  /**
   * More of it for clients with a token, a minute in all: a query's first run compiles what it needs, and the process
   * would take longer to start.
   */
  firstRunsMs: 800,
  /** The limit for anonymous clients while that process has a queue. */
  busySharedMs: 50,
  /** Memory budget on the main thread: characters, and elements of arrays and objects. */
  sharedMemory: 8 * 1024 * 1024,
  /** Characters of parameters as JSON on the main thread. */
  sharedParametersLength: 64 * 1024,
  /** Memory budget in the query process. */
  ownMemory: 64 * 1024 * 1024,
  /** Default timeout in the query process. */
  ownMs: 5000,
  /** Timeout of waiting in the queue. */
  waitingMs: 10_000,
  /** As much more while the query process starts. */
  startMs: 30_000,
  waiting: 16,
  heapMb: 1024,
} as const

/** Throws 400 for parameters that are too long; returns how long they are as JSON. */
export function checkParameters(params: Record<string, JsonValue> = {}): number {
  const {length} = JSON.stringify(params)
  if (length <= QUERY_LIMITS.parametersLength) return length
  throw badRequest(`The parameters of the query are larger than ${sizeText(QUERY_LIMITS.parametersLength)}`)
}

/**
 * Throws 400 for a result that would be too long as JSON, and OutOfBudget for one that the budget has no room or time for.
 * A small query can make one: a result may contain the same object many times.
 */
export function checkSize(result: unknown, budget?: StepBudget): void {
  let left: number = QUERY_LIMITS.resultSize
  const take = (size: number): void => {
    left -= size
    if (left < 0) throw resultTooLarge()
    budget?.takeResult(size)
  }
  const visit = (value: unknown, depth: number): void => {
    if (depth > QUERY_LIMITS.resultDepth) throw tooDeep()
    if (typeof value === 'string') take(value.length + 2)
    else if (Array.isArray(value)) {
      take(2)
      for (const item of value) visit(item, depth + 1)
    } else if (typeof value === 'object' && value !== null) {
      take(2)
      for (const [key, item] of Object.entries(value)) {
        take(key.length + 4)
        visit(item, depth + 1)
      }
    } else take(5)
  }
  visit(result, 0)
}

/** The query can only be evaluated in the query process, which can be killed. */
export class CostlyQuery extends TypedError {
  constructor() {
    super(400, 'queryTooCostlyError', 'This query could take too long to be evaluated here')
  }
}

export const resultTooLarge = (): LakeError =>
  new TypedError(
    400,
    'queryResultTooLargeError',
    `The result is larger than ${sizeText(QUERY_LIMITS.resultSize)}; select fewer documents or fields`,
  )

const tooDeep = (): LakeError =>
  new TypedError(400, 'queryResultTooLargeError', `The result is nested deeper than ${QUERY_LIMITS.resultDepth} levels`)

export const queryTimedOut = (milliseconds: number): LakeError =>
  new TypedError(504, 'queryTimeoutError', `The query took longer than ${milliseconds / 1000} seconds`)

/** The queue is full: retry later. */
export const queryBusy = (): LakeError =>
  new TypedError(503, 'queryBusyError', 'Too many long queries are under way; try again in a few seconds')

export const queryTooLarge = (): LakeError =>
  new TypedError(400, 'queryTooCostlyError', 'The query needs too much memory')

export const queryFailed = (reason: string): LakeError =>
  new TypedError(503, 'queryFailedError', `The query could not be evaluated to its end: ${reason}`)
