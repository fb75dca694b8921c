import {type ChildProcess, fork} from 'node:child_process'
import {setImmediate} from 'node:timers/promises'
import {fileURLToPath} from 'node:url'
import {LakeError} from '../../errors.ts'
import type {RoleDefinition} from '../../roles/definitions.ts'
import type {DocumentStore, StoredChange} from '../../store/DocumentStore.ts'
import type {JsonObject, Lake, LakeDocument, QueryRequest, QueryResponse} from '../../types.ts'
import {QUERY_LIMITS, queryBusy, queryFailed, queryTimedOut, queryTooLarge} from './queryLimits.ts'

/** What the query process has to know besides the documents. */
export interface ProcessSettings {
  projectId: string
  dataset: string
  url: string
  maxQueryMs: number
  /** Besides the built-in ones. */
  roles: readonly RoleDefinition[]
}

export type ProcessRequest =
  /** Comes first. */
  | {kind: 'settings'; settings: ProcessSettings}
  | {kind: 'documents'; documents: LakeDocument[]}
  /** All documents have been sent. */
  | {kind: 'loaded'}
  | {kind: 'changes'; changes: StoredChange[]}
  | {kind: 'query'; id: number; request: QueryRequest}

export type ProcessAnswer =
  | {kind: 'started'; id: number}
  | {kind: 'response'; id: number; response: QueryResponse}
  | {kind: 'refusal'; id: number; status: number; body: JsonObject; message: string}
  | {kind: 'failure'; id: number; message: string}

/** The process holds a copy of all documents, so it ends when nobody has needed it for this long. */
const IDLE_MS = 60_000
/** The process ends a slow query by itself; this much later it is ended with it. */
const GRACE_MS = 1000
/** How much of what it writes to its standard error is kept: V8's last words. */
const KEPT_ERROR_LENGTH = 4000

type ProcessLake = Pick<Lake, 'options' | 'documents' | 'url' | 'users' | 'log'>

/** Its sources, or what was made of them for a published package. */
const ENTRY = fileURLToPath(new URL(`./runQueries.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url))

interface Job {
  id: number
  request: QueryRequest
  resolve: (response: QueryResponse) => void
  reject: (error: Error) => void
  /** Runs out when it has waited, or been evaluated, for too long. */
  timer: NodeJS.Timeout
  hasStarted: boolean
}

interface Running {
  child: ChildProcess
  /** Settles when it has been sent all documents. */
  ready: Promise<void>
}

/**
 * A process for the queries that take long or might need much memory, one at a time. V8 aborts the process in which a
 * single allocation is too large, so such a query must not run in the lake's own. It is started by the first and
 * ended when a query takes too long; a query that ends it is refused, and the next one gets a new process. Whoever
 * has a token or a session goes before those who have none.
 */
export class QueryProcess {
  readonly #lake: ProcessLake
  readonly #waiting: Job[] = []
  #current: Job | undefined
  #running: Running | undefined
  #idle: NodeJS.Timeout | undefined
  #nextId = 0

  constructor(lake: ProcessLake) {
    this.#lake = lake
    lake.documents.onChange((ids) => {
      if (this.#running === undefined) return
      this.#send({kind: 'changes', changes: ids.map((id) => [id, lake.documents.get(id) ?? null])})
    })
  }

  /** Whether queries wait for others to end. */
  get isBusy(): boolean {
    return this.#waiting.length > 0
  }

  run(request: QueryRequest): Promise<QueryResponse> {
    if (this.#waiting.length >= QUERY_LIMITS.waiting) return Promise.reject(queryBusy())
    const {promise, resolve, reject} = Promise.withResolvers<QueryResponse>()
    const id = this.#nextId++
    const timer = setTimeout(() => this.#giveUp(id), QUERY_LIMITS.waitingMs)
    const isKnown = request.identity.rights !== 'none'
    const place = isKnown ? this.#waiting.findIndex((job) => job.request.identity.rights === 'none') : -1
    const job: Job = {id, request, resolve, reject, timer, hasStarted: false}
    this.#waiting.splice(place === -1 ? this.#waiting.length : place, 0, job)
    this.#next()
    return promise
  }

  close(): void {
    for (const job of this.#waiting.splice(0)) finish(job, () => job.reject(queryFailed('the lake closes')))
    this.#end(queryFailed('the lake closes'))
  }

  #next(): void {
    if (this.#current) return
    const job = this.#waiting.shift()
    clearTimeout(this.#idle)
    if (!job) {
      this.#idle = setTimeout(() => this.#end(queryFailed('nobody needs it')), IDLE_MS)
      this.#idle.unref()
      return
    }
    this.#current = job
    this.#running ??= this.#start()
    void this.#running.ready.then(() => {
      if (this.#current === job) this.#send({kind: 'query', id: job.id, request: job.request})
    })
  }

  #start(): Running {
    const {options, url, users, documents} = this.#lake
    const {projectId, dataset, maxQueryMs} = options
    const settings: ProcessSettings = {projectId, dataset, url, maxQueryMs, roles: users.roles.defined}
    // The documents are copied, so what they take here they take there, besides what a query may use.
    const heapMb = QUERY_LIMITS.heapMb + Math.round(process.memoryUsage().heapUsed / 2 ** 20)
    const child = fork(ENTRY, [], {
      execArgv: [`--max-old-space-size=${heapMb}`, '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    // None of it keeps the lake's process alive.
    child.unref()
    child.channel?.unref()
    let lastWords = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastWords = (lastWords + text).slice(-KEPT_ERROR_LENGTH)
    })
    if (child.stderr && 'unref' in child.stderr && typeof child.stderr.unref === 'function') child.stderr.unref()
    child.on('message', (answer: ProcessAnswer) => {
      if (this.#running?.child === child) this.#take(answer)
    })
    child.on('error', (error) => this.#lost(child, error.message))
    // Not `exit`, which comes before the last of the standard error.
    child.on('close', (code, signal) => this.#lost(child, lastWords || `it ended with ${signal ?? code}`))
    const send = (message: ProcessRequest): Promise<void> => sendTo(child, message)
    return {child, ready: send({kind: 'settings', settings}).then(() => sendDocuments(documents, send))}
  }

  /** The process has ended by itself: V8 has aborted it, or something outside has killed it. */
  #lost(child: ChildProcess, reason: string): void {
    if (this.#running?.child !== child) return
    const isMemory = this.#current?.hasStarted === true && /heap|memory|allocation/i.test(reason)
    if (!isMemory) this.#lake.log.problem(`The process that answers long queries has ended: ${firstLine(reason)}`)
    this.#end(isMemory ? queryTooLarge() : queryFailed('its process has ended'))
  }

  #send(message: ProcessRequest): void {
    if (this.#running) void sendTo(this.#running.child, message)
  }

  #take(answer: ProcessAnswer): void {
    const job = this.#current
    if (job?.id !== answer.id) return
    if (answer.kind === 'started') {
      clearTimeout(job.timer)
      job.hasStarted = true
      job.timer = setTimeout(() => this.#giveUp(job.id), this.#lake.options.maxQueryMs + GRACE_MS)
      return
    }
    this.#current = undefined
    finish(job, () => {
      if (answer.kind === 'response') job.resolve(answer.response)
      else if (answer.kind === 'refusal') job.reject(new LakeError(answer.status, answer.body, answer.message))
      else job.reject(new Error(`A query failed in its process: ${answer.message}`))
    })
    this.#next()
  }

  /** A query has waited or taken too long. */
  #giveUp(id: number): void {
    const position = this.#waiting.findIndex((job) => job.id === id)
    const [job] = position === -1 ? [] : this.#waiting.splice(position, 1)
    if (job) finish(job, () => job.reject(queryBusy()))
    const current = this.#current
    if (current?.id !== id) return
    if (current.hasStarted) {
      this.#end(queryTimedOut(this.#lake.options.maxQueryMs))
      return
    }
    // The process still takes in the documents, which is no fault of the query.
    this.#current = undefined
    finish(current, () => current.reject(queryBusy()))
    this.#next()
  }

  /** Ends the process and the query that it is at; those that wait get a new one. */
  #end(error: LakeError): void {
    clearTimeout(this.#idle)
    const job = this.#current
    const child = this.#running?.child
    this.#current = undefined
    this.#running = undefined
    child?.kill('SIGKILL')
    if (job) finish(job, () => job.reject(error))
    if (this.#waiting.length > 0) this.#next()
  }
}

function finish(job: Job, settle: () => void): void {
  clearTimeout(job.timer)
  settle()
}

/** Settles when the message is on its way, or will never be: the process is gone, which its `close` tells. */
const sendTo = (child: ChildProcess, message: ProcessRequest): Promise<void> =>
  new Promise((resolve) => {
    if (child.connected) child.send(message, () => resolve())
    else resolve()
  })

const firstLine = (text: string): string => text.split('\n').find((line) => line.trim()) ?? text

/** So many are copied between two looks at what else there is to do. */
const AT_ONCE = 100

/**
 * Sends the query process all documents, a few at a time. Each is sent as it is at that moment; whoever sends the
 * changes that come meanwhile, too, leaves the process with the newest of all.
 */
async function sendDocuments(store: DocumentStore, send: (message: ProcessRequest) => Promise<void>): Promise<void> {
  let documents: LakeDocument[] = []
  for (const document of store.all()) {
    documents.push(document)
    if (documents.length < AT_ONCE) continue
    await send({kind: 'documents', documents})
    documents = []
    await setImmediate()
  }
  await send({kind: 'documents', documents})
  await send({kind: 'loaded'})
}
