import type {EnquiryDatabase} from '../database/openDatabase.ts'
import {saltPrefix} from '../limits/addressBucket.ts'

const day = 24 * 60 * 60_000
/** What bots left is of no use to anybody for longer. */
const spamDays = 30

/** Erases one enquiry for good, with all that belongs to it. False where there is none. */
export async function forgetEnquiry(database: EnquiryDatabase, id: string): Promise<boolean> {
  const {numDeletedRows} = await database.query.deleteFrom('enquiries').where('id', '=', id).executeTakeFirst()
  await database.afterErasing()
  return numDeletedRows > 0n
}

interface Retention {
  now: number
  days: number
}

/**
 * Erases what is older than personal data may be kept, and what the limits no longer need. Returns how many enquiries
 * that were.
 */
export async function eraseExpired(database: EnquiryDatabase, {now, days}: Retention): Promise<number> {
  const {query} = database
  const erased = await query
    .deleteFrom('enquiries')
    .where(({or, and, eb}) =>
      or([
        eb('createdAt', '<', now - days * day),
        and([eb('status', '=', 'spam'), eb('createdAt', '<', now - Math.min(days, spamDays) * day)]),
      ]),
    )
    .executeTakeFirst()
  await query
    .deleteFrom('rateLimits')
    .where('arrival', '<', now - day)
    .execute()
  await query
    .deleteFrom('secrets')
    .where('name', 'like', `${saltPrefix}%`)
    .where('createdAt', '<', now - day)
    .execute()
  // Also without anything erased now: another process may have been reading when something was.
  await database.afterErasing()
  return Number(erased.numDeletedRows)
}
