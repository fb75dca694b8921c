import {z} from 'zod'
import {readLimited} from '../enquiries/readLimited.ts'
import {signatureHeader, verifySignature} from './verifySignature.ts'

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
  | {accepted: true; change: Change; body: string; signature: string}
  | {accepted: false; status: 400 | 401 | 413 | 415; reason: string}

/**
 * Reads a signed webhook. Only a signature that was checked and found right and recent counts: a missing header, a
 * missing secret and a wrong signature are all refused.
 */
export async function readWebhook(request: Request, secret: string | undefined, now = Date.now()): Promise<Webhook> {
  if (!secret) return refuse(401, 'SANITY_WEBHOOK_SECRET is not set on the site')
  const signature = request.headers.get(signatureHeader)
  if (!signature) return unsigned
  if (!request.headers.get('content-type')?.startsWith('application/json')) return refuse(415, 'Only JSON is read')
  const bytes = await readLimited(request.body, bodyLimit)
  if (!bytes) return refuse(413, 'The body is too large')
  if (!verifySignature(signature, bytes, secret, now)) return unsigned
  const body = Buffer.from(bytes).toString()
  const read = change.safeParse(parse(body))
  if (!read.success) return refuse(400, 'The body must be {_id, _type, _rev, operation}')
  return {accepted: true, change: read.data, body, signature}
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
