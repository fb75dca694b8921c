/**
 * The requests that the webhook's handler takes, those of the site to itself among them.
 *
 * - a change: reports a document that was published, changed or unpublished
 * - `compareAll`: a change of no document, sent by the site: compare all pages with what is published. Catching up repeats it
 *   until the content API has answered
 * - `relayed`: a change that another instance received first
 * - `stale`: pages that the site has to mark stale once more
 * - a replay: a copy of a change that was accepted before
 */
import {createHash, createHmac} from 'node:crypto'
import {z} from 'zod'
import {readSiteEnv} from '../../lib/env.ts'
import {parseJson} from '../../lib/json.ts'
import {readLimited} from '../../lib/readBody.ts'
import {isRoute, type Route} from '../../lib/routes.ts'
import {
  type SignedRequest,
  signatureHeader,
  signatureLife,
  signWebhook,
  verifySignature,
} from '../../lib/webhookSignature.ts'
import {webhookPath} from '../../sanity/siteWebhook.ts'
import {instanceState} from '../instanceState.ts'
import {requestSelf} from '../requestSelf.ts'

type Env = Record<string, string | undefined>

/** In bytes; far more than the webhook's projection can fill. */
const bodyLimit = 64 * 1024

const change = z.object({
  _id: z.string(),
  _type: z.string(),
  _rev: z.string().nullish(),
  operation: z.enum(['create', 'update', 'delete']).nullish(),
})

export interface ChangeWebhook {
  accepted: true
  change: z.output<typeof change>
  body: string
  signature: string
  /** Equal for all copies of one webhook. */
  id: string
  /** Another instance received it first. */
  relayed: boolean
}

export type Webhook =
  | ChangeWebhook
  | {accepted: true; stale: Route[]}
  | {accepted: false; status: 400 | 401 | 413 | 415; reason: string}

const staleRoutes = z.object({stale: z.array(z.string())})

/**
 * Reads a signed webhook, or a request of the site to itself. Accepts only a valid, recent signature: a missing header, a
 * missing secret and a wrong signature are all refused. `id` identifies the webhook however its signature is spelled.
 */
export async function readWebhook(request: Request, secret: string | undefined, now = Date.now()): Promise<Webhook> {
  if (!secret) return refuse(401, 'SANITY_WEBHOOK_SECRET is not set on the site')
  const signature = request.headers.get(signatureHeader)
  const internal = request.headers.get(internalHeader)
  if (!signature && internal === null) return unsigned
  if (!request.headers.get('content-type')?.startsWith('application/json')) return refuse(415, 'Only JSON is read')
  const bytes = await readLimited(request.body, bodyLimit)
  if (!bytes) return refuse(413, 'The body is too large, or breaks off')
  const kind = internal === null ? 'webhook' : await readInternal(internal, bytes, secret, now)
  if (!kind) return unsigned
  const body = Buffer.from(bytes).toString()
  if (kind === 'stale') {
    const read = staleRoutes.safeParse(parseJson(body))
    return read.success
      ? {accepted: true, stale: read.data.stale.filter(isRoute)}
      : refuse(400, 'The body must be {stale}')
  }
  const time = signature ? await verifySignature(signature, bytes, secret, now) : undefined
  if (!signature || time === undefined) return unsigned
  const read = change.safeParse(parseJson(body))
  if (!read.success) return refuse(400, 'The body must be {_id, _type, _rev, operation}')
  const id = `${time}.${createHash('sha256').update(bytes).digest('base64url')}`
  return {accepted: true, change: read.data, body, signature, id, relayed: kind === 'relayed'}
}

function refuse(status: 400 | 401 | 413 | 415, reason: string): Webhook {
  return {accepted: false, status, reason}
}

const unsigned = refuse(401, 'The signature is missing, wrong or old')

/** More than the webhooks of an hour. */
const replayLimit = 5000

/** Remembers the ids of verified webhooks for as long as their signatures are valid, so that a captured one does nothing. */
export class Replays {
  readonly #seen = new Map<string, {time: number; applied: Promise<boolean>}>()

  /** Whether an earlier copy was applied, once that is known; undefined if there was none. */
  outcome(id: string, now: number): Promise<boolean> | undefined {
    const seen = this.#seen.get(id)
    return seen && now - seen.time <= signatureLife ? seen.applied : undefined
  }

  add(id: string, now: number, applied: Promise<boolean>): void {
    this.#seen.set(id, {time: now, applied})
    for (const [oldest, {time}] of this.#seen) {
      if (this.#seen.size <= replayLimit && now - time <= signatureLife) break
      this.#seen.delete(oldest)
    }
  }

  /** Lets a failed webhook be sent again. */
  forget(id: string): void {
    this.#seen.delete(id)
  }
}

/** Header that marks a request of the site to its own webhook. */
export const internalHeader = 'site-internal'

/** `_type` of the site's own webhook that names no document: compare all pages with what is published. */
export const compareAll = 'compareAll'

const kinds = ['relayed', 'stale'] as const
type InternalKind = (typeof kinds)[number]

/** Signs a request of the site to itself. The signature covers the kind and uses a key that signs nothing else. */
export async function signInternal(kind: InternalKind, body: string, secret: string, now: number): Promise<string> {
  const {signature} = await signWebhook(`${kind}\n${body}`, internalKey(secret), now)
  return `${kind} ${signature}`
}

/** Kind of a request of the site to itself; undefined unless the signature is valid. */
async function readInternal(
  header: string,
  body: Uint8Array,
  secret: string,
  now: number,
): Promise<InternalKind | undefined> {
  const kind = kinds.find((name) => header.startsWith(`${name} `))
  if (!kind) return undefined
  const signed = Buffer.concat([Buffer.from(`${kind}\n`), body])
  const time = await verifySignature(header.slice(kind.length + 1), signed, internalKey(secret), now)
  return time === undefined ? undefined : kind
}

/** Derived, so that a captured webhook cannot pass as an internal request, nor an internal key sign a webhook. */
function internalKey(secret: string): string {
  return createHmac('sha256', secret).update('site-internal-requests').digest('base64url')
}

/**
 * Posts a webhook to this very server, because only a request can revalidate tags. Marked as relayed, so that it is not
 * broadcast again. Resolves with whether it succeeded.
 */
export async function forwardWebhook(env: Env, {body, signature}: SignedRequest): Promise<boolean> {
  const {selfOrigin, webhookSecret = ''} = readSiteEnv(env)
  const response = await postInternal('relayed', body, {
    origin: selfOrigin,
    secret: webhookSecret,
    headers: {[signatureHeader]: signature},
  }).catch(() => undefined)
  return response?.ok ?? false
}

/** Requests a comparison of all pages with what is published. Resolves with whether it succeeded. */
async function compareAllPages(env: Env): Promise<boolean> {
  const {webhookSecret} = readSiteEnv(env)
  if (!webhookSecret) return true
  const body = JSON.stringify({_id: compareAll, _type: compareAll})
  // Nothing can be signed before 2021, as on a machine that has just started and does not know the time yet.
  const webhook = await signWebhook(body, webhookSecret, Date.now()).catch(() => undefined)
  return webhook !== undefined && forwardWebhook(env, webhook)
}

/** Marks pages stale in a request of its own: tags take effect only once their request has been answered. */
export async function revalidateAgain(stale: Route[], {origin, secret}: Self): Promise<void> {
  await postInternal('stale', JSON.stringify({stale}), {origin, secret})
}

interface Self {
  /** Origin of this server. */
  origin: string
  /** The webhook's secret. */
  secret: string
}

/** In milliseconds: it waits for the content API, and for pages that are rendered. */
const longestComparison = 5 * 60_000

async function postInternal(
  kind: InternalKind,
  body: string,
  {origin, secret, headers}: Self & {headers?: Record<string, string>},
): Promise<Response> {
  return requestSelf(origin + webhookPath, {
    method: 'POST',
    signal: AbortSignal.timeout(longestComparison),
    headers: {
      ...headers,
      [internalHeader]: await signInternal(kind, body, secret, Date.now()),
      'Content-Type': 'application/json',
    },
    body,
  })
}

/** Retry delays in milliseconds: short while the server starts, longer when the content API stays away. */
const retryDelays = [200, 500, 1000, 2000, 5000]

/**
 * Compares all pages with what is published, retrying until the content API has answered. Pages may be old because a
 * process ended between a webhook and its pages, a webhook came while no site was up, or the build was made from the
 * seed.
 */
export async function catchUp(env: Env, wait: (milliseconds: number) => Promise<void> = sleep): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    await wait(retryDelays[Math.min(attempt, retryDelays.length - 1)] ?? 0)
    const hasSucceeded = await compareAllPages(env)
    instanceState().hasCompared = true
    instanceState().onCompared?.()
    if (hasSucceeded) return
  }
}

/** In milliseconds. */
const compareInterval = 5 * 60_000

/**
 * Compares all pages with what is published as long as the process lives: a webhook may have been lost, and a page that could
 * not be rendered may be good again.
 */
export function compareRegularly(env: Env): void {
  setInterval(() => void compareAllPages(env), compareInterval).unref()
}

/** Unreferenced: does not keep the process alive. */
function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
