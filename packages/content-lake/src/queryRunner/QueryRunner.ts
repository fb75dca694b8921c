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
export class QueryRunner {
  readonly #lake: ProcessLake
  readonly #views: Views
  readonly #process: QueryProcess
  /** By rank, as others may send the same query with costlier parameters. Limited by length. */
  readonly #slow = new LruCache<string, {until: number; isMemory: boolean}>(1024 * 1024, (_, query) => query.length)
  readonly #firstRuns = tokenBucket(QUERY_LIMITS.firstRunsMs)

  constructor(lake: ProcessLake, views: Views) {
    this.#lake = lake
    this.#views = views
    this.#process = new QueryProcess(lake)
  }

  async run(request: QueryRequest): Promise<QueryResponse> {
    const response = await this.#logged(request)
    return 'json' in response ? decode(response) : response
  }

  async runAsJson(request: QueryRequest): Promise<string | Uint8Array<ArrayBuffer>> {
    const response = await this.#logged(request)
    return 'json' in response ? response.json : JSON.stringify(response)
  }

  /** Logs its time at level `queries`. */
  async #logged(request: QueryRequest): Promise<QueryResponse | EncodedResponse> {
    const {log} = this.#lake
    if (!log.has('queries')) return this.#answer(request)
    const start = performance.now()
    let outcome = 'failed'
    try {
      const response = await this.#answer(request)
      outcome = 'answered'
      return response
    } finally {
      const ms = Math.round((performance.now() - start) * 100) / 100
      log.event('queries', 'query', {outcome, ms, identity: request.identity.id, query: request.query.slice(0, 2000)})
    }
  }

  async runInProcess(request: QueryRequest): Promise<QueryResponse> {
    checkParameters(request.params)
    return decode(await this.#process.run(request))
  }

  async #answer(request: QueryRequest): Promise<QueryResponse | EncodedResponse> {
    const parametersLength = checkParameters(request.params)
    const {sharedMs, busySharedMs, sharedMemory, sharedParametersLength} = QUERY_LIMITS
    // Each node may traverse all parameters without a counted step.
    if (parametersLength > sharedParametersLength) return this.#process.run(request)
    if (this.#wasSlow(request)) return this.#runSlow(request)
    // With long parameters a single step may be slow.
    const stepsPerLook = parametersLength > 2000 ? 1 : 8
    const isKnown = request.identity.rights !== 'none'
    const isStranger = rankOf(request) === 0
    const usualMs = this.#process.isBusy && isStranger ? busySharedMs : sharedMs
    const result = isStranger ? QUERY_LIMITS.strangersResultSize : QUERY_LIMITS.sharedResultSize
    const extraMs = isKnown ? this.#firstRuns.leftMs() : 0
    const budget = new StepBudget(usualMs + extraMs, {stepsPerLook, memory: sharedMemory, result})
    try {
      const documents = this.#views.get(request.perspective ?? 'raw', request.identity)
      return runQuery(request, documents, this.#lake.options, {budget})
    } catch (error) {
      if (error instanceof CostlyQuery || error instanceof SlowRules) return this.#process.run(request)
      if (!(error instanceof OutOfBudget)) throw error
      this.#slow.set(slowKey(request), {until: performance.now() + REMEMBERED_MS, isMemory: error.isMemory})
      return this.#runSlow(request)
    } finally {
      if (isKnown) this.#firstRuns.take(extraMs - budget.leftMs)
    }
  }

  /** A query that was slow only once returns to the main thread as soon as it is fast. */
  async #runSlow(request: QueryRequest): Promise<EncodedResponse> {
    const response = await this.#process.run(request)
    if (response.ms < QUERY_LIMITS.busySharedMs && !this.#slow.get(slowKey(request))?.isMemory) {
      this.#slow.delete(slowKey(request))
    }
    return response
  }

  close(): void {
    this.#process.close()
  }

  #wasSlow(request: QueryRequest): boolean {
    const slow = this.#slow.get(slowKey(request))
    return slow !== undefined && performance.now() < slow.until
  }
}

const slowKey = (request: QueryRequest): string => `${rankOf(request)} ${request.query}`

const decode = ({json}: EncodedResponse): QueryResponse => JSON.parse(new TextDecoder().decode(json))
