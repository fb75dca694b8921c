import {signWebhook} from '../../../lib/webhookSignature.ts'
import type {Enquiry} from '../../enquiry.ts'
import type {WebhookSettings} from '../../enquiryEnv.ts'
import {DeliveryError, type Sink} from '../Sink.ts'
import {dingtalkRequest, wecomRequest} from './robotRequests.ts'

const timeout = 20_000

export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** Posts each enquiry to an address: signed JSON, or a message by the robot of a WeCom or DingTalk group. */
export function webhookSink({url, secret, format}: WebhookSettings): Sink {
  const requestOf = {
    json: (enquiry: Enquiry, now: number) => jsonRequest(url, secret, enquiry, now),
    wecom: (enquiry: Enquiry) => wecomRequest(url, enquiry),
    dingtalk: (enquiry: Enquiry, now: number) => dingtalkRequest({url, secret, enquiry, now}),
  }[format]
  return {
    name: 'webhook',
    async send(enquiry, now) {
      const {url: target, headers, body} = await requestOf(enquiry, now)
      const response = await fetch(target, {
        method: 'POST',
        headers: {'Content-Type': 'application/json', ...headers},
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      }).catch((error: unknown) => {
        throw new DeliveryError(`webhook ${codeOf(error)}`)
      })
      if (!response.ok) throw new DeliveryError(`webhook ${response.status}`)
      // The robots answer 200 whatever happens, and say in the body whether it worked.
      if (format !== 'json') await assertTaken(response)
    },
  }
}

/** Signed as the content API signs its webhooks: `t=<ms>,v1=<HMAC of "<t>.<body>">`. */
async function jsonRequest(url: string, secret: string, enquiry: Enquiry, now: number): Promise<WebhookRequest> {
  const {deliveries: _, note: __, status: ___, changedAt: ____, ...given} = enquiry
  const {body, signature} = await signWebhook(JSON.stringify(given), secret, now)
  return {url, body, headers: {'enquiry-webhook-signature': signature, 'Idempotency-Key': enquiry.id}}
}

async function assertTaken(response: Response): Promise<void> {
  const answer: unknown = await response.json().catch(() => undefined)
  const code = typeof answer === 'object' && answer !== null && 'errcode' in answer ? answer.errcode : 'none'
  if (code !== 0) throw new DeliveryError(`webhook errcode ${typeof code === 'number' ? code : 'missing'}`)
}

function codeOf(error: unknown): string {
  if (error instanceof DOMException) return error.name
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'failed'
}
