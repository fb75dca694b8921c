/** Requests of the site to itself over loopback: what a visitor would get, and signed requests to its own webhook. */
import {createHmac} from 'node:crypto'
import {readSiteEnv} from '../../lib/env.ts'
import type {Route} from '../../lib/routes.ts'
import {type SignedRequest, signatureHeader, signWebhook, verifySignature} from '../../lib/webhookSignature.ts'
import {errorVersions} from '../../sanity/Snapshot.ts'
import {webhookPath} from '../../sanity/webhook.ts'

type Env = Record<string, string | undefined>

/** Header that marks a request of the site to its own webhook. */
export const internalHeader = 'site-internal'

/** Response header of a share image: the version of the content that it was drawn from. */
export const versionHeader = 'content-version'

/** `_type` of the site's own webhook that names no document: compare all pages with what is published. */
export const compareAll = 'compareAll'

/** `relayed`: a webhook that another instance received first. `again`: pages to mark stale once more. */
const kinds = ['relayed', 'again'] as const
export type InternalKind = (typeof kinds)[number]

/** Signs a request of the site to itself. The signature covers the kind and uses a key that signs nothing else. */
export async function signInternal(kind: InternalKind, body: string, secret: string, now: number): Promise<string> {
  const {signature} = await signWebhook(`${kind}\n${body}`, internalKey(secret), now)
  return `${kind} ${signature}`
}

/** Kind of a request of the site to itself; undefined unless the signature is valid. */
export async function readInternal(
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
  return createHmac('sha256', secret.trim()).update('site-internal-requests').digest('base64url')
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
export async function compareAllPages(env: Env): Promise<boolean> {
  const {webhookSecret} = readSiteEnv(env)
  if (!webhookSecret) return true
  const body = JSON.stringify({_id: compareAll, _type: compareAll})
  return forwardWebhook(env, await signWebhook(body, webhookSecret, Date.now()))
}

/** Marks pages stale in a request of its own: tags take effect only once their request has been answered. */
export async function revalidateAgain(routes: Route[], {origin, secret}: Self): Promise<void> {
  await postInternal('again', JSON.stringify({again: routes}), {origin, secret})
}

interface Self {
  /** Origin of this server. */
  origin: string
  /** The webhook's secret. */
  secret: string
}

async function postInternal(
  kind: InternalKind,
  body: string,
  {origin, secret, headers}: Self & {headers?: Record<string, string>},
): Promise<Response> {
  return fetch(origin + webhookPath, {
    method: 'POST',
    cache: 'no-store',
    headers: {
      ...headers,
      [internalHeader]: await signInternal(kind, body, secret, Date.now()),
      'Content-Type': 'application/json',
    },
    body,
  })
}

/** Body of one of the site's own URLs; empty on errors other than 404, as the payload of a hidden page comes with 404. */
export async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, {cache: 'no-store', redirect: 'manual'})
  return response.ok || response.status === 404 ? response.text() : ''
}

/** Version that a URL serves, and the state of its entry in Next's cache (HIT, STALE, MISS). */
export interface ServedVersion {
  version: string | undefined
  cache: string | undefined
}

/** Fetches one of the site's own URLs as a visitor would and reads its version. */
export async function fetchVersion(url: string): Promise<ServedVersion> {
  const response = await fetch(url, {cache: 'no-store', redirect: 'manual', signal: AbortSignal.timeout(10_000)})
  return readVersion(response, await response.text())
}

/** Reads the version from a page's head, a payload's data, a share image's header or an error's status. */
export function readVersion(response: Pick<Response, 'ok' | 'status' | 'headers'>, body: string): ServedVersion {
  const cache = response.headers.get('x-nextjs-cache') ?? undefined
  if (response.status === 404) return {version: errorVersions.hidden, cache}
  if (response.status === 500) return {version: errorVersions.failed, cache}
  if (!response.ok) return {version: undefined, cache}
  const named = response.headers.get(versionHeader)
  if (named) return {version: named, cache}
  const pattern = response.headers.get('content-type')?.includes('json')
    ? /"version":"([0-9a-f]+)"/
    : /<meta name="content-version" content="([0-9a-f]+)"/
  return {version: pattern.exec(body)?.[1], cache}
}
