import {LruCache} from '../LruCache.ts'
import {CostlyQuery, checkParameters, QUERY_LIMITS} from '../query/limits/queryLimits.ts'
import {OutOfBudget, StepBudget, tokenBucket} from '../query/limits/StepBudget.ts'
import type {Views} from '../query/perspective.ts'
import {runQuery} from '../query/runQuery.ts'
import {SlowRules} from '../roles/limitRules.ts'
import type {QueryRequest, QueryResponse} from '../types.ts'
import {type EncodedResponse, type ProcessLake, QueryProcess, rankOf} from './QueryProcess.ts'

/** The time for which a slow query goes straight to the process. */
const REMEMBERED_MS = 60_000

/** Runs queries on the main thread within a small budget, and slow or possibly slow ones in the query process. */
export function createQueryRunner(lake: ProcessLake, views: Views) {
  /** By rank, as others may send the same query with costlier parameters. Limited by length. */
  const slow = new LruCache<string, {until: number; isMemory: boolean}>(1024 * 1024, (_, query) => query.length)
  const firstRuns = tokenBucket(QUERY_LIMITS.firstRunsMs)
  const process = new QueryProcess(lake)

  async function run(request: QueryRequest): Promise<QueryResponse> {
    const response = await logged(request)
    return 'json' in response ? decode(response) : response
  }

  async function runAsJson(request: QueryRequest): Promise<string | Uint8Array<ArrayBuffer>> {
    const response = await logged(request)
    return 'json' in response ? response.json : JSON.stringify(response)
  }

  /** Logs its time at level `queries`. */
  async function logged(request: QueryRequest): Promise<QueryResponse | EncodedResponse> {
    const {log} = lake.shared
    if (!log.has('queries')) return answer(request)
    const start = performance.now()
    let outcome = 'failed'
    try {
      const response = await answer(request)
      outcome = 'answered'
      return response
    } finally {
      const ms = Math.round((performance.now() - start) * 100) / 100
      log.event('queries', 'query', {outcome, ms, identity: request.identity.id, query: request.query.slice(0, 2000)})
    }
  }

  async function runInProcess(request: QueryRequest): Promise<QueryResponse> {
    checkParameters(request.params)
    return decode(await process.run(request))
  }

  async function answer(request: QueryRequest): Promise<QueryResponse | EncodedResponse> {
    const parametersLength = checkParameters(request.params)
    const {sharedMs, busySharedMs, sharedMemory, sharedParametersLength} = QUERY_LIMITS
    // Each node may traverse all parameters without a counted step.
    if (parametersLength > sharedParametersLength) return process.run(request)
    if (wasSlow(request)) return runSlow(request)
    // With long parameters a single step may be slow.
    const stepsPerLook = parametersLength > 2000 ? 1 : 8
    const isKnown = request.identity.rights !== 'none'
    const isStranger = rankOf(request) === 0
    const usualMs = process.isBusy && isStranger ? busySharedMs : sharedMs
    const result = isStranger ? QUERY_LIMITS.strangersResultSize : QUERY_LIMITS.sharedResultSize
    const extraMs = isKnown ? firstRuns.leftMs() : 0
    const budget = new StepBudget(usualMs + extraMs, {stepsPerLook, memory: sharedMemory, result})
    try {
      const documents = views.get(request.perspective ?? 'raw', request.identity)
      return runQuery(request, documents, lake.options, {budget})
    } catch (error) {
      if (error instanceof CostlyQuery || error instanceof SlowRules) return process.run(request)
      if (!(error instanceof OutOfBudget)) throw error
      slow.set(slowKey(request), {until: performance.now() + REMEMBERED_MS, isMemory: error.isMemory})
      return runSlow(request)
    } finally {
      if (isKnown) firstRuns.take(extraMs - budget.leftMs)
    }
  }

  /** A query that was slow only once returns to the main thread as soon as it is fast. */
  async function runSlow(request: QueryRequest): Promise<EncodedResponse> {
    const response = await process.run(request)
    if (response.ms < QUERY_LIMITS.busySharedMs && !slow.get(slowKey(request))?.isMemory) {
      slow.delete(slowKey(request))
    }
    return response
  }

  function wasSlow(request: QueryRequest): boolean {
    const known = slow.get(slowKey(request))
    return known !== undefined && performance.now() < known.until
  }

  return {run, runAsJson, runInProcess, close: () => process.close()}
}

const slowKey = (request: QueryRequest): string => `${rankOf(request)} ${request.query}`

const decode = ({json}: EncodedResponse): QueryResponse => JSON.parse(new TextDecoder().decode(json))
