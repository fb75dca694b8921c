import {createHmac} from 'node:crypto'
import {signWebhook} from '../../lib/webhookSignature.ts'
import type {Enquiry} from '../enquiry.ts'
import type {WebhookSettings} from '../enquiryEnv.ts'
import {describeEnquiry, subjectOf} from '../formats.ts'
import {DeliveryError, type Sink} from './outbox.ts'

const timeout = 20_000
/** The longest text that WeCom accepts. */
const wecomBytes = 2048
/** Below the longest request that DingTalk accepts. */
const dingtalkBytes = 18_000

interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** Posts each enquiry to a URL: signed JSON, or a message by the robot of a WeCom or DingTalk group. */
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
        // Reported as it is: a redirect would turn the enquiry into a GET, or send it to somebody else.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      }).catch((error: unknown) => {
        throw new DeliveryError(`webhook ${codeOf(error)}`)
      })
      if (!response.ok) throw new DeliveryError(`webhook ${response.status}`)
      // The robots answer 200 to a message that they refuse, with an error code in the body.
      if (format !== 'json') await assertAccepted(response)
    },
  }
}

/** Signed like the content API's webhooks: `t=<ms>,v1=<HMAC of "<t>.<body>">`. */
async function jsonRequest(url: string, secret: string, enquiry: Enquiry, now: number): Promise<WebhookRequest> {
  const {deliveries: _, note: __, status: ___, changedAt: ____, ...given} = enquiry
  const {body, signature} = await signWebhook(JSON.stringify(given), secret, now)
  return {url, body, headers: {'enquiry-webhook-signature': signature, 'Idempotency-Key': enquiry.id}}
}

/** A WeCom message. The robot's URL holds its key, so it is not signed. */
function wecomRequest(url: string, enquiry: Enquiry): WebhookRequest {
  const content = shorten(`${subjectOf(enquiry)}\n${describeEnquiry(enquiry)}`, wecomBytes)
  return {url, headers: {}, body: JSON.stringify({msgtype: 'text', text: {content}})}
}

interface DingtalkMessage {
  url: string
  /** Empty if the robot does not ask for signatures. */
  secret: string
  enquiry: Enquiry
  now: number
}

/** A DingTalk message, signed if there is a secret. */
function dingtalkRequest({url, secret, enquiry, now}: DingtalkMessage): WebhookRequest {
  const target = new URL(url)
  if (secret) {
    target.searchParams.set('timestamp', String(now))
    target.searchParams.set('sign', createHmac('sha256', secret).update(`${now}\n${secret}`).digest('base64'))
  }
  const content = shorten(`${subjectOf(enquiry)}\n${describeEnquiry(enquiry)}`, dingtalkBytes)
  return {url: target.href, headers: {}, body: JSON.stringify({msgtype: 'text', text: {content}})}
}

/** Cuts a text to a number of bytes; its last line, the enquiry's number, stays. */
function shorten(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  const end = text.slice(text.lastIndexOf('\n'))
  const mark = '…'
  let room = bytes - Buffer.byteLength(mark + end)
  let kept = ''
  for (const character of text) {
    room -= Buffer.byteLength(character)
    if (room < 0) break
    kept += character
  }
  return kept + mark + end
}

async function assertAccepted(response: Response): Promise<void> {
  const answer: unknown = await response.json().catch(() => undefined)
  const code = typeof answer === 'object' && answer !== null && 'errcode' in answer ? answer.errcode : 'none'
  if (code !== 0) throw new DeliveryError(`webhook errcode ${typeof code === 'number' ? code : 'missing'}`)
}

function codeOf(error: unknown): string {
  if (error instanceof DOMException) return error.name
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'failed'
}
