/** The enquiries of this process: their settings, database and delivery. */
import {statfs} from 'node:fs/promises'
import {dirname} from 'node:path'
import {messageOf} from '../lib/messageOf.ts'
import {withoutSecrets} from '../lib/withoutSecrets.ts'
import {type EnquiryDatabase, openDatabase, takesWrites} from './database/openDatabase.ts'
import {readEnquiryEnv} from './enquiryEnv.ts'
import {mailSink} from './outbox/mailSink.ts'
import {type Backlog, backlogOf, countsOf, type DeliveryCounts, startWorker} from './outbox/outbox.ts'
import {webhookSink} from './outbox/webhookSink.ts'
import type {Received} from './receiveForm.ts'
import {type SubmissionResult, submitEnquiry} from './submitEnquiry.ts'

interface Enquiries {
  database: EnquiryDatabase
  /** The embedded database's; undefined for a server's. */
  file: string | undefined
  /** Whether the last one could not be stored. */
  hasFailed: boolean
  /** Names of the sinks that are configured. */
  sinks: string[]
  /** Wakes the delivery worker. */
  deliverSoon: () => void
  /** Begins no further delivery. Resolves once those under way are recorded. */
  endDeliveries: () => Promise<void>
}

const retryPause = 30_000

declare global {
  /** One for the whole process: Next bundles each route apart, and each bundle would open a connection of its own. */
  var openEnquiries: Promise<Enquiries> | undefined
}

/** The enquiries of this process, opened on first use; retried on the next use after a failure. */
export function enquiries(): Promise<Enquiries> {
  globalThis.openEnquiries ??= open().catch((error: unknown) => {
    globalThis.openEnquiries = undefined
    throw error
  })
  return globalThis.openEnquiries
}

/** Opens the enquiries at startup, so that pending deliveries continue. Retries until the database answers. */
export async function startEnquiries(): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      await enquiries()
      if (attempts > 1) console.warn('The enquiries’ database is open; enquiries are stored')
      return
    } catch (error) {
      reportUnopened(error)
      await new Promise((resolve) => setTimeout(resolve, retryPause).unref())
    }
  }
}

/** Begins no further delivery in this process. Resolves once those under way are recorded. */
export async function endDeliveries(): Promise<void> {
  // A database that cannot be opened has no deliveries under way.
  const opened = await globalThis.openEnquiries?.catch(() => undefined)
  await opened?.endDeliveries()
}

/** Stores a received form and has it delivered. No error and no log line quotes the enquiry. */
export async function storeEnquiry(received: Received, address: string): Promise<SubmissionResult> {
  const opened = await enquiries().catch((error: unknown) => {
    reportUnopened(error)
    throw error
  })
  const {database, sinks, deliverSoon} = opened
  const result = await submitEnquiry(database, {...received, address, sinks, now: Date.now()}).catch((error) => {
    opened.hasFailed = true
    console.error(`An enquiry could not be stored, and its sender was told so: ${reasonOf(error)}`)
    throw new Error('not stored')
  })
  opened.hasFailed = false
  if (result === 'stored') deliverSoon()
  return result
}

/** In bytes: an enquiry takes some tens of thousands. */
const leastSpace = 2 ** 18

/**
 * Returns whether an enquiry could be stored now. After one could not be, it tries to write; otherwise it only looks at
 * the space on the embedded database's disk. Rejects while the database is away.
 */
export async function canStore(now = Date.now()): Promise<boolean> {
  const opened = await enquiries()
  if (opened.file !== undefined) {
    const {bavail, bsize} = await statfs(dirname(opened.file))
    if (bavail * bsize < leastSpace) return false
  }
  if (opened.hasFailed) opened.hasFailed = !(await takesWrites(opened.database, now))
  return !opened.hasFailed
}

/** The deliveries that wait. Rejects while the database is away. */
export async function deliveryBacklog(now: number): Promise<Backlog> {
  const {database, sinks} = await enquiries()
  return backlogOf(database, {sinks, now})
}

/** The same, counted. Rejects while the database is away. */
export async function countDeliveries(): Promise<DeliveryCounts> {
  const {database, sinks} = await enquiries()
  return countsOf(database, {sinks, now: Date.now()})
}

async function open(): Promise<Enquiries> {
  const {place, mail, webhook, retentionDays} = readEnquiryEnv(process.env)
  const database = await openDatabase(place)
  const sinks = [...(mail ? [mailSink(mail)] : []), ...(webhook ? [webhookSink(webhook)] : [])]
  const worker = startWorker({
    database,
    sinks,
    now: Date.now,
    elapsed: () => performance.now(),
    random: Math.random,
    log: (line) => console.warn(line),
    retentionDays,
  })
  const file = place.url ? undefined : place.file
  return {
    database,
    file,
    hasFailed: false,
    sinks: sinks.map(({name}) => name),
    deliverSoon: worker.wake,
    endDeliveries: worker.stop,
  }
}

function reportUnopened(error: unknown): void {
  const reason = withoutSecrets(messageOf(error), process.env)
  console.error(
    `The enquiries’ database cannot be opened: ${reason}. It is tried again every ${retryPause / 1000} s; "npm run doctor" says what to do`,
  )
}

/** Not the message, as a database quotes the row that it refuses: SQLite's own words, or the code of PostgreSQL or the system. */
function reasonOf(error: unknown): string {
  const {code, errstr}: {code?: unknown; errstr?: unknown} = Object(error)
  return `the database failed (${String(errstr ?? code ?? 'no answer')})`
}
