import {Worker} from 'node:worker_threads'
import {LakeError} from '../../http/errors.ts'
import type {Lake, QueryRequest, QueryResponse} from '../../types.ts'
import {QUERY_LIMITS} from './queryLimits.ts'
import {sendDocuments} from './sendDocuments.ts'
import {failureOf, queryTimedOut, threadBusy, threadFailed} from './threadErrors.ts'
import type {ThreadAnswer, ThreadRequest, ThreadSettings} from './threadMessages.ts'

/** The thread holds a copy of all documents, so it ends when nobody has needed it for this long. */
const IDLE_MS = 60_000

type ThreadLake = Pick<Lake, 'options' | 'documents' | 'url' | 'users'>

/** Its sources, or what was made of them for a published package. */
const THREAD = new URL(`./runQueries.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)

interface Job {
  id: number
  request: QueryRequest
  resolve: (response: QueryResponse) => void
  reject: (error: Error) => void
  /** Runs out when it has waited, or been evaluated, for too long. */
  timer: NodeJS.Timeout
}

interface Thread {
  worker: Worker
  /** Settles when it has all documents. */
  ready: Promise<void>
}

/**
 * A thread for the queries that take long, one at a time. It is started by the first and ended when a query takes too
 * long or too much memory. Whoever has a token or a session goes before those who have none.
 */
export class QueryThread {
  readonly #lake: ThreadLake
  readonly #waiting: Job[] = []
  #running: Job | undefined
  #thread: Thread | undefined
  #idle: NodeJS.Timeout | undefined
  #nextId = 0

  constructor(lake: ThreadLake) {
    this.#lake = lake
    lake.documents.onChange((ids) => {
      this.#send({kind: 'changes', changes: ids.map((id) => [id, lake.documents.get(id) ?? null])})
    })
  }

  /** Whether queries wait for others to end. */
  get isBusy(): boolean {
    return this.#waiting.length > 0
  }

  run(request: QueryRequest): Promise<QueryResponse> {
    if (this.#waiting.length >= QUERY_LIMITS.waiting) return Promise.reject(threadBusy())
    const {promise, resolve, reject} = Promise.withResolvers<QueryResponse>()
    const id = this.#nextId++
    const timer = setTimeout(() => this.#giveUp(id), QUERY_LIMITS.waitingMs)
    const isKnown = request.identity.rights !== 'none'
    const place = isKnown ? this.#waiting.findIndex((job) => job.request.identity.rights === 'none') : -1
    this.#waiting.splice(place === -1 ? this.#waiting.length : place, 0, {id, request, resolve, reject, timer})
    this.#next()
    return promise
  }

  close(): void {
    for (const job of this.#waiting.splice(0)) this.#finish(job, () => job.reject(threadFailed('the lake closes')))
    this.#end(threadFailed('the lake closes'))
  }

  #next(): void {
    if (this.#running) return
    const job = this.#waiting.shift()
    clearTimeout(this.#idle)
    if (!job) {
      this.#idle = setTimeout(() => this.#end(threadFailed('nobody needs it')), IDLE_MS)
      this.#idle.unref()
      return
    }
    this.#running = job
    this.#thread ??= this.#start()
    const {worker, ready} = this.#thread
    void ready.then(() => {
      if (this.#running === job) worker.postMessage({kind: 'query', id: job.id, request: job.request})
    })
  }

  #start(): Thread {
    const {projectId, dataset} = this.#lake.options
    const settings: ThreadSettings = {projectId, dataset, url: this.#lake.url, roles: this.#lake.users.roles.defined}
    const worker = new Worker(THREAD, {
      workerData: settings,
      resourceLimits: {maxOldGenerationSizeMb: QUERY_LIMITS.heapMb},
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    worker.unref()
    worker.on('message', (answer: ThreadAnswer) => this.#take(answer))
    worker.on('error', (error: Error) => {
      if (this.#thread?.worker === worker) this.#end(failureOf(error))
    })
    return {worker, ready: sendDocuments(this.#lake.documents, (message) => worker.postMessage(message))}
  }

  #send(message: ThreadRequest): void {
    this.#thread?.worker.postMessage(message)
  }

  #take(answer: ThreadAnswer): void {
    const job = this.#running
    if (job?.id !== answer.id) return
    if (answer.kind === 'started') {
      clearTimeout(job.timer)
      job.timer = setTimeout(() => this.#giveUp(job.id), this.#lake.options.maxQueryMs)
      return
    }
    this.#running = undefined
    this.#finish(job, () => {
      if (answer.kind === 'response') job.resolve(answer.response)
      else if (answer.kind === 'refusal') job.reject(new LakeError(answer.status, answer.body, answer.message))
      else job.reject(new Error(`A query failed in its thread: ${answer.message}`))
    })
    this.#next()
  }

  /** A query has waited or taken too long. */
  #giveUp(id: number): void {
    const position = this.#waiting.findIndex((job) => job.id === id)
    const [job] = position === -1 ? [] : this.#waiting.splice(position, 1)
    if (job) this.#finish(job, () => job.reject(threadBusy()))
    else if (this.#running?.id === id) this.#end(queryTimedOut(this.#lake.options.maxQueryMs))
  }

  /** Ends the thread and the query that it is at; those that wait get a new one. */
  #end(error: LakeError): void {
    clearTimeout(this.#idle)
    const job = this.#running
    this.#running = undefined
    void this.#thread?.worker.terminate()
    this.#thread = undefined
    if (job) this.#finish(job, () => job.reject(error))
    if (this.#waiting.length > 0) this.#next()
  }

  #finish(job: Job, settle: () => void): void {
    clearTimeout(job.timer)
    settle()
  }
}
