import {createHmac} from 'node:crypto'
import {signWebhook, verifySignature} from '../../lib/webhookSignature.ts'

/** The header by which the site knows a request of its own. */
export const internalHeader = 'site-internal'

/** A webhook that another instance was told first, or pages that are to be marked stale once more. */
const kinds = ['relayed', 'again'] as const
export type InternalKind = (typeof kinds)[number]

/** Signs a request of the site to itself. Its kind is signed with it, by a key that signs nothing else. */
export function signInternal(kind: InternalKind, body: string, secret: string, now: number): string {
  return `${kind} ${signWebhook(`${kind}\n${body}`, keyOf(secret), now).signature}`
}

/** The kind of a request of the site to itself; undefined where the header is not the site's own. */
export function readInternal(header: string, body: Uint8Array, secret: string, now: number): InternalKind | undefined {
  const kind = kinds.find((name) => header.startsWith(`${name} `))
  if (!kind) return undefined
  const signed = Buffer.concat([Buffer.from(`${kind}\n`), body])
  return verifySignature(header.slice(kind.length + 1), signed, keyOf(secret), now) === undefined ? undefined : kind
}

/** Whoever captures a webhook has no signature by this key, and whoever knows the key can sign no webhook. */
function keyOf(secret: string): string {
  return createHmac('sha256', secret.trim()).update('site-internal-requests').digest('base64url')
}
