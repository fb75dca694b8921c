import {type EnquiryDatabase, openDatabase} from './database/openDatabase.ts'
import {type EnquiryEnv, readEnquiryEnv} from './enquiryEnv.ts'
import type {Sink} from './outbox/Sink.ts'
import {mailSink} from './outbox/sinks/mailSink.ts'
import {webhookSink} from './outbox/sinks/webhookSink.ts'
import {startWorker} from './outbox/startWorker.ts'

export interface Enquiries {
  env: EnquiryEnv
  database: EnquiryDatabase
  sinks: Sink[]
  /** Has what has just been stored delivered without delay. */
  deliverSoon: () => void
}

const retryPause = 30_000

declare global {
  /** One for the whole process: Next bundles routes apart, and each would otherwise open a connection of its own. */
  var openEnquiries: Promise<Enquiries> | undefined
}

/** The enquiries of this process, opened when first asked for. After a failure the next one who asks tries again. */
export function enquiries(): Promise<Enquiries> {
  globalThis.openEnquiries ??= open(process.env).catch((error: unknown) => {
    globalThis.openEnquiries = undefined
    throw error
  })
  return globalThis.openEnquiries
}

/** Opens them at the start, so that deliveries of an earlier run go on. Where the database is away, again and again. */
export async function startEnquiries(): Promise<void> {
  for (;;) {
    try {
      await enquiries()
      return
    } catch (error) {
      console.error('The enquiries’ database cannot be opened:', error instanceof Error ? error.message : error)
      await new Promise((resolve) => setTimeout(resolve, retryPause).unref())
    }
  }
}

async function open(variables: Record<string, string | undefined>): Promise<Enquiries> {
  const env = readEnquiryEnv(variables)
  const database = await openDatabase(env.place)
  const sinks = sinksOf(env)
  const worker = startWorker({
    database,
    sinks,
    now: Date.now,
    random: Math.random,
    log: (line) => console.warn(line),
    retentionDays: env.retentionDays,
  })
  return {env, database, sinks, deliverSoon: worker.wake}
}

/** The places to which enquiries are delivered, as the settings have them. */
export function sinksOf({mail, webhook}: EnquiryEnv): Sink[] {
  return [...(mail ? [mailSink(mail)] : []), ...(webhook ? [webhookSink(webhook)] : [])]
}
