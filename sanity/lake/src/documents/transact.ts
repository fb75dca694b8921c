import {createHash, randomBytes} from 'node:crypto'
import {badRequest, conflict} from '../http/errors.ts'
import {effectsBetween} from '../mendoza/effectsBetween.ts'
import type {DocumentStore} from '../store/DocumentStore.ts'
import type {TransactionStore} from '../store/TransactionStore.ts'
import type {CommitResult, DocumentChange, Identity, Transaction} from '../types.ts'
import {checkReferences} from './checkReferences.ts'
import {explainRefusal} from './explainRefusal.ts'
import {validateContent} from './validateContent.ts'
import {Workspace, type WorkspaceChange} from './Workspace.ts'

/** One mutation or action, applied to what the steps before it have left. */
export type Step = (workspace: Workspace) => void

export interface TransactionRequest {
  kind: 'mutation' | 'action'
  steps: Step[]
  /** What was asked for, as JSON would say it. */
  content: unknown
  transactionId?: string
  author: Identity
  dryRun?: boolean
}

export interface TransactionStores {
  documents: DocumentStore
  transactions: TransactionStore
  beforeCommit: (transaction: Transaction) => void
  afterCommit: (transaction: Transaction) => void
  nextTimestamp: () => string
  /** Throws Refusal for what the author may not do. */
  authorize: (workspace: Workspace, author: Identity) => void
}

const VALID_TRANSACTION_ID = /^[a-zA-Z0-9._-]{1,128}$/

/**
 * Runs all steps or none. When it returns, the result is on disk and everyone has been told.
 *
 * A client that lost the answer sends its transaction again under the same id; it is answered as before and not
 * applied twice. Another transaction under a used id is a 409.
 */
export function transact(request: TransactionRequest, stores: TransactionStores): CommitResult {
  const {transactionId = randomBytes(16).toString('base64url'), author, dryRun = false} = request
  if (!VALID_TRANSACTION_ID.test(transactionId)) throw badRequest(`"${transactionId}" is not a valid transaction ID`)
  const digest = createHash('sha256').update(JSON.stringify(request.content)).digest('base64url')
  const known = stores.transactions.find(transactionId)
  if (known?.digest === digest) return {transactionId, results: known.results}
  if (known) throw conflict(`The transaction ID "${transactionId}" was already used`)
  const workspace = new Workspace(stores.documents, transactionId, stores.nextTimestamp())
  runSteps(request, workspace, stores)
  if (!dryRun) save(workspace, {author: author.id, digest}, stores)
  return {transactionId, results: workspace.results}
}

function runSteps({kind, steps, author}: TransactionRequest, workspace: Workspace, stores: TransactionStores): void {
  try {
    for (const [step, apply] of steps.entries()) {
      workspace.step = step
      apply(workspace)
    }
    for (const {after, step} of workspace.changes) {
      workspace.step = step
      if (after) validateContent(after)
    }
    stores.authorize(workspace, author)
    checkReferences(workspace, stores.documents)
  } catch (error) {
    throw explainRefusal(error, kind, workspace.step)
  }
}

function save(workspace: Workspace, origin: {author: string; digest: string}, stores: TransactionStores): void {
  const changes = workspace.changes.map(describeChange)
  if (changes.length === 0) return
  const {transactionId: id, timestamp} = workspace
  const unsaved = {...origin, id, timestamp, changes}
  const transaction = stores.transactions.save(unsaved, stores.beforeCommit)
  stores.documents.apply(changes.map(({documentId, after}) => [documentId, after]))
  stores.afterCommit(transaction)
}

function describeChange({id, before, after, mutations}: WorkspaceChange): DocumentChange {
  return {
    documentId: id,
    before,
    after,
    mutations: before || !after ? mutations : [{create: after}],
    effects: effectsBetween(before, after),
  }
}
