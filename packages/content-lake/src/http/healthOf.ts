import type {Lake} from '../types.ts'

interface Health {
  status: 'ok' | 'starting' | 'failing'
  /** Why it is not ready yet. */
  reason?: string
  documents: number
  /** The number of the last transaction. */
  seq: number
  /** Changes that webhooks have not acknowledged yet. */
  webhookBacklog: number
  uptimeSeconds: number
  memoryMb: number
}

/** How the lake is, without a word of what is in it. */
export function healthOf({database, documents, notReady}: Pick<Lake, 'database' | 'documents' | 'notReady'>): Health {
  const common = {
    documents: documents.size,
    uptimeSeconds: Math.floor(process.uptime()),
    memoryMb: Math.round(process.memoryUsage().rss / 1_000_000),
  }
  try {
    const row = database
      .prepare(
        `select (select coalesce(max(seq), 0) from transactions) as seq,
                (select count(*) from webhook_deliveries) as backlog`,
      )
      .get()
    const known = {seq: Number(row?.seq), webhookBacklog: Number(row?.backlog), ...common}
    return notReady === undefined ? {status: 'ok', ...known} : {status: 'starting', reason: notReady, ...known}
  } catch {
    // The database is closed, or its disk is gone.
    return {status: 'failing', seq: 0, webhookBacklog: 0, ...common}
  }
}
