import {createHash, randomBytes} from 'node:crypto'
import {SYSTEM} from '../access/identities.ts'
import {badRequest, conflict} from '../errors.ts'
import {sizeOfDocument} from '../json.ts'
import {effectsBetween} from '../mendoza/encode.ts'
import {StepBudget} from '../query/limits/StepBudget.ts'
import type {DocumentStore} from '../store/DocumentStore.ts'
import type {TransactionStore} from '../store/TransactionStore.ts'
import type {CommitResult, DocumentChange, Identity, LakeDocument, MutationResult, Transaction} from '../types.ts'
import {checkImmutable, checkReferences, validateContent} from './integrity.ts'
import {invalid, toHttpError} from './TransactionError.ts'
import {type Author, MAX_TRANSACTION_SIZE, Workspace, type WorkspaceChange} from './Workspace.ts'
import type {Work} from './work.ts'

/** One mutation or action, applied to the state that earlier steps left. */
export type Step = (workspace: Workspace) => Work | undefined

interface TransactionRequest {
  kind: 'mutation' | 'action'
  steps: Step[]
  content: readonly unknown[]
  transactionId?: string
  author: Identity
  /** Whether the transaction comes from where the files of assets are stored, and so may describe them. */
  describesFiles?: boolean
  dryRun?: boolean
  /** The rest of the time of a request that runs several transactions. */
  time?: StepBudget
  /** Whether the answer is to hold the documents, which then have to fit into it. */
  returnDocuments?: boolean
}

interface TransactionStores {
  documents: DocumentStore
  transactions: TransactionStore
  beforeCommit: (transaction: Transaction) => void
  afterCommit: (transaction: Transaction) => void
  nextTimestamp: () => string
  /** Throws TransactionError for a value that another document has. */
  requireUnique: (workspace: Workspace) => void
  authorOf: (identity: Identity) => TransactionAuthor
}

export interface TransactionAuthor extends Author {
  mayManage: boolean
  /** Throws TransactionError for changes that the roles do not allow. */
  authorize: (workspace: Workspace) => Work
}

/** CPU time of one request's transactions. docs/limits.md lists it. */
const MAX_MS = 10_000

/** The time for the transactions of one request; imports take as long as they need. */
export const timeFor = (author: Identity): StepBudget =>
  new StepBudget(author === SYSTEM ? Number.POSITIVE_INFINITY : MAX_MS, {stepsPerLook: 1})

const VALID_TRANSACTION_ID = /^[a-zA-Z0-9._-]{1,128}$/

/**
 * Runs all steps or none. On return, the result is on disk and listeners have been notified. Idempotent: a transaction
 * sent again under the same id gets the first answer. Another transaction under a used id is a 409. Nothing is changed
 * before the last step, and no other commit may come before that.
 */
export function* transact(request: TransactionRequest, stores: TransactionStores): Work<CommitResult> {
  const {transactionId = randomBytes(16).toString('base64url')} = request
  if (!VALID_TRANSACTION_ID.test(transactionId)) throw badRequest(`"${transactionId}" is not a valid transaction ID`)
  const digest = digestOf(request.content)
  const known = stores.transactions.find(transactionId)
  const author = stores.authorOf(request.author)
  if (known?.digest === digest && known.author === request.author.id) {
    const seen = (document: LakeDocument | null) => (document && author.canRead(document) ? document : null)
    return {transactionId, results: known.results().map((result) => ({...result, document: seen(result.document)}))}
  }
  if (known) throw conflict(`The transaction ID "${transactionId}" was already used`)
  const workspace = new Workspace(stores.documents, {
    author,
    transactionId,
    timestamp: stores.nextTimestamp(),
    time: request.time ?? timeFor(request.author),
    isImport: request.author === SYSTEM,
  })
  const changes = yield* runSteps(request, workspace, author, stores)
  if (request.returnDocuments) requireAnswerable(workspace.results)
  if (changes.length > 0) {
    const packed: ReturnType<TransactionStore['pack']>[] = []
    // Not those of an import: there is no limit to what they would take in memory.
    for (const change of workspace.isImport ? [] : changes) {
      packed.push(stores.transactions.pack(change))
      yield
    }
    const results = request.transactionId === undefined ? undefined : workspace.results
    const {timestamp} = workspace
    const unsaved = {id: transactionId, timestamp, author: request.author.id, digest, changes, packed, results}
    const transaction = stores.transactions.save(unsaved, stores.beforeCommit)
    stores.documents.apply(changes.map(({documentId, after}) => [documentId, after]))
    stores.afterCommit(transaction)
  }
  return {transactionId, results: workspace.results}
}

/** Hashes the list as JSON, item by item: the whole text may be longer than a string can be. */
function digestOf(content: readonly unknown[]): string {
  const hash = createHash('sha256').update('[')
  for (const [index, item] of content.entries()) hash.update(`${index === 0 ? '' : ','}${JSON.stringify(item)}`)
  return hash.update(']').digest('base64url')
}

function* runSteps(
  request: TransactionRequest,
  workspace: Workspace,
  {authorize, mayManage}: TransactionAuthor,
  stores: TransactionStores,
): Work<DocumentChange[]> {
  const {kind, steps, describesFiles = false, dryRun = false} = request
  try {
    for (const [step, apply] of steps.entries()) {
      workspace.step = step
      workspace.spendTime()
      yield* apply(workspace) ?? []
      yield
    }
    for (const {after, step} of workspace.changes) {
      workspace.step = step
      workspace.spendTime()
      if (after) validateContent(after, {isImport: workspace.isImport})
      yield
    }
    yield* authorize(workspace)
    checkImmutable(workspace, {describesFiles, mayManage})
    yield* checkReferences(workspace, stores.documents)
    stores.requireUnique(workspace)
    const changes: DocumentChange[] = []
    for (const change of dryRun ? [] : workspace.changes) {
      changes.push(describeChange(change, workspace))
      yield
    }
    return changes
  } catch (error) {
    // Too deep or too long for JavaScript: a retry cannot succeed.
    const refusal = error instanceof RangeError ? invalid(`The change is too large: ${error.message}`) : error
    throw toHttpError(refusal, kind, workspace.step)
  }
}

/** Throws, before the commit, if the answer would be too long to be written. */
function requireAnswerable(results: readonly MutationResult[]): void {
  let left: number = MAX_TRANSACTION_SIZE
  for (const {document} of results) {
    left -= document ? sizeOfDocument(document) : 0
    if (left < 0) throw badRequest('The documents are too large to be returned together; leave out "returnDocuments"')
  }
}

function describeChange({id, before, after, mutations, step}: WorkspaceChange, workspace: Workspace): DocumentChange {
  workspace.step = step
  const effects = effectsBetween(before, after)
  workspace.spendTime()
  return {documentId: id, before, after, mutations: before || !after ? mutations : [{create: after}], effects}
}
