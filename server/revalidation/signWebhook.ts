import {createHmac} from 'node:crypto'
import type {SignedRequest} from './siteRequests.ts'

/** Signs a body as the content API signs its webhooks. */
export function signWebhook(body: string, secret: string, time: number): SignedRequest {
  const digest = createHmac('sha256', secret.trim()).update(`${time}.${body}`).digest('base64url')
  return {body, signature: `t=${time},v1=${digest}`}
}
