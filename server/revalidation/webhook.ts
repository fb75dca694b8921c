/** The webhook's request: reading, verification and replay protection. */
import {createHash} from 'node:crypto'
import {z} from 'zod'
import {parseJson} from '../../lib/json.ts'
import {readLimited} from '../../lib/readBody.ts'
import {isRoute, type Route} from '../../lib/routes.ts'
import {signatureHeader, signatureLife, verifySignature} from '../../lib/webhookSignature.ts'
import {internalHeader, readInternal} from './selfRequests.ts'

/** In bytes; far more than the webhook's projection can fill. */
const bodyLimit = 64 * 1024

const change = z.object({
  _id: z.string(),
  _type: z.string(),
  _rev: z.string().nullish(),
  operation: z.enum(['create', 'update', 'delete']).nullish(),
})

export interface ChangeWebhook {
  accepted: true
  change: z.output<typeof change>
  body: string
  signature: string
  /** The same for each copy. */
  id: string
  /** Sent by another instance. */
  relayed: boolean
}

export type Webhook =
  | ChangeWebhook
  | {accepted: true; again: Route[]}
  | {accepted: false; status: 400 | 401 | 413 | 415; reason: string}

const repetition = z.object({again: z.array(z.string())})

/**
 * Reads a signed webhook, or a request of the site to itself. Accepts only a valid, recent signature: a missing header, a
 * missing secret and a wrong signature are all refused. `id` identifies the webhook however its signature is spelled.
 */
export async function readWebhook(request: Request, secret: string | undefined, now = Date.now()): Promise<Webhook> {
  if (!secret) return refuse(401, 'SANITY_WEBHOOK_SECRET is not set on the site')
  const signature = request.headers.get(signatureHeader)
  const internal = request.headers.get(internalHeader)
  if (!signature && internal === null) return unsigned
  if (!request.headers.get('content-type')?.startsWith('application/json')) return refuse(415, 'Only JSON is read')
  const bytes = await readLimited(request.body, bodyLimit)
  if (!bytes) return refuse(413, 'The body is too large')
  const kind = internal === null ? undefined : await readInternal(internal, bytes, secret, now)
  if (internal !== null && !kind) return unsigned
  const body = Buffer.from(bytes).toString()
  if (kind === 'again') {
    const read = repetition.safeParse(parseJson(body))
    return read.success
      ? {accepted: true, again: read.data.again.filter(isRoute)}
      : refuse(400, 'The body must be {again}')
  }
  const time = signature ? await verifySignature(signature, bytes, secret, now) : undefined
  if (!signature || time === undefined) return unsigned
  const read = change.safeParse(parseJson(body))
  if (!read.success) return refuse(400, 'The body must be {_id, _type, _rev, operation}')
  const id = `${time}.${createHash('sha256').update(bytes).digest('base64url')}`
  return {accepted: true, change: read.data, body, signature, id, relayed: kind === 'relayed'}
}

function refuse(status: 400 | 401 | 413 | 415, reason: string): Webhook {
  return {accepted: false, status, reason}
}

const unsigned = refuse(401, 'The signature is missing, wrong or old')

/** Upper bound of the webhooks in an hour. */
const replayLimit = 5000

/** Remembers the ids of verified webhooks for as long as their signatures are valid, so that a captured one does nothing. */
export class Replays {
  readonly #seen = new Map<string, number>()

  has(id: string, now: number): boolean {
    const time = this.#seen.get(id)
    return time !== undefined && now - time <= signatureLife
  }

  add(id: string, now: number): void {
    this.#seen.set(id, now)
    for (const [oldest, time] of this.#seen) {
      if (this.#seen.size <= replayLimit && now - time <= signatureLife) break
      this.#seen.delete(oldest)
    }
  }

  /** Accepts a failed webhook again. */
  forget(id: string): void {
    this.#seen.delete(id)
  }
}
