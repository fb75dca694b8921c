import type {DatabaseSync} from 'node:sqlite'
import type {ConcurrencyLimits} from './access/ConcurrencyLimits.ts'
import type {Logins} from './access/logins.ts'
import type {People} from './access/People.ts'
import type {Sessions} from './access/Sessions.ts'
import type {Users} from './access/Users.ts'
import type {ImageService} from './assets/drawing/ImageService.ts'
import type {Work} from './documents/work.ts'
import type {Log} from './log/Log.ts'
import type {StepBudget} from './query/limits/StepBudget.ts'
import type {ResolvedLakeOptions} from './resolveOptions.ts'
import type {DocumentStore} from './store/DocumentStore.ts'
import type {
  ActionsRequest,
  CommitRequest,
  CommitResult,
  LakeDocument,
  LakeOptions,
  MutationTarget,
  QueryRequest,
  QueryResponse,
  RunningLake,
  Tokens,
  TransactionListener,
} from './types.ts'

export interface LakeCommitRequest extends CommitRequest {
  /** Whether the asset documents in the mutations come with their files. */
  describesFiles?: boolean
  /** Results of slow queries of these mutations, evaluated before the commit. */
  selected?: ReadonlyMap<MutationTarget, readonly string[]>
  time?: StepBudget
}

export interface LakeActionsRequest extends ActionsRequest {
  time?: StepBudget
}

/** Documents with their history: commits, queries and events. */
export interface Dataset extends Pick<RunningLake, 'act' | 'query' | 'onTransaction'> {
  readonly options: ResolvedLakeOptions
  readonly database: DatabaseSync
  readonly documents: DocumentStore
  /** Applies all mutations or none. Returns when they are on disk. Throws LakeError. */
  commit(request: LakeCommitRequest): CommitResult
  /**
   * Does the same for somebody who can wait: in steps, between which others are answered, and after those who came before.
   * `mayGoOn` is called before it begins and after each pause; what it throws ends the transaction.
   */
  commitInTurn(request: LakeCommitRequest, mayGoOn: () => void): Promise<CommitResult>
  /** Applies actions as `commitInTurn` does mutations. */
  actInTurn(request: LakeActionsRequest, mayGoOn: () => void): Promise<CommitResult>
  /** Reads or rewrites the history in steps between which others are answered, one reader after the other. */
  historyInTurn<Result>(work: (time: StepBudget) => Work<Result>, mayGoOn: () => void): Promise<Result>
  /**
   * Publishes a scheduled release in its turn, in the name of its author. If that is refused, it goes back to
   * active with the reason, which is returned. Throws what passes, such as a full disk.
   */
  fireRelease(release: LakeDocument): Promise<string | undefined>
  /** Runs a query for its response as JSON. */
  queryAsJson(request: QueryRequest): Promise<string | Uint8Array<ArrayBuffer>>
  /** Runs a query known to be slow. */
  queryInProcess(request: QueryRequest): Promise<QueryResponse>
  /** Subscribes inside the database transaction: an exception rolls it back. Returns an unsubscribe function. */
  beforeCommit(listener: TransactionListener): () => void
}

export interface PendingDeliveries {
  webhook: string
  count: number
  /** In milliseconds since 1970. */
  oldest: number
}

export interface Lake extends Dataset {
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly logins: Logins
  readonly users: Users
  readonly people: People
  readonly log: Log
  readonly streams: ConcurrencyLimits
  readonly requests: ConcurrencyLimits
  readonly bodies: ConcurrencyLimits
  /** Bytes of answers that are held in memory until their clients have read them. */
  readonly answers: ConcurrencyLimits
  readonly uploads: ConcurrencyLimits
  /** The reason why it does not answer yet; undefined once it is ready. */
  readonly notReady: string | undefined
  /** Deliveries that wait, of each webhook that has any, and when the oldest was queued. Known once it is ready. */
  pendingDeliveries(): readonly PendingDeliveries[]
  readonly images: ImageService
  /** The lake's URL, without a trailing slash. Known once it listens. */
  readonly url: string
  /** The dataset of comments, with the people and limits of this lake. Opens it at the first call. Throws LakeOpenError. */
  comments(): Lake
  /** The lake's dataset and, if there are any, that of the comments, opened in its turn. Throws LakeOpenError. */
  datasets(): Iterable<Dataset>
  /** Registers a cleanup function for when the lake closes. Returns an unsubscribe function. */
  onClose(cleaner: () => void): () => void
  reset?: () => Promise<void>
}

export interface StartedLake extends Lake, Pick<RunningLake, 'backup' | 'compact' | 'close' | 'metricsPort'> {}

export interface StartOptions extends LakeOptions {
  /** Sanity's hosts whose requests `dev` redirects here, on this machine only. */
  proxiedHosts?: readonly string[]
  /** A token of the editor's, which unlike a session never ends; see `dev`. */
  editorToken?: string
  /**
   * Runs before the lake answers, such as an import. Meanwhile it listens, but answers 503 with the reason, which completes
   * the sentence "The lake is not ready: …". When it fails, so does the start.
   */
  prepare?: {reason: string; run: (lake: Lake) => Promise<void>}
}
