import type {DatabaseSync, StatementSync} from 'node:sqlite'
import {ChangeStates} from '../store/ChangeStates.ts'
import type {DocumentChange, LakeDocument, Transaction, WebhookConfig} from '../types.ts'

export interface Delivery {
  id: number
  documentId: string
  transactionId: string
  transactionTime: string
  before: LakeDocument | null
  after: LakeDocument | null
  /** The request body, set by the first failed attempt. */
  body: string
}

const NEXT = `
  select d.id, d.seq, d.document_id, d.body, t.id as transaction_id, t.timestamp
  from webhook_deliveries d
  join transactions t on t.seq = d.seq
  where d.webhook = ? order by d.id limit 1`

const documentFrom = (json: string | null): LakeDocument | null => json && JSON.parse(json)

/** The durable queue of all webhooks, written within the commit's database transaction. */
export class WebhookQueue {
  readonly #database: DatabaseSync
  readonly #insert: StatementSync
  readonly #next: StatementSync
  readonly #keepBody: StatementSync
  readonly #remove: StatementSync
  readonly #states: ChangeStates

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#insert = database.prepare(
      "insert into webhook_deliveries(webhook, seq, document_id, body, created_at) values (?, ?, ?, '', ?)",
    )
    this.#next = database.prepare(NEXT)
    this.#keepBody = database.prepare('update webhook_deliveries set body = ? where id = ?')
    this.#states = new ChangeStates(database)
    this.#remove = database.prepare('delete from webhook_deliveries where id = ?')
  }

  /** Drops what waits for webhooks with other names than these. Returns how many deliveries it was for each. */
  keepOnly(names: readonly string[]): Map<string, number> {
    const rows = this.#database
      .prepare(
        `select webhook, count(*) as count from webhook_deliveries
         where webhook not in (select value from json_each(?)) group by webhook`,
      )
      .all(JSON.stringify(names))
    const dropped = new Map(rows.map(({webhook, count}) => [String(webhook), Number(count)]))
    const drop = this.#database.prepare('delete from webhook_deliveries where webhook = ?')
    for (const name of dropped.keys()) drop.run(name)
    return dropped
  }

  /** Call inside the commit's transaction. Filters are evaluated later, so that a commit stays synchronous and short. */
  add(webhooks: readonly WebhookConfig[], transaction: Transaction): void {
    for (const webhook of webhooks) {
      for (const change of transaction.changes) {
        if (!isObserved(webhook, change)) continue
        this.#insert.run(webhook.name, transaction.seq, change.documentId, Date.now())
      }
    }
  }

  next(webhook: string): Delivery | undefined {
    const row = this.#next.get(webhook)
    if (!row) return undefined
    const [documentId, seq] = [String(row.document_id), Number(row.seq)]
    return {
      id: Number(row.id),
      documentId,
      transactionId: String(row.transaction_id),
      transactionTime: String(row.timestamp),
      before: documentFrom(this.#states.before(documentId, seq)),
      after: documentFrom(this.#states.after(documentId, seq)),
      body: String(row.body),
    }
  }

  /** Saves the body, so that every attempt sends the same. */
  keepBody(id: number, body: string): void {
    this.#keepBody.run(body, id)
  }

  remove(id: number): void {
    this.#remove.run(id)
  }
}

/**
 * Returns whether a webhook may observe a change, before its filter is evaluated. Drafts only if configured; release
 * versions and the lake's own documents never.
 */
function isObserved(webhook: WebhookConfig, change: DocumentChange): boolean {
  const operation = operationOf(change)
  if (!operation || !webhook.on.includes(operation)) return false
  const [prefix, ...rest] = change.documentId.split('.')
  if (rest.length === 0) return true
  if (prefix === 'drafts') return webhook.includeDrafts === true
  return prefix !== 'versions' && prefix !== '_'
}

type Operation = WebhookConfig['on'][number]

type States = Pick<DocumentChange, 'before' | 'after'>

/**
 * The operation on a document, by its own id: the first publish creates the published document, an unpublish deletes
 * it. Undefined for one created and deleted in the same transaction.
 */
export function operationOf({before, after}: States): Operation | undefined {
  if (before) return after ? 'update' : 'delete'
  return after ? 'create' : undefined
}
