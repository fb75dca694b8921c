import type {DatabaseSync} from 'node:sqlite'
import type {DocumentStore} from './store/DocumentStore.ts'

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

/** Where the items go: next to what the path selects, or in its place. */
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

/** Which documents a delete or a patch is for: by id, several ids, or the result of a query. */
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

/** What one transaction did to one document. */
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

/** Who asks. `none` is anonymous: published documents with undotted ids, and nothing else. */
export interface Identity {
  id: string
  name: string
  rights: 'none' | 'read' | 'write'
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
  writeToken?: string
  readToken?: string
  /** A built Studio to serve at the root. */
  studioDir?: string
  /** Origins besides the lake's own that may send credentials. */
  allowedOrigins?: string[]
  webhooks?: WebhookConfig[]
  log?: (line: string) => void
}

export interface ResolvedLakeOptions {
  dir: string
  projectId: string
  dataset: string
  host: string
  port: number
  studioDir: string | undefined
  allowedOrigins: string[]
  webhooks: WebhookConfig[]
  log: (line: string) => void
}

/** Which version of each document a query sees. An array is a stack: the first entry wins. */
export type Perspective = 'raw' | 'published' | 'drafts' | 'previewDrafts' | string[]

export interface CommitRequest {
  mutations: Mutation[]
  transactionId?: string
  author: Identity
  dryRun?: boolean
}

export type MutationOperation = 'create' | 'update' | 'delete' | 'none'

export interface MutationResult {
  id: string
  operation: MutationOperation
  /** The document after the whole transaction; for a delete, what was removed. */
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

/** What every area of the lake works with. */
export interface Lake {
  readonly options: ResolvedLakeOptions
  readonly database: DatabaseSync
  /** All documents, in memory. */
  readonly documents: DocumentStore
  readonly tokens: {read: string; write: string}
  /** Where the lake is reached, without a slash at the end. Known once it listens. */
  readonly url: string
  /** Applies all mutations or none. Returns when they are on disk; throws LakeError. */
  commit(request: CommitRequest): CommitResult
  /** Applies document actions (publish, discard …) in order, each on the state the previous one left. */
  act(request: ActionsRequest): CommitResult
  query(request: QueryRequest): Promise<QueryResponse>
  /** Calls back inside the database transaction of each commit; what it throws rolls the commit back. */
  beforeCommit(listener: TransactionListener): () => void
  /** Registers what has to end when the lake closes, e.g. open event streams. */
  onClose(cleaner: () => void): () => void
  /** Calls back in commit order, after the commit is on disk. */
  onTransaction(listener: TransactionListener): () => void
}

export interface RunningLake extends Lake {
  close(): Promise<void>
}

/** The variables that the access middleware sets on each request. */
export interface LakeEnv {
  Variables: {identity: Identity}
}
