import {createHmac, timingSafeEqual} from 'node:crypto'

/** A body with the header that signs it. */
export interface SignedRequest {
  body: string
  signature: string
}

/** Header of the content API's signature. */
export const signatureHeader = 'sanity-webhook-signature'

/** How old a signature may be, in milliseconds: the content API retries for half an hour. */
export const signatureLife = 60 * 60_000

/** How far ahead the sender's clock may be. */
const clockDrift = 5 * 60_000

/** Signs a body as Sanity signs its webhooks: `t=<milliseconds>,v1=<HMAC of "<t>.<body>">`. */
export function signWebhook(body: string, secret: string, time: number): SignedRequest {
  return {body, signature: `t=${time},v1=${digestOf(body, secret, time).toString('base64url')}`}
}

/**
 * When a body was signed with the secret, in milliseconds; undefined where it was not, or not recently. Compares in
 * constant time.
 */
export function verifySignature(signature: string, body: Uint8Array, secret: string, now: number): number | undefined {
  const [, time = '', given = ''] = /^t=(\d{13})[, ]+v1=([\w-]{43})$/.exec(signature.trim()) ?? []
  if (!time) return undefined
  if (!timingSafeEqual(digestOf(body, secret, time), Buffer.from(given, 'base64url'))) return undefined
  const age = now - Number(time)
  return age <= signatureLife && age >= -clockDrift ? Number(time) : undefined
}

function digestOf(body: string | Uint8Array, secret: string, time: number | string): Buffer {
  return createHmac('sha256', secret.trim()).update(`${time}.`).update(body).digest()
}
