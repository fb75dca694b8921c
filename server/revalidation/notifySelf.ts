import {readSiteEnv} from '../../lib/env.ts'
import type {SignedRequest} from '../../lib/webhookSignature.ts'
import {signWebhook} from '../../lib/webhookSignature.ts'
import {webhookPath} from '../../sanity/webhook.ts'
import {internalHeader, signInternal} from './internalRequests.ts'
import {signatureHeader} from './readWebhook.ts'

/** A webhook of our own that names no document: all pages are to be compared with what is published. */
export const compareAll = 'compareAll'

/** Asks this very server to compare all pages with what is published. Resolves with whether it has. */
export async function askToCompareAll(env: Record<string, string | undefined>): Promise<boolean> {
  const {webhookSecret} = readSiteEnv(env)
  if (!webhookSecret) return true
  const body = JSON.stringify({_id: compareAll, _type: compareAll})
  return notifySelf(env, {body, signature: signWebhook(body, webhookSecret, Date.now()).signature})
}

/**
 * Hands a webhook to this very server, whose tags only a request of its own can renew. Resolves with whether it was
 * carried out. It is marked as passed on, by a signature of the site's own, so that it is not passed on again.
 */
export async function notifySelf(
  env: Record<string, string | undefined>,
  {body, signature}: SignedRequest,
): Promise<boolean> {
  const {selfOrigin, webhookSecret = ''} = readSiteEnv(env)
  const response = await fetch(selfOrigin + webhookPath, {
    method: 'POST',
    headers: {
      [signatureHeader]: signature,
      [internalHeader]: signInternal('relayed', body, webhookSecret, Date.now()),
      'Content-Type': 'application/json',
    },
    body,
  }).catch(() => undefined)
  return response?.ok ?? false
}
