import {signWebhook} from '../../lib/webhookSignature.ts'
import {webhookPath} from '../../sanity/siteWebhook.ts'

/** Sends a signed webhook to a site once. Resolves with the response's status. */
export async function sendWebhook(siteUrl: string, secret: string, documentId: string): Promise<number> {
  const body = JSON.stringify({_id: documentId, _type: 'page', operation: 'update'})
  const {signature} = await signWebhook(body, secret, Date.now())
  const headers = {'sanity-webhook-signature': signature, 'content-type': 'application/json'}
  return (await fetch(siteUrl + webhookPath, {method: 'POST', headers, body})).status
}
