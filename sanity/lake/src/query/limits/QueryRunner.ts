import {LruCache} from '../../store/LruCache.ts'
import type {Lake, QueryRequest, QueryResponse} from '../../types.ts'
import type {Views} from '../perspective.ts'
import {runQuery} from '../runQuery.ts'
import {CostlyQuery} from './CostlyQuery.ts'
import {checkParameters} from './checkParameters.ts'
import {QueryThread} from './QueryThread.ts'
import {QUERY_LIMITS} from './queryLimits.ts'
import {OutOfTime, StepBudget} from './StepBudget.ts'

/** How long a query that was slow is sent to the thread at once. */
const REMEMBERED_MS = 60_000

/**
 * Answers queries at once, between everything else that the process does, as long as that is quick. What takes longer,
 * or might, goes on in a thread that can be ended, and holds nobody up.
 */
export class QueryRunner {
  readonly #lake: Pick<Lake, 'options' | 'documents' | 'url' | 'log' | 'users'>
  readonly #views: Views
  readonly #thread: QueryThread
  readonly #slow = new LruCache<string, number>(500)

  constructor(lake: Pick<Lake, 'options' | 'documents' | 'url' | 'log' | 'users'>, views: Views) {
    this.#lake = lake
    this.#views = views
    this.#thread = new QueryThread(lake)
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
  async runInThread(request: QueryRequest): Promise<QueryResponse> {
    checkParameters(request.params)
    return this.#thread.run(request)
  }

  async #answer(request: QueryRequest): Promise<QueryResponse> {
    const parametersLength = checkParameters(request.params)
    const documents = this.#views.get(request.perspective ?? 'raw', request.identity)
    if (this.#wasSlow(request.query)) return this.#thread.run(request)
    const {sharedMs, busySharedMs} = QUERY_LIMITS
    // With long parameters a single step may take long as well.
    const stepsPerLook = parametersLength > 2000 ? 1 : 8
    const budget = new StepBudget(this.#thread.isBusy ? busySharedMs : sharedMs, stepsPerLook)
    try {
      return runQuery(request, documents, this.#lake.options, {budget})
    } catch (error) {
      if (error instanceof OutOfTime) this.#slow.set(request.query, performance.now() + REMEMBERED_MS)
      else if (!(error instanceof CostlyQuery)) throw error
      return this.#thread.run(request)
    }
  }

  close(): void {
    this.#thread.close()
  }

  #wasSlow(query: string): boolean {
    const until = this.#slow.get(query)
    return until !== undefined && performance.now() < until
  }
}
