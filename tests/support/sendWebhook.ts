import {signWebhook} from '../../lib/webhookSignature.ts'
import {webhookPath} from '../../sanity/webhook.ts'

/** Tells a site of a change, once, as the content API does; resolves with the status of its answer. */
export async function sendWebhook(siteUrl: string, secret: string, documentId: string): Promise<number> {
  const body = JSON.stringify({_id: documentId, _type: 'page', operation: 'update'})
  const {signature} = await signWebhook(body, secret, Date.now())
  const headers = {'sanity-webhook-signature': signature, 'content-type': 'application/json'}
  return (await fetch(siteUrl + webhookPath, {method: 'POST', headers, body})).status
}
