import {createHmac, randomBytes} from 'node:crypto'
import {type Kysely, sql} from 'kysely'
import {networkOf} from '../lib/networkOf.ts'
import type {EnquiryDatabase, EnquiryTables} from './database/openDatabase.ts'

const hour = 60 * 60_000

/**
 * How much clocks of several instances may differ, in milliseconds. A stored time that lies further ahead than any rule puts
 * it is from a clock that was wrong and has been set back, and counts as past: nothing waits for that time to come.
 */
export const clockDrift = hour

/** The same for the limits: with an hour, a clock that is set back by one would turn visitors away for as long. */
const limitDrift = 5 * 60_000

/** A rate limit: `count` at once, and `count` more over each period. */
export interface Limit {
  count: number
  /** In milliseconds. */
  period: number
  /** How far ahead, in milliseconds, more are accepted that have to wait; none without it. */
  queue?: number
}

/**
 * Limits of enquiries. Generous: a whole company may share one address. Beyond the limit of all addresses together,
 * enquiries are accepted for a day and delivered at that pace, so that a flood from many addresses delays an honest
 * enquiry but loses none.
 */
export const submissionLimits: {address: Limit; all: Limit} = {
  address: {count: 10, period: hour},
  all: {count: 300, period: hour, queue: 24 * hour},
}

interface Taking {
  bucket: string
  limit: Limit
  now: number
}

/**
 * Takes a token of a bucket. Returns how long to wait for one's turn, in milliseconds, or undefined if none is left.
 * GCRA in one statement, so that concurrent instances cannot take the same token: the row holds when the bucket will be
 * empty again.
 */
export async function takeToken(
  database: Kysely<EnquiryTables>,
  {bucket, limit, now}: Taking,
): Promise<number | undefined> {
  const each = Math.ceil(limit.period / limit.count)
  const furthest = now + limit.period + (limit.queue ?? 0)
  const ahead = (await longestQueue(database, limit, now)) + limitDrift
  const taken = await database
    .insertInto('rateLimits')
    .values({bucket, arrival: now + each})
    .onConflict((conflict) =>
      conflict
        .column('bucket')
        .doUpdateSet(({ref}) => {
          const arrival = ref('rateLimits.arrival')
          const isKept = sql`${arrival} > ${now} and ${arrival} <= ${ahead}`
          return {arrival: sql<number>`case when ${isKept} then ${arrival} else ${now} end + ${each}`}
        })
        .where(({or, eb}) =>
          or([eb('rateLimits.arrival', '<=', furthest - each), eb('rateLimits.arrival', '>', ahead)]),
        ),
    )
    .returning('arrival')
    .executeTakeFirst()
  return taken && Math.max(0, Number(taken.arrival) - now - limit.period)
}

/** The furthest that a bucket can have come by now: with a queue, which is long, by no more than enquiries are there for it. */
async function longestQueue(
  database: Kysely<EnquiryTables>,
  {period, count, queue}: Limit,
  now: number,
): Promise<number> {
  if (queue === undefined) return now + period
  const stored = await database
    .selectFrom('enquiries')
    .select(({fn}) => fn.countAll().as('count'))
    .where('createdAt', '>', now - period - queue)
    .where('createdAt', '<=', now)
    .executeTakeFirstOrThrow()
  return now + Math.min(period + queue, Number(stored.count) * Math.ceil(period / count))
}

/** Name prefix of the daily salts; those of earlier days are deleted (`eraseExpired`). */
export const saltPrefix = 'address-salt-'

/**
 * The rate limit bucket of an address: a hash with the day's salt. The address itself is not stored, and once the salt
 * is deleted the hash cannot be traced back to it.
 */
export async function addressBucket(database: EnquiryDatabase, address: string, now: number): Promise<string> {
  const day = new Date(now).toISOString().slice(0, 10)
  const salt = await sharedSecret(database, saltPrefix + day, now)
  return `address:${createHmac('sha256', salt).update(networkOf(address)).digest('base64url')}`
}

/** A secret shared by all instances, created on first use. */
export async function sharedSecret({query}: EnquiryDatabase, name: string, now: number): Promise<string> {
  const find = () => query.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()
  const known = await find()
  if (known) return known.value
  await query
    .insertInto('secrets')
    .values({name, value: randomBytes(32).toString('base64url'), createdAt: now})
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const made = await find()
  if (!made) throw new Error(`The secret ${name} could not be kept`)
  return made.value
}
