/** Delivery of enquiries: at least once, with retries, shared between instances by leases. */
import {randomUUID} from 'node:crypto'
import type {ExpressionBuilder} from 'kysely'
import type {EnquiryDatabase, EnquiryTables} from '../database/openDatabase.ts'
import type {Enquiry} from '../enquiry.ts'
import {clockDrift, submissionLimits} from '../limits.ts'
import {eraseExpired, readEnquiry} from '../store.ts'

const hour = 60 * 60_000
/** Pause between two polls of the outbox. */
const pollInterval = 5000
/** Renewed while an attempt goes on. Afterwards the worker counts as dead, and another may try. */
const leaseTime = 2 * 60_000
/** Attempts of a destination at a time. */
const batch = 25
const firstRetry = 5000
const longestRetry = hour
const giveUpAfter = 7 * 24 * hour
/** Of half a day at the least, so that a clock that is set forward gives nothing up. */
const leastAttempts = 30
/** Each attempt needs as much free space as the whole database for a moment, which a disk may not have. */
const erasureRetry = 5 * 60_000
/** More than a clock is corrected by between two polls. */
const clockJump = 60_000

/** A destination of enquiries. */
export interface Sink {
  name: 'mail' | 'webhook'
  /**
   * Delivers one enquiry, but to recipients whom an earlier attempt has reached; throws `DeliveryError` or `PartialDelivery`.
   * The same one may come twice, after a crash.
   */
  send: (enquiry: Enquiry, now: number, reached: readonly string[]) => Promise<void>
}

/** Why a delivery failed. The message is stored and logged, so it must hold nothing of the enquiry. */
export class DeliveryError extends Error {}

/** Some recipients have it, and others were refused, for whom alone it is tried again. */
export class PartialDelivery extends DeliveryError {
  readonly reached: readonly string[]

  constructor(message: string, reached: readonly string[]) {
    super(message)
    this.reached = reached
  }
}

/** Deliveries that wait: `late` if one has done so for ten minutes. */
export type Backlog = 'none' | 'waiting' | 'late'

const lateAfter = 10 * 60_000

/** The time of the count, and the names of the configured sinks. Deliveries to other sinks wait until their sink is back. */
interface Counting {
  sinks: readonly string[]
  now: number
}

/** Looks for deliveries that wait. One that was given up waits no more. */
export async function backlogOf(database: EnquiryDatabase, counting: Counting): Promise<Backlog> {
  const {waiting, oldest} = await waitingOf(database, counting)
  if (waiting === 0) return 'none'
  return oldest !== undefined && counting.now - oldest > lateAfter ? 'late' : 'waiting'
}

export interface DeliveryCounts {
  waiting: number
  /** Given up. */
  failed: number
  /** When the oldest due delivery began to wait, in milliseconds; undefined if none is due. */
  oldest: number | undefined
}

/** Counts the deliveries that wait and those that were given up. */
export async function countsOf(database: EnquiryDatabase, counting: Counting): Promise<DeliveryCounts> {
  const [waiting, given] = await Promise.all([
    waitingOf(database, counting),
    database.query
      .selectFrom('deliveries')
      .select(({fn}) => fn.countAll().as('count'))
      .where('state', '=', 'dead')
      .executeTakeFirst(),
  ])
  return {...waiting, failed: Number(given?.count ?? 0)}
}

/**
 * Counts the deliveries that wait. One that the flood limit has queued waits from its turn on, one that has failed from
 * its creation on.
 */
async function waitingOf({query}: EnquiryDatabase, {sinks, now}: Counting) {
  const found = await query
    .selectFrom('deliveries')
    .select(({eb, fn, ref}) => [
      fn.countAll().as('count'),
      fn
        .min(
          eb.case().when('attempts', '>', 0).then(ref('createdAt')).when('nextAt', '<=', now).then(ref('nextAt')).end(),
        )
        .as('oldest'),
    ])
    .where('state', '=', 'waiting')
    // Queries even without a sink, as the answer shows that the database works. An empty list is no valid SQL.
    .where(({eb, lit}) => (sinks.length > 0 ? eb('sink', 'in', sinks) : lit(false)))
    .executeTakeFirst()
  const oldest = found?.oldest ?? undefined
  return {waiting: Number(found?.count ?? 0), oldest: oldest === undefined ? undefined : Number(oldest)}
}

interface Outbox {
  database: EnquiryDatabase
  sinks: readonly Sink[]
  now: () => number
  random: () => number
  log: (line: string) => void
}

interface Worker {
  /** Polls now instead of at the end of the pause. */
  wake: () => void
  /** Resolves once what is under way has ended. */
  stop: () => Promise<void>
}

interface Retention {
  database: EnquiryDatabase
  retentionDays: number
  now: () => number
  /** Milliseconds by a clock that nobody sets. */
  elapsed: () => number
}

/**
 * Polls the outbox for as long as the process lives, and once an hour erases enquiries whose retention time is over.
 * After a round that fails, as while the database is away, it goes on with the next.
 */
export function startWorker(outbox: Outbox & Retention): Worker {
  let stopped = false
  let wake = () => {}
  const erase = hourlyErasure(outbox)
  const reportErasure = reportChanges(outbox.log, {
    fails: 'Enquiries whose time is over could not be erased; tried again in a while',
    works: 'Enquiries whose time is over can be erased again',
  })
  const reportDatabase = reportChanges(outbox.log, {
    fails: 'The enquiries’ database does not answer; deliveries wait',
    works: 'The enquiries’ database answers again',
  })

  const destinations = outbox.sinks.map((sink) => {
    const underway = new Set<Promise<void>>()
    // Waits for no attempt: a mail server that takes minutes holds up neither other mails nor the webhook.
    const startDue = async () => {
      while (!stopped && underway.size < batch) {
        const claimed = await claimDue({...outbox, sinks: [sink]}, batch - underway.size)
        if (claimed.length === 0) return
        for (const delivery of claimed) {
          const ended = attempt(outbox, delivery)
            .catch(reportDatabase.fails)
            .finally(() => {
              underway.delete(ended)
              wake()
            })
          underway.add(ended)
        }
      }
    }
    return {startDue, underway}
  })
  const run = async () => {
    while (!stopped) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      await erase().then((hasErased) => hasErased && reportErasure.works(), reportErasure.fails)
      await Promise.all(destinations.map(({startDue}) => startDue())).then(reportDatabase.works, reportDatabase.fails)
      let timer: NodeJS.Timeout | undefined
      const time = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, pollInterval)
        timer.unref()
      })
      if (!stopped) await Promise.race([woken, time])
      clearTimeout(timer)
    }
    await Promise.all(destinations.flatMap(({underway}) => [...underway]))
  }

  const ended = run()
  return {
    wake: () => wake(),
    stop: () => {
      stopped = true
      wake()
      return ended
    },
  }
}

/** Logs that something fails, and that it works again, once each: it is tried every few seconds. */
function reportChanges(log: Outbox['log'], lines: {fails: string; works: string}) {
  let failing = false
  const report = (isFailing: boolean) => {
    if (isFailing !== failing) log(isFailing ? lines.fails : lines.works)
    failing = isFailing
  }
  return {fails: () => report(true), works: () => report(false)}
}

/**
 * Returns a function that erases expired enquiries if it has not done so for an hour. A clock that is set forward, as on a
 * machine that has just started, would expire all of them, so it has to run without a jump for an hour first. Resolves with
 * whether it was time to erase.
 */
export function hourlyErasure({database, retentionDays, now, elapsed}: Retention): () => Promise<boolean> {
  let offset = now() - elapsed()
  let waitingSince = elapsed()
  return async () => {
    const jump = now() - elapsed() - offset
    offset += jump
    if (Math.abs(jump) > clockJump) waitingSince = elapsed()
    if (elapsed() - waitingSince < hour) return false
    waitingSince = elapsed() - hour + erasureRetry
    await eraseExpired(database, {now: now(), days: retentionDays})
    waitingSince = elapsed()
    return true
  }
}

/** Delivers a batch of what is due, to the configured sinks. Returns how many deliveries were attempted. */
export async function deliverDue(outbox: Outbox): Promise<number> {
  const claimed = await claimDue(outbox)
  await Promise.all(claimed.map((delivery) => attempt(outbox, delivery)))
  return claimed.length
}

interface Claimed {
  id: string
  enquiryId: string
  sink: string
  attempts: number
  reached: string
  createdAt: number
  lease: string | null
}

/** The longest that a delivery waits for its turn. */
const longestQueue = submissionLimits.all.queue ?? 0

/** Leases due deliveries to this worker. The outer conditions repeat the inner ones, so that of two workers one gets none. */
async function claimDue({database: {query}, sinks, now}: Outbox, most = batch): Promise<Claimed[]> {
  if (sinks.length === 0) return []
  const time = now()
  type Expressions = ExpressionBuilder<EnquiryTables, 'deliveries'>
  /** Whether a time lies further ahead than any that is stored now: the clock was wrong then. */
  const isWrong = (is: Expressions, column: 'createdAt' | 'nextAt' | 'leasedUntil', longest: number) =>
    is(column, '>', time + longest + clockDrift)
  const isDue = (is: Expressions) =>
    is.or([
      is('nextAt', '<=', time),
      // Was due at once when it was stored, by whatever clock.
      is.and([is('attempts', '=', 0), is('nextAt', '<=', is.ref('createdAt'))]),
      isWrong(is, 'nextAt', longestQueue),
      is.and([is('attempts', '>', 0), isWrong(is, 'nextAt', longestRetry)]),
      is.and([is('attempts', '=', 0), isWrong(is, 'createdAt', 0)]),
    ])
  const isFree = (is: Expressions) => is.or([is('leasedUntil', '<=', time), isWrong(is, 'leasedUntil', leaseTime)])
  return query
    .updateTable('deliveries')
    .set({lease: randomUUID(), leasedUntil: time + leaseTime})
    .where('id', 'in', ({selectFrom}) =>
      selectFrom('deliveries')
        .select('id')
        .where('state', '=', 'waiting')
        .where(isDue)
        .where(isFree)
        .where(
          'sink',
          'in',
          sinks.map(({name}) => name),
        )
        .orderBy('nextAt')
        .limit(most),
    )
    .where('state', '=', 'waiting')
    .where(isFree)
    .returning(['id', 'enquiryId', 'sink', 'attempts', 'reached', 'createdAt', 'lease'])
    .execute()
}

async function attempt(outbox: Outbox, delivery: Claimed): Promise<void> {
  const {database, sinks, now, random, log} = outbox
  const leased = () =>
    database.query.updateTable('deliveries').where('id', '=', delivery.id).where('lease', '=', delivery.lease)
  const attempts = delivery.attempts + 1
  let isRenewing = false
  const renewal = setInterval(() => {
    // One at a time: an earlier one that is done later would shorten the lease, and each holds a connection.
    if (isRenewing) return
    isRenewing = true
    leased()
      .set({leasedUntil: now() + leaseTime})
      .execute()
      // The next one may succeed.
      .catch(() => {})
      .finally(() => {
        isRenewing = false
      })
  }, leaseTime / 4)
  renewal.unref()
  try {
    const enquiry = await readEnquiry(database, delivery.enquiryId)
    // Erased in the meantime.
    if (!enquiry) return
    const reached = delivery.reached.split('\n').filter(Boolean)
    await sinks.find(({name}) => name === delivery.sink)?.send(enquiry, now(), reached)
    clearInterval(renewal)
    await leased().set({state: 'delivered', attempts, leasedUntil: 0, problem: null}).execute()
  } catch (error) {
    clearInterval(renewal)
    const problem = error instanceof DeliveryError ? error.message : 'failed'
    const reached = error instanceof PartialDelivery ? error.reached.join('\n') : delivery.reached
    const wait = backoff(attempts, random)
    const isOver = attempts >= leastAttempts && now() - delivery.createdAt >= giveUpAfter
    const state = isOver ? 'dead' : 'waiting'
    await leased()
      .set({state, attempts, problem, reached, leasedUntil: 0, nextAt: now() + wait})
      .execute()
    const outcome = reached ? 'reached not all recipients' : `failed, attempt ${attempts}`
    const next = state === 'dead' ? 'given up' : `next attempt in ${Math.round(wait / 1000)} s`
    log(`Enquiry ${delivery.enquiryId}: ${delivery.sink} ${outcome} (${problem}); ${next}`)
  } finally {
    clearInterval(renewal)
  }
}

/** The pause after so many failed attempts: doubled each time up to an hour, with a jitter of up to a half. */
export function backoff(attempts: number, random: () => number): number {
  const full = Math.min(longestRetry, firstRetry * 2 ** Math.min(attempts - 1, 30))
  return Math.round(full * (0.5 + random() / 2))
}
