/**
 * Several instances of the site, each with a page cache of its own, act on a webhook that reaches one of them: it is
 * broadcast over Redis. Redis stores nothing: an instance that was cut off compares all pages with what is published.
 */
import {createClient, ErrorReply} from '@redis/client'
import {z} from 'zod'
import {coalesce} from '../../lib/coalesce.ts'
import {readSiteEnv} from '../../lib/env.ts'
import {parseJson} from '../../lib/json.ts'
import type {SignedRequest} from '../../lib/webhookSignature.ts'
import {instanceState} from '../instanceState.ts'
import {catchUp, compareAll, forwardWebhook} from './readWebhook.ts'

type Env = Record<string, string | undefined>

declare global {
  /** Global, because instrumentation and the webhook's handler are bundled apart and share no module state. */
  var siteRelay: Relay | undefined
}

/** Joins the other instances of the site, if `REDIS_URL` is set. */
export function joinInstances(env: Env): void {
  const {redisUrl} = readSiteEnv(env)
  if (!redisUrl) return
  globalThis.siteRelay = openRelay({
    url: redisUrl,
    apply: (webhook) => forwardWebhook(env, webhook),
    catchUp: coalesce(() => catchUp(env)),
  })
  instanceState().isRedisConnected = globalThis.siteRelay.isConnected
}

/** Broadcasts a webhook to the other instances, if there are any. */
export async function broadcastWebhook(webhook: SignedRequest): Promise<void> {
  await globalThis.siteRelay?.broadcast(webhook)
}

interface RelayOptions {
  /** The address of Redis. */
  url: string
  /** Carries out a webhook that another instance received. Resolves with whether it succeeded. */
  apply(webhook: SignedRequest): Promise<boolean>
  /** Compares all pages with what is published. */
  catchUp(): Promise<void>
}

export interface Relay {
  /** Sends a webhook to all other instances. Never rejects: an instance that misses it finds out by comparing. */
  broadcast(webhook: SignedRequest): Promise<void>
  /** Whether it is subscribed to the others now. */
  isConnected(): boolean
  close(): void
}

/** The channel of Redis on which instances tell each other of webhooks. */
export const channel = 'site:webhooks'

/** How long a broadcast may delay the response to the content API, in milliseconds. */
const broadcastTimeout = 1000

/** Interval of asking Redis for a sign of life, in milliseconds. */
const pingInterval = 5000

/**
 * After so many milliseconds without a byte a connection counts as lost: a Redis that hangs, or a firewall that forgets the
 * connection, ends none, and the instance would hear of no publish.
 */
const longestSilence = 15_000

/** Interval of comparing pages while Redis is away, in milliseconds. */
const intervalWithoutRedis = 5000

const message = z.object({body: z.string(), signature: z.string()})

/** Connects to Redis and keeps trying to. */
export function openRelay({url, apply, catchUp}: RelayOptions): Relay {
  const connect = () =>
    createClient({
      url,
      disableOfflineQueue: true,
      pingInterval,
      socket: {
        connectTimeout: 2000,
        socketTimeout: longestSilence,
        reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 2000),
      },
    })
  const publisher = connect()
  const subscriber = connect()
  let missedBroadcast = false
  let isAway = false
  let isSubscribed = false
  const isConnected = () => subscriber.isReady && isSubscribed
  let comparedAt = performance.now()

  const compare = () => {
    comparedAt = performance.now()
    void catchUp()
  }
  const receive = async (text: string) => {
    const webhook = message.safeParse(parseJson(text))
    if (!webhook.success || !(await apply(webhook.data))) compare()
  }
  const publish = async (text: string) => {
    try {
      await Promise.race([publisher.publish(channel, text), timeout(broadcastTimeout)])
      missedBroadcast = false
    } catch (error) {
      // While Redis is away, the subscriber has said so.
      if (!missedBroadcast && isConnected()) {
        console.error(
          `Redis took no message for the other instances${reasonOf(error)}: they hear of this publish later.`,
        )
      }
      missedBroadcast = true
    }
  }
  const reportAway = (problem: string) => {
    if (!isAway) console.error(`${problem}. Meanwhile ${instead}`)
    isAway = true
  }
  const join = () => {
    if (isAway) console.warn('Redis answers again: instances tell each other of publishes.')
    isAway = false
    compare()
  }
  let isSubscribing = false
  const subscribe = () => {
    if (isSubscribing) return
    isSubscribing = true
    void subscriber
      .subscribe(channel, (text) => void receive(text))
      .then(() => {
        isSubscribed = true
        join()
      })
      .catch((error: unknown) => {
        const remedy = `Allow its user the channel ${channel}, to subscribe and to publish`
        if (subscriber.isReady) reportAway(`Redis refuses the subscription${reasonOf(error)}. ${remedy}`)
      })
      .finally(() => {
        isSubscribing = false
      })
  }

  // An error without a listener would end the process.
  publisher.on('error', () => undefined)
  subscriber.on('error', (error: unknown) => reportAway(`Redis does not answer${reasonOf(error)}`))
  // `compareAll` is no valid webhook, so all others compare their pages.
  publisher.on('ready', () => missedBroadcast && void publish(compareAll))
  // After an interruption the client has subscribed again by itself, but has missed the messages in between.
  subscriber.on('ready', () => (isSubscribed ? join() : subscribe()))
  for (const client of [publisher, subscriber]) client.connect().catch(() => undefined)
  const timer = setInterval(() => {
    if (isConnected() || performance.now() - comparedAt < intervalWithoutRedis) return
    compare()
    if (subscriber.isReady) subscribe()
  }, 1000)
  timer.unref()

  return {
    broadcast: (webhook) => publish(JSON.stringify(webhook)),
    isConnected,
    close() {
      clearInterval(timer)
      for (const client of [publisher, subscriber]) client.destroy()
    },
  }
}

const instead = `this instance compares its pages with what is published every ${intervalWithoutRedis / 1000} seconds.`

/** The code of an error of the system, or the first word of Redis's answer. Omits the URL, which may contain a password. */
function reasonOf(error: unknown): string {
  if (error instanceof ErrorReply) return ` (${error.message.split(' ', 1)[0]})`
  return error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
}

function timeout(milliseconds: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('Redis is too slow')), milliseconds).unref())
}
