import type {DatabaseSync} from 'node:sqlite'
import {isDraftId, isVersionId} from '../documentIds.ts'
import type {PendingDeliveries} from '../Lake.ts'
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

export type WebhookQueue = ReturnType<typeof webhookQueue>

/** The durable queue of all webhooks, written within the commit's database transaction. */
export function webhookQueue(database: DatabaseSync) {
  const insert = database.prepare(
    "insert into webhook_deliveries(webhook, seq, document_id, body, created_at) values (?, ?, ?, '', ?)",
  )
  const next = database.prepare(
    `select d.id, d.seq, d.document_id, d.body, t.id as transaction_id, t.timestamp
     from webhook_deliveries d join transactions t on t.seq = d.seq
     where d.webhook = ? and d.id > ? order by d.id limit 1`,
  )
  const pending = database.prepare(
    'select count(*) as count, min(created_at) as oldest from webhook_deliveries where webhook = ? and id > ?',
  )
  const keepBody = database.prepare('update webhook_deliveries set body = ? where id = ?')
  const remove = database.prepare('delete from webhook_deliveries where webhook = ? and id <= ?')
  const states = new ChangeStates(database)
  return {
    /** Drops what waits for webhooks with other names than these. Returns how many deliveries it was for each. */
    keepOnly(names: readonly string[]): Map<string, number> {
      const others = 'webhook not in (select value from json_each(?))'
      const rows = database
        .prepare(`select webhook, count(*) as count from webhook_deliveries where ${others} group by webhook`)
        .all(JSON.stringify(names))
      if (rows.length > 0) database.prepare(`delete from webhook_deliveries where ${others}`).run(JSON.stringify(names))
      return new Map(rows.map(({webhook, count}) => [String(webhook), Number(count)]))
    },
    /** Call inside the commit's transaction. Filters are evaluated later, so that a commit stays synchronous and short. */
    add(webhooks: readonly WebhookConfig[], {seq, changes}: Transaction): void {
      for (const webhook of webhooks) {
        for (const change of changes) {
          if (isObserved(webhook, change)) insert.run(webhook.name, seq, change.documentId, Date.now())
        }
      }
    },
    /** The first delivery after one of that id. */
    next(webhook: string, after: number): Delivery | undefined {
      const row = next.get(webhook, after)
      if (!row) return undefined
      const [documentId, seq] = [String(row.document_id), Number(row.seq)]
      return {
        id: Number(row.id),
        documentId,
        transactionId: String(row.transaction_id),
        transactionTime: String(row.timestamp),
        before: states.before(documentId, seq),
        after: states.after(documentId, seq),
        body: String(row.body),
      }
    },
    /** Number and time of the deliveries after the one with that id; undefined if there are none. */
    pending(webhook: string, after: number): PendingDeliveries | undefined {
      const {count, oldest} = pending.get(webhook, after) ?? {}
      return count ? {webhook, count: Number(count), oldest: Number(oldest)} : undefined
    },
    /** Saves the body, so that every attempt sends the same. */
    keepBody: (id: number, body: string) => keepBody.run(body, id),
    /** Removes the delivery of that id and those before it. */
    removeUpTo: (webhook: string, id: number) => remove.run(webhook, id),
  }
}

/** Returns whether a webhook may observe a change: drafts if configured, versions and the lake's own never. */
function isObserved(webhook: WebhookConfig, change: DocumentChange): boolean {
  const operation = operationOf(change)
  if (!operation || !webhook.on.includes(operation)) return false
  const {documentId} = change
  if (isDraftId(documentId)) return webhook.includeDrafts === true
  return !isVersionId(documentId) && !documentId.startsWith('_.')
}

type Operation = WebhookConfig['on'][number]

/**
 * The operation on a document, by its own id: the first publish creates the published document, an unpublish deletes
 * it. Undefined for one created and deleted in the same transaction.
 */
export function operationOf({before, after}: Pick<DocumentChange, 'before' | 'after'>): Operation | undefined {
  if (before) return after ? 'update' : 'delete'
  return after ? 'create' : undefined
}
