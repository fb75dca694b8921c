import {createHmac, timingSafeEqual} from 'node:crypto'

/** The header in which the content API signs. */
export const signatureHeader = 'sanity-webhook-signature'

/** How old a signature may be, in milliseconds: the content API repeats for half an hour what it could not deliver. */
export const signatureLife = 60 * 60_000

/** How far ahead the sender's clock may be. */
const clockDrift = 5 * 60_000

/**
 * When a body was signed with the secret, in milliseconds; undefined where it was not, or not recently. Takes the same time whatever of the signature is right, so
 * that nobody can guess it piece by piece.
 */
export function verifySignature(signature: string, body: Uint8Array, secret: string, now: number): number | undefined {
  const [, time = '', given = ''] = /^t=(\d{13})[, ]+v1=([\w-]{43})$/.exec(signature.trim()) ?? []
  if (!time) return undefined
  const expected = createHmac('sha256', secret.trim()).update(`${time}.`).update(body).digest()
  if (!timingSafeEqual(expected, Buffer.from(given, 'base64url'))) return undefined
  const age = now - Number(time)
  return age <= signatureLife && age >= -clockDrift ? Number(time) : undefined
}
