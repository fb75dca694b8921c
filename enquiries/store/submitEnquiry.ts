import {createHmac, randomUUID} from 'node:crypto'
import type {EnquiryDatabase} from '../database/openDatabase.ts'
import type {NewEnquiry} from '../enquiry.ts'
import {addressBucket} from '../limits/addressBucket.ts'
import {secretNamed} from '../limits/secretNamed.ts'
import {submissionLimits} from '../limits/submissionLimits.ts'
import {type Limit, takeToken} from '../limits/takeToken.ts'

/** Without a key of the form's own, the same words within this time are the same submission. */
const sameWithin = 10 * 60_000

export interface Submission {
  enquiry: NewEnquiry
  /** Made by the form; a browser without JavaScript has none. */
  formKey: string
  address: string
  /** Kept to be looked at, never delivered. */
  isSpam?: boolean
  /** Where it is to be delivered. */
  sinks: readonly string[]
  now: number
}

export type SubmissionResult = 'stored' | 'known' | 'limited'

class KnownSubmission extends Error {}
class LimitReached extends Error {}

/**
 * Stores an enquiry with its deliveries, as a whole and once: the same submission again is already known, however often
 * and wherever it comes in at once. Nothing is stored, nor counted, where a limit is reached.
 */
export async function submitEnquiry(
  database: EnquiryDatabase,
  submission: Submission,
  limits = submissionLimits,
): Promise<SubmissionResult> {
  const {enquiry, address, isSpam = false, sinks, now} = submission
  const keys = submissionKeys(await secretNamed(database, 'submission-keys', now), submission)
  const bucket = await addressBucket(database, address, now)
  const id = randomUUID()
  try {
    return await database.query.transaction().execute(async (transaction): Promise<SubmissionResult> => {
      const status = isSpam ? 'spam' : 'new'
      await transaction
        .insertInto('enquiries')
        .values({id, createdAt: now, changedAt: now, status, ...enquiry})
        .execute()
      // A submission that comes in elsewhere at the same time waits here until this one is done.
      const taken = await transaction
        .insertInto('submissionKeys')
        .values(keys.map((key) => ({key, enquiryId: id})))
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning('key')
        .execute()
      if (taken.length < keys.length) throw new KnownSubmission()
      const take = async (name: string, limit: Limit) => {
        // What bots leave is counted apart, so that it takes no place of a person's.
        const wait = await takeToken(transaction, {bucket: isSpam ? `spam:${name}` : name, limit, now})
        if (wait === undefined) throw new LimitReached()
        return wait
      }
      await take(bucket, limits.address)
      const nextAt = now + (await take('all', limits.all))
      const deliveries = isSpam ? [] : sinks.map((sink) => deliveryOf({enquiryId: id, sink, createdAt: now, nextAt}))
      if (deliveries.length > 0) await transaction.insertInto('deliveries').values(deliveries).execute()
      return 'stored'
    })
  } catch (error) {
    if (error instanceof KnownSubmission) return 'known'
    if (error instanceof LimitReached) return 'limited'
    throw error
  }
}

function deliveryOf(delivery: {enquiryId: string; sink: string; createdAt: number; nextAt: number}) {
  return {id: randomUUID(), state: 'waiting' as const, ...delivery}
}

/**
 * What identifies a submission: the form's key with its content, so that a corrected one is another. Without a key the
 * content and the time, in two windows that overlap, so that no border between two lets the same pass twice.
 */
function submissionKeys(secret: string, {enquiry, formKey, now}: Submission): string[] {
  const content = JSON.stringify(Object.entries(enquiry).sort(([a], [b]) => (a < b ? -1 : 1)))
  const window = Math.floor(now / sameWithin)
  const names = formKey ? [`form:${formKey}`] : [`time:${window}`, `time:${window + 1}`]
  return names.map((name) => createHmac('sha256', secret).update(`${name}\n${content}`).digest('base64url'))
}
