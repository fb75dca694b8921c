import {LruCache} from '../../LruCache.ts'
import type {Lake, QueryRequest, QueryResponse} from '../../types.ts'
import type {Views} from '../perspective.ts'
import {runQuery} from '../runQuery.ts'
import {QueryProcess} from './QueryProcess.ts'
import {CostlyQuery, checkParameters, QUERY_LIMITS} from './queryLimits.ts'
import {OutOfBudget, StepBudget} from './StepBudget.ts'

/** How long a query that was slow is sent to the process at once. */
const REMEMBERED_MS = 60_000

/**
 * Answers queries at once, between everything else that the process does, as long as that is quick. What takes longer,
 * or might, goes on in a process that can be ended, and holds nobody up.
 */
export class QueryRunner {
  readonly #lake: Pick<Lake, 'options' | 'documents' | 'url' | 'log' | 'users'>
  readonly #views: Views
  readonly #process: QueryProcess
  readonly #slow = new LruCache<string, {until: number; isMemory: boolean}>(500)

  constructor(lake: Pick<Lake, 'options' | 'documents' | 'url' | 'log' | 'users'>, views: Views) {
    this.#lake = lake
    this.#views = views
    this.#process = new QueryProcess(lake)
  }

  /** Answers, and logs how long that took if the log is to show it. */
  async run(request: QueryRequest): Promise<QueryResponse> {
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

  /** For a query that has turned out to be slow. */
  async runInProcess(request: QueryRequest): Promise<QueryResponse> {
    checkParameters(request.params)
    return this.#process.run(request)
  }

  async #answer(request: QueryRequest): Promise<QueryResponse> {
    const parametersLength = checkParameters(request.params)
    const documents = this.#views.get(request.perspective ?? 'raw', request.identity)
    const {sharedMs, busySharedMs, sharedRoom, sharedParametersLength} = QUERY_LIMITS
    // Each node of a query may go through all of its parameters, without a step that is counted.
    if (parametersLength > sharedParametersLength) return this.#process.run(request)
    if (this.#wasSlow(request.query)) return this.#runSlow(request)
    // With long parameters a single step may take long as well.
    const stepsPerLook = parametersLength > 2000 ? 1 : 8
    const isHurried = this.#process.isBusy && request.identity.rights === 'none'
    const budget = new StepBudget(isHurried ? busySharedMs : sharedMs, {stepsPerLook, room: sharedRoom})
    try {
      return runQuery(request, documents, this.#lake.options, {budget})
    } catch (error) {
      if (error instanceof CostlyQuery) return this.#process.run(request)
      if (!(error instanceof OutOfBudget)) throw error
      this.#slow.set(request.query, {until: performance.now() + REMEMBERED_MS, isMemory: error.isMemory})
      return this.#runSlow(request)
    }
  }

  /** A query that was slow once, for want of warm code or amid others, is taken back as soon as it is quick. */
  async #runSlow(request: QueryRequest): Promise<QueryResponse> {
    const response = await this.#process.run(request)
    if (response.ms < QUERY_LIMITS.busySharedMs && !this.#slow.get(request.query)?.isMemory) {
      this.#slow.delete(request.query)
    }
    return response
  }

  close(): void {
    this.#process.close()
  }

  #wasSlow(query: string): boolean {
    const slow = this.#slow.get(query)
    return slow !== undefined && performance.now() < slow.until
  }
}
