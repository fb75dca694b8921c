/** The site's own settings; where content comes from is read in `sanity/env.ts`. */
import type {BlockList} from 'node:net'
import {z} from 'zod'
import {contentTimeout} from './constants.ts'
import {readVariables} from './readVariables.ts'
import {milliseconds, port, proxies, redisUrl, url} from './variables.ts'

const variables = z.object({
  PORT: port(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'is not an address or a host name')
    .default('127.0.0.1'),
  TRUSTED_PROXIES: proxies,
  SANITY_API_READ_TOKEN: z.string().optional(),
  SANITY_WEBHOOK_SECRET: z.string().optional(),
  REDIS_URL: redisUrl,
  SITE_PROXY_URL: url.optional(),
  SANITY_API_TIMEOUT: milliseconds(contentTimeout),
  CONTENT_FALLBACK: z.enum(['seed', 'none'], 'is neither "seed" nor "none"').optional(),
})

export interface SiteEnv {
  port: number
  /** The address to listen on: this machine alone can reach it unless another is set. */
  host: string
  /** Whose `X-Forwarded-For` is believed. */
  trustedProxies: BlockList
  /** Where this very server answers: the webhook's handler asks it for pages. */
  selfOrigin: string
  /** Reads drafts, on the server only. Without it there is no preview. */
  readToken: string | undefined
  /** Without it every webhook is refused. */
  webhookSecret: string | undefined
  /** Where several instances of the site tell each other of webhooks. Without it there is one. */
  redisUrl: string | undefined
  /** Where a proxy in front of the site fetches each page anew that it is asked for; see `deploy/nginx`. */
  proxyUrl: string | undefined
  /** How long an attempt to read content may take. */
  contentTimeout: number
  /** What a build takes where the content API does not answer; see `sanity/openBuildContent.ts`. */
  contentFallback: 'seed' | 'none' | undefined
}

/** Reads the site's settings. Throws one sentence that names the variable and the remedy. */
export function readSiteEnv(env: Record<string, string | undefined>): SiteEnv {
  const read = readVariables(variables, env)
  return {
    port: read.PORT,
    host: read.HOST,
    trustedProxies: read.TRUSTED_PROXIES,
    selfOrigin: `http://${selfHost(read.HOST)}:${read.PORT}`,
    readToken: read.SANITY_API_READ_TOKEN,
    webhookSecret: read.SANITY_WEBHOOK_SECRET,
    redisUrl: read.REDIS_URL,
    proxyUrl: read.SITE_PROXY_URL,
    contentTimeout: read.SANITY_API_TIMEOUT,
    contentFallback: read.CONTENT_FALLBACK,
  }
}

/** Where a server that listens at an address is reached from its own machine. */
function selfHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
