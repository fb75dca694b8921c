import {webhookPath} from '../../sanity/webhook.ts'
import {readSiteEnv} from '../env.ts'
import {signWebhook} from './signWebhook.ts'

/** Long enough for a server that still starts, then patient: the content API may be away. */
const pauses = [200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000]

/**
 * Compares all pages with what is published, once at start, by a webhook to ourselves: a process that ended between a
 * webhook and its pages has left them old, and so has a webhook that came while there was no site.
 */
export async function catchUp(env: Record<string, string | undefined>): Promise<void> {
  const {selfOrigin, webhookSecret} = readSiteEnv(env)
  if (!webhookSecret) return
  const body = JSON.stringify({_id: 'start', _type: 'start'})
  for (const pause of pauses) {
    await new Promise((resolve) => setTimeout(resolve, pause).unref())
    const {signature} = signWebhook(body, webhookSecret, Date.now())
    const response = await fetch(selfOrigin + webhookPath, {
      method: 'POST',
      headers: {'sanity-webhook-signature': signature, 'Content-Type': 'application/json'},
      body,
    }).catch(() => undefined)
    if (response?.ok) return
  }
}
