import {setTimeout as delay} from 'node:timers/promises'
import {isLoopbackName} from '../access/origins.ts'
import type {Lake, WebhookConfig} from '../types.ts'
import {compileWebhook, type RenderBody} from './compileWebhook.ts'
import {FailureReport} from './FailureReport.ts'
import {sendDelivery} from './sendDelivery.ts'
import type {Delivery, WebhookQueue} from './WebhookQueue.ts'

const FIRST_RETRY_MS = 250
/** A receiver on this machine is usually restarting: it should not wait long for what it missed. */
const LONGEST_RETRY_MS = {loopback: 1_000, elsewhere: 60_000}
/** How long a request under way may take to finish when the lake closes. */
const CLOSING_GRACE_MS = 1_000

/** Delivers the queue of one webhook, one request at a time and in commit order, until each was acknowledged. */
export class WebhookWorker {
  readonly #webhook: WebhookConfig
  readonly #queue: WebhookQueue
  readonly #lake: Pick<Lake, 'options' | 'documents'>
  readonly #render: RenderBody
  readonly #longestRetry: number
  readonly #closing = new AbortController()
  readonly #abort = new AbortController()
  readonly #failures = new FailureReport((message) => this.#log(message))
  readonly #skips = new FailureReport((message) => this.#log(message))
  #busy = false
  #running: Promise<void> = Promise.resolve()

  constructor(webhook: WebhookConfig, queue: WebhookQueue, lake: Pick<Lake, 'options' | 'documents'>) {
    this.#webhook = webhook
    this.#queue = queue
    this.#lake = lake
    this.#render = compileWebhook(webhook, lake)
    const {hostname} = new URL(webhook.url)
    this.#longestRetry = isLoopbackName(hostname) ? LONGEST_RETRY_MS.loopback : LONGEST_RETRY_MS.elsewhere
  }

  /** Starts on the queue unless it is at it already. */
  wake(): void {
    if (this.#busy || this.#closing.signal.aborted) return
    this.#busy = true
    this.#running = this.#drain().catch((error) => this.#log(`stopped until the next change: ${String(error)}`))
  }

  /** Stops; what was not acknowledged stays queued for the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    const grace = setTimeout(() => this.#abort.abort(), CLOSING_GRACE_MS)
    await this.#running
    clearTimeout(grace)
  }

  async #drain(): Promise<void> {
    try {
      while (!this.#closing.signal.aborted) {
        const delivery = this.#queue.next(this.#webhook.name)
        if (!delivery) return
        await this.#handle(delivery)
      }
    } finally {
      // In the same tick as the last look at the queue: a commit in between would otherwise wake nobody.
      this.#busy = false
    }
  }

  async #handle(delivery: Delivery): Promise<void> {
    const body = delivery.body || this.#bodyOf(delivery)
    const failure = body && (await this.#send({...delivery, body}))
    if (body && failure) await this.#backOff({...delivery, body}, failure)
    else {
      this.#queue.remove(delivery.id)
      if (body) this.#failures.end()
    }
  }

  #send(delivery: Delivery): Promise<string | undefined> {
    const {options} = this.#lake
    return sendDelivery({webhook: this.#webhook, delivery, options, signal: this.#abort.signal})
  }

  #bodyOf(delivery: Delivery): string | null {
    try {
      const body = this.#render(delivery)
      this.#skips.end()
      return body
    } catch (error) {
      // It would fail the same way every time and hold up all that follow.
      this.#skips.add(`skips a change: its filter or projection cannot be evaluated (${String(error)})`)
      return null
    }
  }

  async #backOff(delivery: Delivery, failure: string): Promise<void> {
    if (this.#closing.signal.aborted) return
    const attempts = delivery.attempts + 1
    const wait = Math.min(FIRST_RETRY_MS * 2 ** delivery.attempts, this.#longestRetry)
    this.#queue.recordFailure({...delivery, attempts}, Date.now() + wait)
    this.#failures.add(failure)
    await delay(wait, undefined, {signal: this.#closing.signal}).catch(() => {})
  }

  #log(message: string): void {
    this.#lake.options.log(`Webhook "${this.#webhook.name}" ${message}`)
  }
}
