import {createClient} from '@redis/client'
import {z} from 'zod'
import type {SignedRequest} from '../../lib/webhookSignature.ts'

interface RelayOptions {
  /** The address of Redis. */
  url: string
  /** Carries out what another instance was told. Resolves with whether it could. */
  apply(webhook: SignedRequest): Promise<boolean>
  /** Compares all pages with what is published. */
  catchUp(): Promise<void>
}

export interface Relay {
  /** Tells all other instances of a webhook. Never fails: whoever does not hear of it finds out by comparing. */
  announce(webhook: SignedRequest): Promise<void>
  close(): void
}

const channel = 'site:webhooks'
/** Somebody could not tell the others: they are to compare. */
const gap = 'gap'

/** How long an announcement may hold up the answer to the content API, in milliseconds. */
const patience = 1000

/** How often an instance that hears nothing from Redis compares its pages with what is published, in milliseconds. */
const pauseWithoutRedis = 5000
/** How often it does so anyway, for a webhook that was lost on the way to us. */
const pauseWithRedis = 5 * 60_000

const message = z.object({body: z.string(), signature: z.string()})

/**
 * Lets several instances of the site, each with a page cache of its own, act on a webhook that reaches one of them.
 * Nothing depends on Redis to keep what it was given: an instance that was cut off compares all pages with what is
 * published when it is back, and every few seconds meanwhile.
 */
export function openRelay({url, apply, catchUp}: RelayOptions): Relay {
  const connect = () =>
    createClient({
      url,
      disableOfflineQueue: true,
      pingInterval: 10_000,
      socket: {connectTimeout: 2000, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 2000)},
    })
  const publisher = connect()
  const subscriber = connect()
  let untold = false
  let isAway = false
  let comparedAt = performance.now()

  const compare = () => {
    comparedAt = performance.now()
    void catchUp()
  }
  const hear = async (text: string) => {
    const webhook = message.safeParse(parse(text))
    if (!webhook.success || !(await apply(webhook.data))) compare()
  }
  const publish = async (text: string) => {
    try {
      await Promise.race([publisher.publish(channel, text), timeout(patience)])
      untold = false
    } catch {
      untold = true
    }
  }

  // Without a listener an error would end the process.
  publisher.on('error', () => undefined)
  subscriber.on('error', (error: unknown) => {
    if (!isAway) reportAway(error)
    isAway = true
  })
  publisher.on('ready', () => untold && void publish(gap))
  let subscribed = false
  subscriber.on('ready', () => {
    isAway = false
    // Where it was subscribed before, it is again by now, and has missed what came in between.
    if (subscribed) return compare()
    subscribed = true
    subscriber
      .subscribe(channel, (text) => void hear(text))
      .then(compare, () => {
        subscribed = false
      })
  })
  for (const client of [publisher, subscriber]) client.connect().catch(() => undefined)
  const timer = setInterval(() => {
    const pause = subscriber.isReady ? pauseWithRedis : pauseWithoutRedis
    if (performance.now() - comparedAt >= pause) compare()
  }, 1000)
  timer.unref()

  return {
    announce: (webhook) => publish(JSON.stringify(webhook)),
    close() {
      clearInterval(timer)
      for (const client of [publisher, subscriber]) client.destroy()
    },
  }
}

/** The address may hold a password and stays out of the log. */
function reportAway(error: unknown): void {
  const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  console.error(
    `Redis does not answer${reason}: until it does, this instance compares its pages with what is published every ${pauseWithoutRedis / 1000} seconds.`,
  )
}

function timeout(milliseconds: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('Redis is too slow')), milliseconds).unref())
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
