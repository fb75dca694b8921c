import {createHash} from 'node:crypto'
import {setTimeout as delay} from 'node:timers/promises'
import {encodeSignatureHeader, SIGNATURE_HEADER_NAME} from '@sanity/webhook'
import {isLoopbackName} from '../access/origins.ts'
import type {Lake, PendingDeliveries} from '../Lake.ts'
import {OutOfBudget} from '../query/limits/StepBudget.ts'
import type {ResolvedLakeOptions} from '../resolveOptions.ts'
import type {WebhookConfig} from '../types.ts'
import {compileWebhook} from './compileWebhook.ts'
import {type Delivery, operationOf, type WebhookQueue, webhookQueue} from './WebhookQueue.ts'

const QUIET_MS = 60_000

/** Logs the first failure at once, then their number at most once a minute, and the recovery. */
export function createFailureReport(report: (message: string) => void, now = () => performance.now()) {
  let count = 0
  let reportedAt = 0
  let firstAt = 0

  function add(failure: string): void {
    const time = now()
    count += 1
    if (count === 1) firstAt = time
    else if (time - reportedAt < QUIET_MS) return
    reportedAt = time
    report(count === 1 ? failure : `${failure}; ${count} failures so far`)
  }

  function end(): void {
    if (count === 0) return
    const seconds = Math.round((now() - firstAt) / 1000)
    report(`works again after ${count} ${count === 1 ? 'failure' : 'failures'} in ${seconds} s`)
    count = 0
  }

  return {add, end}
}

/** Starts delivery to the webhooks, first of what is pending. Throws for a misconfigured one. */
export function startWebhooks(lake: Lake): {pending: Lake['pendingDeliveries']; close(): Promise<void>} {
  const {webhooks} = lake.options
  checkWebhooks(webhooks)
  const queue = webhookQueue(lake.database)
  for (const [name, count] of queue.keepOnly(webhooks.map(({name}) => name))) {
    const what = `${count} ${count === 1 ? 'delivery' : 'deliveries'} to webhook "${name}", which is configured no more,`
    lake.log.problem(`${what} ${count === 1 ? 'is' : 'are'} dropped`)
  }
  const workers = webhooks.map((webhook) => createWorker(webhook, queue, lake))
  // Never unsubscribed: a commit during shutdown is queued for the next start.
  lake.beforeCommit((transaction) => queue.add(webhooks, transaction))
  const stopListening = lake.onTransaction(() => {
    for (const worker of workers) worker.wake()
  })
  for (const worker of workers) worker.wake()
  return {
    pending: () => workers.flatMap((worker) => worker.pending() ?? []),
    async close() {
      stopListening()
      await Promise.all(workers.map((worker) => worker.close()))
    },
  }
}

function checkWebhooks(webhooks: readonly WebhookConfig[]): void {
  const names = new Set<string>()
  for (const {name, url, secret, on} of webhooks) {
    if (!name || names.has(name)) throw new Error(`Webhook names must be given and differ: "${name}" does not.`)
    names.add(name)
    const {protocol, username, password} = URL.parse(url) ?? {}
    if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`Webhook "${name}" needs an http or https URL.`)
    if (username || password) {
      throw new Error(
        `Webhook "${name}" has a user name or password in its URL, which are not sent: the secret signs its requests.`,
      )
    }
    if (!secret) throw new Error(`Webhook "${name}" needs a secret, so that its receiver can tell who calls.`)
    if (on.length === 0) throw new Error(`Webhook "${name}" is on nothing: give create, update or delete.`)
  }
}

const FIRST_RETRY_MS = 250
/** Retry sooner: a local receiver is usually restarting. */
const LONGEST_RETRY_MS = {loopback: 1_000, elsewhere: 60_000}
const RENDER_TRIES = 3
/** Grace period for the current request on close. */
const CLOSING_GRACE_MS = 1_000

/** Delivers one webhook's queue in commit order, one request at a time, with retries until acknowledged. */
function createWorker(webhook: WebhookConfig, queue: WebhookQueue, lake: Pick<Lake, 'options' | 'documents' | 'log'>) {
  const closing = new AbortController()
  const abort = new AbortController()
  const problems = createFailureReport(log)
  const skips = createFailureReport(log)
  /** The last delivery that was done. */
  let acknowledged = 0
  /** The last one that was removed: a full disk keeps in the queue what was done. */
  let removed = 0
  let busy = false
  let running: Promise<void> = Promise.resolve()
  const render = compileWebhook(webhook, lake)
  const {hostname} = new URL(webhook.url)
  const longestRetry = isLoopbackName(hostname) ? LONGEST_RETRY_MS.loopback : LONGEST_RETRY_MS.elsewhere

  function wake(): void {
    if (busy || closing.signal.aborted) return
    busy = true
    running = drain()
  }

  /** Stops; pending deliveries stay queued for the next start. */
  async function close(): Promise<void> {
    closing.abort()
    const grace = setTimeout(() => abort.abort(), CLOSING_GRACE_MS)
    await running
    clearTimeout(grace)
  }

  /** Without what was done, which a full disk keeps in the queue. */
  const pending = (): PendingDeliveries | undefined => queue.pending(webhook.name, acknowledged)

  async function drain(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; ) {
      let failure: string | undefined
      try {
        const delivery = queue.next(webhook.name, acknowledged)
        if (delivery) failure = await handle(delivery)
        else if (removed === acknowledged) break
        else failure = removeDone()
      } catch (error) {
        // Retries: a full disk may have room again without another change.
        failure = `is held up: ${String(error)}`
      }
      if (failure === undefined) {
        failures = 0
        problems.end()
      } else if (!closing.signal.aborted) {
        problems.add(failure)
        const wait = Math.min(FIRST_RETRY_MS * 2 ** failures, longestRetry)
        failures += 1
        await delay(wait, undefined, {signal: closing.signal}).catch(() => {})
      }
    }
    // Synchronously after the last check: a commit in between would go unnoticed.
    busy = false
  }

  /** Returns why the delivery has to be repeated; undefined once it is done. */
  async function handle(delivery: Delivery): Promise<string | undefined> {
    const {id} = delivery
    const body = delivery.body || (await bodyOf(delivery))
    const failure = body && (await send({...delivery, body}))
    if (body && failure) {
      if (!delivery.body) queue.keepBody(id, body)
      return failure
    }
    acknowledged = id
    // If that fails, what follows does not wait for it: once nothing is left to send, it is tried again and reported.
    removeDone()
    return undefined
  }

  /** Returns why what was done could not be removed. */
  function removeDone(): string | undefined {
    try {
      queue.removeUpTo(webhook.name, acknowledged)
      removed = acknowledged
      return undefined
    } catch (error) {
      return `has taken all, but that cannot be noted: ${String(error)}`
    }
  }

  /** Posts a delivery. Returns undefined on a 2xx, else the problem. */
  async function send(delivery: Delivery): Promise<string | undefined> {
    try {
      const response = await fetch(webhook.url, {
        method: 'POST',
        headers: await headersOf(webhook, delivery, lake.options),
        body: delivery.body,
        redirect: 'manual',
        signal: AbortSignal.any([abort.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await discardBody(response)
      return response.ok ? undefined : `answered ${response.status}`
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') return `did not answer within ${TIMEOUT_MS / 1000} s`
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      return `could not be reached (${reasonOf(cause)})`
    }
  }

  async function bodyOf(delivery: Delivery): Promise<string | null> {
    for (let tries = 1; ; tries += 1) {
      try {
        const body = render(delivery)
        skips.end()
        return body
      } catch (error) {
        // The machine may have been busy, and other requests go on between two tries.
        if (error instanceof OutOfBudget && tries < RENDER_TRIES) {
          await delay(FIRST_RETRY_MS)
          continue
        }
        // A retry would fail alike and block later deliveries.
        skips.add(`skips a change: its filter or projection cannot be evaluated (${String(error)})`)
        return null
      }
    }
  }

  function log(message: string): void {
    lake.log.problem(`Webhook "${webhook.name}" ${message}`)
  }

  return {wake, pending, close}
}

const TIMEOUT_MS = 30_000

function idempotencyKey(webhook: WebhookConfig, {transactionId, documentId}: Delivery): string {
  return createHash('sha256').update(`${webhook.name}\0${transactionId}\0${documentId}`).digest('hex').slice(0, 32)
}

/** Percent-encodes what a header cannot carry, such as Chinese. */
const headerText = (text: string): string => text.toWellFormed().replace(/[^\x20-\x7e]+/g, encodeURIComponent)

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
    'sanity-webhook-id': headerText(webhook.name),
    // A new signature per attempt, as receivers may reject old ones.
    [SIGNATURE_HEADER_NAME]: await encodeSignatureHeader(delivery.body, Date.now(), webhook.secret),
  })
}

const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? String(('code' in cause && cause.code) || cause.message) : String(cause)

const LONGEST_ANSWER = 64 * 1024

/** Reads a short body, so that the connection can be reused; drops a longer one. The status counts, however the body ends. */
async function discardBody({body}: Response): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength
      if (bytes > LONGEST_ANSWER) break
    }
  } catch {}
}
