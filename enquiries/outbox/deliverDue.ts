import {randomUUID} from 'node:crypto'
import type {EnquiryDatabase} from '../database/openDatabase.ts'
import {readEnquiry} from '../store/readEnquiries.ts'
import {backoff, isGivenUp} from './backoff.ts'
import {DeliveryError, type Sink} from './Sink.ts'

/** Longer than any attempt takes. Afterwards another instance may try: this one is taken for dead. */
const leaseTime = 2 * 60_000
const batch = 25

export interface Outbox {
  database: EnquiryDatabase
  sinks: readonly Sink[]
  now: () => number
  random: () => number
  log: (line: string) => void
}

/** Delivers what is due, a few at a time, to the sinks that there are. Returns how many were tried. */
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
  createdAt: number
  lease: string | null
}

/** Takes deliveries for this instance alone. The conditions stand twice, so that of two instances at once one comes late. */
async function claimDue({database: {query}, sinks, now}: Outbox): Promise<Claimed[]> {
  if (sinks.length === 0) return []
  const time = now()
  return query
    .updateTable('deliveries')
    .set({lease: randomUUID(), leasedUntil: time + leaseTime})
    .where('id', 'in', ({selectFrom}) =>
      selectFrom('deliveries')
        .select('id')
        .where('state', '=', 'waiting')
        .where('nextAt', '<=', time)
        .where('leasedUntil', '<=', time)
        .where(
          'sink',
          'in',
          sinks.map(({name}) => name),
        )
        .orderBy('nextAt')
        .limit(batch),
    )
    .where('state', '=', 'waiting')
    .where('leasedUntil', '<=', time)
    .returning(['id', 'enquiryId', 'sink', 'attempts', 'createdAt', 'lease'])
    .execute()
}

async function attempt(outbox: Outbox, delivery: Claimed): Promise<void> {
  const {database, sinks, now, random, log} = outbox
  const mine = () =>
    database.query.updateTable('deliveries').where('id', '=', delivery.id).where('lease', '=', delivery.lease)
  const attempts = delivery.attempts + 1
  try {
    const enquiry = await readEnquiry(database, delivery.enquiryId)
    // Erased in the meantime.
    if (!enquiry) return
    await sinks.find(({name}) => name === delivery.sink)?.send(enquiry, now())
    await mine().set({state: 'delivered', attempts, leasedUntil: 0, problem: null}).execute()
  } catch (error) {
    const problem = error instanceof DeliveryError ? error.message : 'failed'
    const wait = backoff(attempts, random)
    const state = isGivenUp(delivery.createdAt, now()) ? 'dead' : 'waiting'
    await mine()
      .set({state, attempts, problem, leasedUntil: 0, nextAt: now() + wait})
      .execute()
    const next = state === 'dead' ? 'given up' : `next attempt in ${Math.round(wait / 1000)} s`
    log(`Enquiry ${delivery.enquiryId}: ${delivery.sink} failed ${attempts} times (${problem}); ${next}`)
  }
}
