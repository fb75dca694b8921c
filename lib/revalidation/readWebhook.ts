import type {NextRequest} from 'next/server'
import {parseBody} from 'next-sanity/webhook'
import {z} from 'zod'

const change = z.object({
  _id: z.string(),
  _type: z.string(),
  _rev: z.string().nullish(),
  operation: z.enum(['create', 'update', 'delete']).nullish(),
})

export type Change = z.output<typeof change>

export type Webhook = {accepted: true; change: Change} | {accepted: false; status: 400 | 401; reason: string}

/**
 * Reads a signed webhook. Only a signature that was checked and found right counts: a missing header, a missing secret
 * and a wrong signature are all refused.
 */
export async function readWebhook(request: NextRequest, secret: string | undefined): Promise<Webhook> {
  if (!secret) return {accepted: false, status: 401, reason: 'SANITY_WEBHOOK_SECRET is not set on the site'}
  // Before the library does: it would write a line to the log for every stranger who knocks.
  if (!request.headers.get('sanity-webhook-signature')) return refused
  // The library waits three seconds for the content CDN unless told not to; the site never asks the CDN.
  const {body, isValidSignature} = await parseBody<unknown>(request, secret, false).catch(() => unreadable)
  if (isValidSignature !== true) return refused
  const read = change.safeParse(body)
  if (!read.success) return {accepted: false, status: 400, reason: 'The body must be {_id, _type, _rev, operation}'}
  return {accepted: true, change: read.data}
}

const refused: Webhook = {accepted: false, status: 401, reason: 'The signature is missing or wrong'}

const unreadable = {body: null, isValidSignature: false}
