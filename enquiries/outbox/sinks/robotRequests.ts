import {createHmac} from 'node:crypto'
import type {Enquiry} from '../../enquiry.ts'
import {describeEnquiry, subjectOf} from './describeEnquiry.ts'
import type {WebhookRequest} from './webhookSink.ts'

/** WeCom refuses a longer text. */
const wecomBytes = 2048
/** DingTalk refuses a longer request. */
const dingtalkBytes = 18_000

/** A message by the robot of a WeCom group. Its address holds its key, so that nothing is to be signed. */
export function wecomRequest(url: string, enquiry: Enquiry): WebhookRequest {
  const content = shorten(`${subjectOf(enquiry)}\n${describeEnquiry(enquiry)}`, wecomBytes)
  return {url, headers: {}, body: JSON.stringify({msgtype: 'text', text: {content}})}
}

interface DingtalkMessage {
  url: string
  /** Of a robot whose messages are to be signed; another has none. */
  secret: string
  enquiry: Enquiry
  now: number
}

/** A message by the robot of a DingTalk group, signed where it has a secret. */
export function dingtalkRequest({url, secret, enquiry, now}: DingtalkMessage): WebhookRequest {
  const target = new URL(url)
  if (secret) {
    target.searchParams.set('timestamp', String(now))
    target.searchParams.set('sign', createHmac('sha256', secret).update(`${now}\n${secret}`).digest('base64'))
  }
  const content = shorten(`${subjectOf(enquiry)}\n${describeEnquiry(enquiry)}`, dingtalkBytes)
  return {url: target.href, headers: {}, body: JSON.stringify({msgtype: 'text', text: {content}})}
}

/** As much of a text as fits into so many bytes; the number of the enquiry at its end stays. */
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
