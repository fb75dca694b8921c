export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export interface JsonObject {
  [key: string]: JsonValue
}

/** A stored document. `_rev` is the id of the transaction that wrote it. */
export interface LakeDocument {
  _id: string
  _type: string
  _rev: string
  _createdAt: string
  _updatedAt: string
  [field: string]: JsonValue
}

/** A document as a client sends it: the lake fills in what is missing. */
export interface DocumentInput {
  _id?: string
  _type: string
  [field: string]: JsonValue | undefined
}

/** The place of the items: before or after the path's target, or instead of it. */
export type PatchInsert = {items: JsonValue[]} & ({before: string} | {after: string} | {replace: string})

/** The operations of a patch, as Sanity's HTTP API names them. */
export interface PatchOperations {
  set?: JsonObject
  setIfMissing?: JsonObject
  unset?: string[]
  inc?: Record<string, number>
  dec?: Record<string, number>
  insert?: PatchInsert
  diffMatchPatch?: Record<string, string>
  ifRevisionID?: string
}

/** The documents of a delete or a patch: one id, several, or the result of a query. */
export interface MutationTarget {
  id?: string | string[]
  query?: string
  params?: Record<string, JsonValue>
}

export type Mutation =
  | {create: DocumentInput}
  | {createIfNotExists: DocumentInput}
  | {createOrReplace: DocumentInput}
  | {delete: MutationTarget}
  | {patch: MutationTarget & PatchOperations}

/** A transaction's change of one document. */
export interface DocumentChange {
  documentId: string
  before: LakeDocument | null
  after: LakeDocument | null
  /** The operations with resolved ids; `[{create: after}]` for a document that was not there before. */
  mutations: Mutation[]
  /** Mendoza patches between the two states, both without `_rev`. */
  effects: {apply: unknown[]; revert: unknown[]}
}

export interface Transaction {
  seq: number
  id: string
  timestamp: string
  author: string
  changes: DocumentChange[]
}

/** The sender of a request. `none`: anonymous, who reads published documents with undotted ids. `admin` also administers. */
export interface Identity {
  id: string
  name: string
  rights: 'none' | 'read' | 'write' | 'admin'
  /** Role names of a named user. */
  roles?: readonly string[]
  email?: string
}

export interface WebhookConfig {
  name: string
  url: string
  secret: string
  on: ('create' | 'update' | 'delete')[]
  filter?: string
  projection?: string
  includeDrafts?: boolean
}

/** Fields whose values no two published documents of a type may share. */
export interface UniqueRule {
  type: string
  /** Names or paths, such as `slug.current`; a list counts with each of its items. All share one set of values. */
  fields: string[]
  /** A value stays reserved for its document, even after it was changed or the document deleted. */
  keep?: boolean
  /** Shown to the user before the lake's own message. */
  message?: string
}

/** Limits of what may be under way at a time. */
export interface ConcurrencyLimitOptions {
  /** In total. */
  inAll?: number
  /** From one address, with a token or a session. */
  perAddress?: number
  /** Of anonymous visitors together. */
  anonymous?: number
  /** Of anonymous visitors, from one address or IPv6 network. */
  anonymousPerAddress?: number
}

export interface Tokens {
  read: string
  write: string
  /** Also allows administration, such as backups. */
  admin: string
}

export interface LakeOptions {
  /** The folder that holds the database, the assets and the tokens. */
  dir: string
  /** Default `local`. */
  projectId?: string
  /** Default `production`. */
  dataset?: string
  /** Default `127.0.0.1`. */
  host?: string
  /** Default 3333; 0 picks a free one. */
  port?: number
  /** Serves metrics for Prometheus on this port of 127.0.0.1; 0 picks a free one. Default: none are kept. */
  metricsPort?: number
  writeToken?: string
  readToken?: string
  adminToken?: string
  /** Required for the Studio and all non-public content. Mandatory on other than loopback addresses. */
  password?: string
  /** A JSON file of users and roles; users then sign in by name. Without it there is one editor. */
  users?: string
  /** Host names besides the loopback ones under which the lake is reached. */
  allowedHosts?: string[]
  /** The public URL, such as `https://lake.example`, if it differs from where it listens. */
  publicUrl?: string
  /** Addresses of proxies whose forwarding headers are trusted. */
  trustedProxies?: string[]
  /** A built Studio to serve at the root. */
  studioDir?: string
  /** Origins besides the lake's own that may send credentials; the Studio may show them, too. */
  allowedOrigins?: string[]
  /** Origins that the Studio may show in Presentation, and that get no credentials. */
  framedOrigins?: string[]
  webhooks?: WebhookConfig[]
  /** Fields that are unique among published documents. */
  unique?: UniqueRule[]
  /** Judges each release before it is published or scheduled, and again at its time. */
  releaseRule?: ReleaseRule
  /** Edits older than this are merged where one author made them within minutes. Default 24; Infinity keeps all. */
  compactAfterHours?: number
  /** Time limit of one query in milliseconds. Default 5000. */
  maxQueryMs?: number
  /** Limits of open event streams and sockets. */
  streamLimits?: ConcurrencyLimitOptions
  /** Limits of requests under way, besides those. */
  requestLimits?: ConcurrencyLimitOptions
  /** In bytes. */
  bodyLimits?: ConcurrencyLimitOptions
  /** In bytes, of answers that are held in memory. */
  answerLimits?: ConcurrencyLimitOptions
  /** Limits of uploads under way. */
  uploadLimits?: ConcurrencyLimitOptions
  /** Receives each line of the log. Default: standard error. */
  log?: (line: string) => void
  /** Default `text`. */
  logFormat?: 'text' | 'json'
  /** Level of the log: `problems`, also `requests`, or also each query with its time. Default `problems`. */
  logLevel?: 'problems' | 'requests' | 'queries'
}

/** The changes that publishing a release would make. */
export interface ReleaseChange {
  /** The published documents before. */
  published: readonly LakeDocument[]
  /** The documents of the release, under their published ids. */
  publishes: readonly LakeDocument[]
  /** Ids of the documents that it unpublishes. */
  unpublishes: readonly string[]
  /** When: now, or the time for which it is to be scheduled. */
  at: Date
}

/** Returns why a release may not be published, in words for editors; undefined if it may. */
export type ReleaseRule = (change: ReleaseChange) => string | undefined

/** Handling of an imported document that exists: fail, replace it, or skip it. */
export type ImportMode = 'create' | 'replace' | 'missing'

export interface ContentCounts {
  documents: number
  assets: number
}

/** Documents written, and assets in the dataset. */
export type ImportResult = ContentCounts
export type ExportResult = ContentCounts
export type BackupResult = ContentCounts

/** The version of each document that a query sees. An array is a stack: the first entry wins. */
export type Perspective = 'raw' | 'published' | 'drafts' | 'previewDrafts' | string[]

export interface CommitRequest {
  mutations: Mutation[]
  transactionId?: string
  author: Identity
  dryRun?: boolean
  /** Whether to return documents; a commit whose documents exceed the response's limit is rejected. */
  returnDocuments?: boolean
}

export type MutationOperation = 'create' | 'update' | 'delete' | 'none'

export interface MutationResult {
  id: string
  operation: MutationOperation
  /** The document after the transaction; the deleted one for a delete. */
  document: LakeDocument | null
}

export interface CommitResult {
  transactionId: string
  results: MutationResult[]
}

/** One step of the actions API, e.g. `{actionType: 'sanity.action.document.publish', draftId, publishedId}`. */
export interface DocumentAction {
  actionType: string
  [argument: string]: JsonValue | undefined
}

export interface ActionsRequest {
  actions: DocumentAction[]
  transactionId?: string
  author: Identity
  dryRun?: boolean
}

export interface QueryRequest {
  query: string
  params?: Record<string, JsonValue>
  /** Default `raw`; the HTTP layer picks the default that the API version asks for. */
  perspective?: Perspective
  identity: Identity
  /** Whether a program on this machine asks, such as a site's own server. */
  isLocal?: boolean
  resultSourceMap?: boolean
}

export interface ContentSourceMap {
  documents: {_id: string; _type: string}[]
  paths: string[]
  mappings: Record<string, {type: 'value'; source: {type: 'documentValue'; document: number; path: number}}>
}

export interface QueryResponse {
  /** Never absent: a query without a result answers null. */
  result: JsonValue
  syncTags: string[]
  ms: number
  resultSourceMap?: ContentSourceMap
}

export type TransactionListener = (transaction: Transaction) => void

export interface CompactionResult {
  /** Number of merged edits. */
  merged: number
}

export interface RunningLake {
  /** The URL, without a trailing slash. */
  readonly url: string
  readonly projectId: string
  readonly dataset: string
  /** The folder that holds the database, the assets and the tokens. */
  readonly dir: string
  readonly tokens: Readonly<Tokens>
  /** The port of the metrics, if they are served. */
  readonly metricsPort: number | undefined
  /** A document by its id, as it is stored: a draft's begins with `drafts.`. */
  document(id: string): LakeDocument | undefined
  /** All documents as they are stored, drafts and versions too. */
  documents(): Iterable<LakeDocument>
  /** Applies all mutations or none. Returns when they are on disk. Throws LakeError. */
  commit(request: CommitRequest): CommitResult
  /** Applies document actions (publish, discard …) in order, each on the state the previous one left. Throws LakeError. */
  act(request: ActionsRequest): CommitResult
  /** Rejects with LakeError if the query cannot be parsed, or takes too long. */
  query(request: QueryRequest): Promise<QueryResponse>
  /** Subscribes to commits on disk, in order. Returns an unsubscribe function. */
  onTransaction(listener: TransactionListener): () => void
  /**
   * Imports a dataset in Sanity's format (an NDJSON file, a folder with one, `images/` and `files/`, or the `.tar.gz` of
   * such a folder) in one transaction; on any error nothing is imported. `mode`: what to do with a document that exists,
   * by default to fail.
   */
  importDataset(source: string, options?: {mode?: ImportMode}): Promise<ImportResult>
  /** Writes the dataset to a folder, or to a `.tar.gz`, in Sanity's format. */
  exportDataset(target: string): Promise<ExportResult>
  /** Copies the live lake into another folder, without its tokens. The copy is consistent, and can be opened as a lake. */
  backup(folder: string): Promise<BackupResult>
  /**
   * Merges old edits in the history, as it does by itself at the start and daily. `thorough` rescans all of it and
   * vacuums the database, which blocks everything else.
   */
  compact(options?: {thorough?: boolean}): Promise<CompactionResult>
  /** Ends streams and requests, and closes the database. */
  close(): Promise<void>
}
