/** Signatures of webhooks, as Sanity makes them: `t=<milliseconds>,v1=<HMAC-SHA-256 of "<t>.<body>">`. */
import {isUtf8} from 'node:buffer'
import {timingSafeEqual} from 'node:crypto'
import {decodeSignatureHeader, encodeSignatureHeader, isSignatureError, SIGNATURE_HEADER_NAME} from '@sanity/webhook'

/** Header of the content API's signature. */
export const signatureHeader = SIGNATURE_HEADER_NAME

/** A body with the header that signs it. */
export interface SignedRequest {
  body: string
  signature: string
}

/** How old a signature may be, in milliseconds: the content API retries for half an hour. */
export const signatureLife = 60 * 60_000

/** How far ahead the sender's clock may be, in milliseconds. */
const clockDrift = 5 * 60_000

/** Signs a body; `time` is in milliseconds. */
export async function signWebhook(body: string, secret: string, time: number): Promise<SignedRequest> {
  return {body, signature: await encodeSignatureHeader(body, time, secret.trim())}
}

/**
 * When a body was signed with the secret, in milliseconds; undefined unless the signature is valid and recent. Compares in
 * constant time, which the library does not.
 */
export async function verifySignature(
  signature: string,
  body: Uint8Array,
  secret: string,
  now: number,
): Promise<number | undefined> {
  // The library signs text: other bytes that decode to the same text must not share its signature.
  if (!isUtf8(body)) return undefined
  try {
    const {timestamp, hashedPayload} = decodeSignatureHeader(signature)
    const expected = await encodeSignatureHeader(Buffer.from(body).toString(), timestamp, secret.trim())
    if (!isEqual(hashedPayload, decodeSignatureHeader(expected).hashedPayload)) return undefined
    const age = now - timestamp
    return age <= signatureLife && age >= -clockDrift ? timestamp : undefined
  } catch (error) {
    if (isSignatureError(error)) return undefined
    throw error
  }
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.byteLength === other.byteLength && timingSafeEqual(one, other)
}
