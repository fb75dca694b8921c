import {type ChildProcess, fork} from 'node:child_process'
import {Socket} from 'node:net'
import {setImmediate} from 'node:timers/promises'
import {fromSentError, moduleBeside, type SentError} from '../childProcess.ts'
import {type LakeError, messageOf} from '../errors.ts'
import type {Lake} from '../Lake.ts'
import {QUERY_LIMITS, queryBusy, queryFailed, queryTimedOut, queryTooLarge} from '../query/limits/queryLimits.ts'
import type {RoleDefinition} from '../roles/definitions.ts'
import type {DocumentStore, StoredChange} from '../store/DocumentStore.ts'
import type {LakeDocument, QueryRequest} from '../types.ts'

export interface ProcessSettings {
  projectId: string
  dataset: string
  url: string
  maxQueryMs: number
  roles: readonly RoleDefinition[]
}

export type ProcessRequest =
  /** Sent first. */
  | {kind: 'settings'; settings: ProcessSettings}
  | {kind: 'documents'; documents: LakeDocument[]}
  /** Sent after the last documents. */
  | {kind: 'loaded'}
  | {kind: 'changes'; changes: StoredChange[]}
  | {kind: 'query'; id: number; request: QueryRequest}

/** A response as JSON, to be passed on as it is: parsing or writing 64 MB would hold up the main thread for a second. */
export interface EncodedResponse {
  json: Uint8Array<ArrayBuffer>
  ms: number
}

export type ProcessAnswer =
  /** All documents are loaded. */
  | {kind: 'ready'}
  | {kind: 'started'; id: number}
  | ({kind: 'response'; id: number} & EncodedResponse)
  | ({id: number} & SentError)

/** Idle timeout: the process holds a copy of all documents. */
const IDLE_MS = 60_000
/** The process times out a query by itself; after this grace period it is killed. */
const GRACE_MS = 1000
/** Kept length of its stderr: V8's fatal error. */
const KEPT_ERROR_LENGTH = 4000

export type ProcessLake = Pick<Lake, 'options' | 'documents'> & {shared: Pick<Lake, 'url' | 'users' | 'log'>}

const ENTRY = moduleBeside(import.meta.url, 'runQueries')

interface Job {
  id: number
  request: QueryRequest
  resolve: (response: EncodedResponse) => void
  reject: (error: Error) => void
  /** Times out waiting, then evaluation. */
  timer: NodeJS.Timeout | undefined
  hasStarted: boolean
}

interface Running {
  child: ChildProcess
  sent: Promise<void>
}

/**
 * A child process for slow or large queries, one at a time, started lazily and killed on timeout: V8 aborts a process
 * on too large an allocation. A query that crashes it is rejected; the next one gets a new process.
 */
export class QueryProcess {
  readonly #lake: ProcessLake
  readonly #waiting: Job[] = []
  #current: Job | undefined
  #running: Running | undefined
  #idle: NodeJS.Timeout | undefined
  #nextId = 0
  /** Whether the running process has all documents. */
  #isReady = false

  constructor(lake: ProcessLake) {
    this.#lake = lake
    lake.documents.onChange((ids) => {
      if (this.#running === undefined) return
      this.#send({kind: 'changes', changes: ids.map((id) => [id, lake.documents.get(id) ?? null])})
    })
    // The process keeps the roles that it was started with.
    lake.shared.users.onChange(() => this.#end(queryFailed('the roles have changed')))
  }

  get isBusy(): boolean {
    return this.#waiting.length > 0
  }

  run(request: QueryRequest): Promise<EncodedResponse> {
    const rank = rankOf(request)
    if (this.#waiting.length >= QUERY_LIMITS.waiting && !this.#rejectBelow(rank)) {
      return Promise.reject(queryBusy())
    }
    const {promise, resolve, reject} = Promise.withResolvers<EncodedResponse>()
    const place = this.#waiting.findIndex((job) => rankOf(job.request) < rank)
    const job: Job = {id: this.#nextId++, request, resolve, reject, timer: undefined, hasStarted: false}
    this.#waiting.splice(place === -1 ? this.#waiting.length : place, 0, job)
    this.#giveUpInTime(job)
    this.#next()
    return promise
  }

  /** Makes room in a full queue. */
  #rejectBelow(rank: number): boolean {
    const job = this.#waiting.findLast(({request}) => rankOf(request) < rank)
    if (job) this.#waiting.splice(this.#waiting.indexOf(job), 1)
    if (job) finish(job, () => job.reject(queryBusy()))
    return job !== undefined
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
    try {
      this.#running ??= this.#start()
    } catch (error) {
      this.#lake.shared.log.problem(`The process that answers long queries cannot be started: ${messageOf(error)}`)
      this.#end(queryFailed('its process cannot be started'))
      return
    }
    void this.#running.sent.then(() => {
      if (this.#current === job) this.#send({kind: 'query', id: job.id, request: job.request})
    })
  }

  /** Throws where the system has no memory or no open files left. */
  #start(): Running {
    for (const job of [...(this.#current ? [this.#current] : []), ...this.#waiting]) this.#giveUpInTime(job)
    const {options, documents, shared} = this.#lake
    const {url, users} = shared
    const {projectId, dataset, maxQueryMs} = options
    const settings: ProcessSettings = {projectId, dataset, url, maxQueryMs, roles: users.roles.defined}
    // The documents take as much heap there as here, besides the query's own.
    const heapMb = QUERY_LIMITS.heapMb + Math.round(process.memoryUsage().heapUsed / 2 ** 20)
    const child = fork(ENTRY, [], {
      execArgv: [`--max-old-space-size=${heapMb}`, '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Copies bytes, where JSON would escape and parse them.
      serialization: 'advanced',
    })
    // Must not keep the lake's process alive.
    child.unref()
    child.channel?.unref()
    let stderrTail = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderrTail = (stderrTail + text).slice(-KEPT_ERROR_LENGTH)
    })
    if (child.stderr instanceof Socket) child.stderr.unref()
    child.on('message', (answer: ProcessAnswer) => {
      if (this.#running?.child === child) this.#take(answer)
    })
    child.on('error', (error) => this.#lost(child, error.message))
    // `close`, as `exit` precedes the last stderr output.
    child.on('close', (code, signal) => this.#lost(child, stderrTail || `it ended with ${signal ?? code}`))
    const send = (message: ProcessRequest): Promise<void> => sendTo(child, message)
    return {child, sent: send({kind: 'settings', settings}).then(() => sendDocuments(documents, send))}
  }

  /** The process crashed or was killed from outside. */
  #lost(child: ChildProcess, reason: string): void {
    if (this.#running?.child !== child) return
    const isMemory = this.#current?.hasStarted === true && /heap|memory|allocation/i.test(reason)
    if (!isMemory)
      this.#lake.shared.log.problem(`The process that answers long queries has ended: ${firstLine(reason)}`)
    this.#end(isMemory ? queryTooLarge() : queryFailed('its process has ended'))
  }

  #send(message: ProcessRequest): void {
    if (this.#running) void sendTo(this.#running.child, message)
  }

  #take(answer: ProcessAnswer): void {
    if (answer.kind === 'ready') {
      this.#isReady = true
      return
    }
    const job = this.#current
    if (job?.id !== answer.id) return
    if (answer.kind === 'started') {
      clearTimeout(job.timer)
      job.hasStarted = true
      const {maxQueryMs} = this.#lake.options
      job.timer = setTimeout(() => this.#end(queryTimedOut(maxQueryMs)), maxQueryMs + GRACE_MS)
      return
    }
    this.#current = undefined
    finish(job, () => {
      if (answer.kind === 'response') job.resolve({json: answer.json, ms: answer.ms})
      else job.reject(fromSentError(answer))
    })
    this.#next()
  }

  /** Lets a query wait from now on for as long as it may, longer while a process starts. */
  #giveUpInTime(job: Job): void {
    clearTimeout(job.timer)
    const {waitingMs, startMs} = QUERY_LIMITS
    job.timer = setTimeout(() => this.#giveUp(job), this.#isReady ? waitingMs : waitingMs + startMs)
  }

  #giveUp(job: Job): void {
    const position = this.#waiting.indexOf(job)
    if (position !== -1) this.#waiting.splice(position, 1)
    if (this.#current === job) this.#current = undefined
    finish(job, () => job.reject(queryBusy()))
    this.#next()
  }

  /** Kills the process and rejects its query; queued queries get a new process. */
  #end(error: LakeError): void {
    clearTimeout(this.#idle)
    const job = this.#current
    const child = this.#running?.child
    this.#current = undefined
    this.#running = undefined
    this.#isReady = false
    child?.kill('SIGKILL')
    if (job) finish(job, () => job.reject(error))
    if (this.#waiting.length > 0) this.#next()
  }
}

/** Clients with a token or a session go first, then programs on this machine, such as the site, then strangers. */
export const rankOf = ({identity, isLocal = false}: QueryRequest): number =>
  identity.rights !== 'none' ? 2 : isLocal ? 1 : 0

function finish(job: Job, settle: () => void): void {
  clearTimeout(job.timer)
  settle()
}

/** Settles when the message is sent, or the process is gone, which its `close` event handles. */
const sendTo = (child: ChildProcess, message: ProcessRequest): Promise<void> =>
  new Promise((resolve) => {
    if (child.connected) child.send(message, () => resolve())
    else resolve()
  })

const firstLine = (text: string): string => text.split('\n').find((line) => line.trim()) ?? text

/** Documents per message, between which the event loop runs. */
const AT_ONCE = 100

/** Sends all documents in batches. Each is sent in its current state; the caller also sends changes made meanwhile. */
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
