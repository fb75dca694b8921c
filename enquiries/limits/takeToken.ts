import {type Kysely, sql} from 'kysely'
import type {EnquiryTables} from '../database/tables.ts'

/** So many at once, and as many again over the whole period. */
export interface Limit {
  count: number
  /** In milliseconds. */
  period: number
  /** For how long, in milliseconds, more are taken that must wait for their turn; none without it. */
  queue?: number
}

interface Taking {
  bucket: string
  limit: Limit
  now: number
}

/**
 * Takes one of a bucket's places. Returns how long to wait for one's turn, in milliseconds; undefined where none is left. One statement, so that instances that ask at once cannot
 * take the same one (GCRA: the row holds when the bucket will be empty again).
 */
export async function takeToken(
  database: Kysely<EnquiryTables>,
  {bucket, limit, now}: Taking,
): Promise<number | undefined> {
  const each = Math.ceil(limit.period / limit.count)
  const latest = now + limit.period + (limit.queue ?? 0) - each
  const taken = await database
    .insertInto('rateLimits')
    .values({bucket, arrival: now + each})
    .onConflict((conflict) =>
      conflict
        .column('bucket')
        .doUpdateSet(({ref}) => {
          const arrival = ref('rateLimits.arrival')
          return {arrival: sql<number>`case when ${arrival} > ${now} then ${arrival} else ${now} end + ${each}`}
        })
        .where('rateLimits.arrival', '<=', latest),
    )
    .returning('arrival')
    .executeTakeFirst()
  return taken && Math.max(0, Number(taken.arrival) - now - limit.period)
}
