import type {Lake} from '../Lake.ts'
import type {WebhookConfig} from '../types.ts'
import {webhookQueue} from './WebhookQueue.ts'
import {WebhookWorker} from './WebhookWorker.ts'

function checkWebhooks(webhooks: readonly WebhookConfig[]): void {
  const names = new Set<string>()
  for (const {name, url, secret, on} of webhooks) {
    if (!name || names.has(name)) throw new Error(`Webhook names must be given and differ: "${name}" does not.`)
    names.add(name)
    const protocol = URL.canParse(url) ? new URL(url).protocol : ''
    if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`Webhook "${name}" needs an http or https URL.`)
    if (!secret) throw new Error(`Webhook "${name}" needs a secret, so that its receiver can tell who calls.`)
    if (on.length === 0) throw new Error(`Webhook "${name}" is on nothing: give create, update or delete.`)
  }
}

/**
 * Starts delivery to the configured webhooks, first of what an earlier run left pending. Throws for a misconfigured
 * one.
 */
export function startWebhooks(lake: Lake): {close(): Promise<void>} {
  const {webhooks} = lake.options
  checkWebhooks(webhooks)
  const queue = webhookQueue(lake.database)
  for (const [name, count] of queue.keepOnly(webhooks.map(({name}) => name))) {
    const what = `${count} ${count === 1 ? 'delivery' : 'deliveries'} to webhook "${name}", which is configured no more,`
    lake.log.problem(`${what} ${count === 1 ? 'is' : 'are'} dropped`)
  }
  const workers = webhooks.map((webhook) => new WebhookWorker(webhook, queue, lake))
  // Never unsubscribed: a commit during shutdown is queued for the next start.
  lake.beforeCommit((transaction) => queue.add(webhooks, transaction))
  const stopListening = lake.onTransaction(() => {
    for (const worker of workers) worker.wake()
  })
  for (const worker of workers) worker.wake()
  return {
    async close() {
      stopListening()
      await Promise.all(workers.map((worker) => worker.close()))
    },
  }
}
