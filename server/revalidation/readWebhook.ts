import {createHash} from 'node:crypto'
import {z} from 'zod'
import {readLimited} from '../../lib/readBody.ts'
import {isRoute, type Route} from '../../lib/routes.ts'
import {verifySignature} from '../../lib/webhookSignature.ts'
import {internalHeader, readInternal} from './internalRequests.ts'

/** The header in which the content API signs. */
export const signatureHeader = 'sanity-webhook-signature'

/** Far more than the webhook's projection can fill. */
const bodyLimit = 64 * 1024

const change = z.object({
  _id: z.string(),
  _type: z.string(),
  _rev: z.string().nullish(),
  operation: z.enum(['create', 'update', 'delete']).nullish(),
})

export type Change = z.output<typeof change>

export type Webhook =
  | {accepted: true; change: Change; body: string; signature: string; id: string; relayed: boolean}
  | {accepted: true; again: Route[]}
  | {accepted: false; status: 400 | 401 | 413 | 415; reason: string}

const repetition = z.object({again: z.array(z.string())})

/**
 * Reads a signed webhook, or a request of the site to itself. `id` is the same for the same webhook, however its
 * signature is written. Only a signature that was checked and found right and recent counts: a missing header, a
 * missing secret and a wrong signature are all refused.
 */
export async function readWebhook(request: Request, secret: string | undefined, now = Date.now()): Promise<Webhook> {
  if (!secret) return refuse(401, 'SANITY_WEBHOOK_SECRET is not set on the site')
  const signature = request.headers.get(signatureHeader)
  const internal = request.headers.get(internalHeader)
  if (!signature && internal === null) return unsigned
  if (!request.headers.get('content-type')?.startsWith('application/json')) return refuse(415, 'Only JSON is read')
  const bytes = await readLimited(request.body, bodyLimit)
  if (!bytes) return refuse(413, 'The body is too large')
  const kind = internal === null ? undefined : readInternal(internal, bytes, secret, now)
  if (internal !== null && !kind) return unsigned
  const body = Buffer.from(bytes).toString()
  if (kind === 'again') {
    const read = repetition.safeParse(parse(body))
    return read.success
      ? {accepted: true, again: read.data.again.filter(isRoute)}
      : refuse(400, 'The body must be {again}')
  }
  const time = signature ? verifySignature(signature, bytes, secret, now) : undefined
  if (!signature || time === undefined) return unsigned
  const read = change.safeParse(parse(body))
  if (!read.success) return refuse(400, 'The body must be {_id, _type, _rev, operation}')
  const id = `${time}.${createHash('sha256').update(bytes).digest('base64url')}`
  return {accepted: true, change: read.data, body, signature, id, relayed: kind === 'relayed'}
}

function refuse(status: 400 | 401 | 413 | 415, reason: string): Webhook {
  return {accepted: false, status, reason}
}

const unsigned = refuse(401, 'The signature is missing, wrong or old')

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
