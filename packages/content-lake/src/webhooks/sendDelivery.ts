import {createHash} from 'node:crypto'
import {encodeSignatureHeader, SIGNATURE_HEADER_NAME} from '@sanity/webhook'
import type {ResolvedLakeOptions, WebhookConfig} from '../types.ts'
import {operationOf} from './operationOf.ts'
import type {Delivery} from './WebhookQueue.ts'

const TIMEOUT_MS = 30_000

/** The same for every attempt at one delivery, so that a receiver can tell a repeat. */
function idempotencyKey(webhook: WebhookConfig, {transactionId, documentId}: Delivery): string {
  return createHash('sha256').update(`${webhook.name}\0${transactionId}\0${documentId}`).digest('hex').slice(0, 32)
}

async function headersOf(webhook: WebhookConfig, delivery: Delivery, options: ResolvedLakeOptions): Promise<Headers> {
  return new Headers({
    'content-type': 'application/json',
    'idempotency-key': idempotencyKey(webhook, delivery),
    'sanity-dataset': options.dataset,
    'sanity-document-id': delivery.documentId,
    'sanity-operation': operationOf(delivery) ?? 'update',
    'sanity-project-id': options.projectId,
    'sanity-transaction-id': delivery.transactionId,
    'sanity-transaction-time': delivery.transactionTime,
    'sanity-webhook-id': webhook.name,
    // Each attempt is signed anew, so that a receiver may refuse old signatures.
    [SIGNATURE_HEADER_NAME]: await encodeSignatureHeader(delivery.body, Date.now(), webhook.secret),
  })
}

interface SendRequest {
  webhook: WebhookConfig
  delivery: Delivery
  options: ResolvedLakeOptions
  signal: AbortSignal
}

/** Posts one delivery. Returns undefined once it is acknowledged with a 2xx, otherwise what went wrong. */
export async function sendDelivery({webhook, delivery, options, signal}: SendRequest): Promise<string | undefined> {
  try {
    const response = await fetch(webhook.url, {
      method: 'POST',
      headers: await headersOf(webhook, delivery, options),
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    // Read to the end, so that the connection can be used again.
    await response.arrayBuffer()
    return response.ok ? undefined : `answered ${response.status}`
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return `did not answer within ${TIMEOUT_MS / 1000} s`
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return `could not be reached (${cause instanceof Error && 'code' in cause ? cause.code : 'request failed'})`
  }
}
