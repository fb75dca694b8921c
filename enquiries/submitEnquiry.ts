import {createHmac, randomUUID} from 'node:crypto'
import type {EnquiryDatabase} from './database/openDatabase.ts'
import type {NewEnquiry} from './enquiry.ts'
import {addressBucket, type Limit, sharedSecret, submissionLimits, takeToken} from './limits.ts'

/** Without a form key, the same content within this time is the same submission. */
const sameWithin = 10 * 60_000

export interface Submission {
  enquiry: NewEnquiry
  /** Idempotency key made by the form's script; empty without JavaScript. */
  formKey: string
  address: string
  /** Stored, but not delivered. */
  isSpam?: boolean
  /** Names of the sinks to deliver to. */
  sinks: readonly string[]
  now: number
}

export type SubmissionResult = 'stored' | 'known' | 'limited'

class KnownSubmission extends Error {}
class LimitReached extends Error {}

/**
 * Stores an enquiry with its deliveries in one transaction. Idempotent: a repeated submission is `known`, also when it
 * arrives concurrently or at another instance. Over a limit nothing is stored or counted.
 */
export async function submitEnquiry(
  database: EnquiryDatabase,
  submission: Submission,
  limits = submissionLimits,
): Promise<SubmissionResult> {
  const {enquiry, address, isSpam = false, sinks, now} = submission
  const keys = submissionKeys(await sharedSecret(database, 'submission-keys', now), submission)
  const bucket = await addressBucket(database, address, now)
  const id = randomUUID()
  try {
    return await database.query.transaction().execute(async (transaction): Promise<SubmissionResult> => {
      const status = isSpam ? 'spam' : 'new'
      await transaction
        .insertInto('enquiries')
        .values({id, createdAt: now, changedAt: now, status, ...enquiry})
        .execute()
      // A concurrent duplicate waits here until this transaction ends.
      const taken = await transaction
        .insertInto('submissionKeys')
        .values(keys.map((key) => ({key, enquiryId: id})))
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning('key')
        .execute()
      if (taken.length < keys.length) throw new KnownSubmission()
      const take = async (name: string, limit: Limit) => {
        // Spam has buckets of its own, so that it takes no person's place.
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
 * Idempotency keys. With a form key: the key and the content, so that a corrected form is another submission. Without one: the
 * content and two overlapping time windows, so that a duplicate cannot slip through at a window's edge. The version of the
 * privacy statement is left out, as it changes between two attempts.
 */
function submissionKeys(secret: string, {enquiry, formKey, now}: Submission): string[] {
  const {privacyVersion: _, ...given} = enquiry
  const content = JSON.stringify(Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1)))
  const window = Math.floor(now / sameWithin)
  const names = formKey ? [`form:${formKey}`] : [`time:${window}`, `time:${window + 1}`]
  return names.map((name) => createHmac('sha256', secret).update(`${name}\n${content}`).digest('base64url'))
}
