/** The site's own settings; where content comes from is read in `sanity/env.ts`. */
import {BlockList, isIP} from 'node:net'
import {z} from 'zod'
import {contentTimeout} from './constants.ts'
import {
  baseUrl,
  milliseconds,
  optionalPort,
  origin,
  port,
  ratio,
  readVariables,
  redisUrl,
  token,
  url,
} from './variables.ts'

/** Addresses of proxies, or networks of them, with commas between: `127.0.0.1, 10.0.0.0/8`. None by default. */
const proxies = z
  .string()
  .default('')
  .transform((value, context) => {
    const list = new BlockList()
    for (const entry of value.split(/[\s,]+/)) {
      if (entry && !addTo(list, entry)) {
        context.addIssue({
          code: 'custom',
          message: `holds ${entry}, which is no address and no network such as 10.0.0.0/8`,
        })
      }
    }
    return list
  })

function addTo(list: BlockList, entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  const type = family === 6 ? 'ipv6' : 'ipv4'
  if (prefix === undefined) {
    list.addAddress(address, type)
    return true
  }
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (family === 6 ? 128 : 32)) return false
  list.addSubnet(address, Number(prefix), type)
  return true
}

const variables = z.object({
  PORT: port(3000),
  HOST: z
    .string()
    .refine((value) => isIP(value) || /^[\w.-]+$/.test(value), 'is not an address or a host name')
    .default('127.0.0.1'),
  TRUSTED_PROXIES: proxies,
  SANITY_API_READ_TOKEN: token,
  // For the commands and the lake; wrong ones are named with all others.
  SANITY_API_WRITE_TOKEN: token,
  SANITY_API_ADMIN_TOKEN: token,
  SANITY_WEBHOOK_SECRET: z.string().optional(),
  REDIS_URL: redisUrl,
  SITE_PROXY_URL: origin.optional(),
  SANITY_API_TIMEOUT: milliseconds(contentTimeout),
  LIGHT_PAGES: z.enum(['on', 'off'], 'is neither "on" nor "off"').default('on'),
  LOG_FORMAT: z.enum(['text', 'json'], 'is neither "text" nor "json"').default('text'),
  LOG_REQUESTS: z.enum(['on', 'off'], 'is neither "on" nor "off"').default('off'),
  METRICS_PORT: optionalPort,
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url.optional(),
  OTEL_SERVICE_NAME: z.string().default('site'),
  OTEL_TRACES_SAMPLER_ARG: ratio(1),
  SELF_PORT: optionalPort,
  CONTENT_FALLBACK: z.enum(['seed', 'none'], 'is neither "seed" nor "none"').optional(),
})

export interface SiteEnv {
  port: number
  /** Address to listen on; loopback by default. */
  host: string
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: BlockList
  /**
   * Origin of this very server, for the site's requests to itself. `SELF_PORT` is set by `server.ts` alone, where another
   * process may answer at `PORT`.
   */
  selfOrigin: string
  /** Reads drafts, on the server only. Without it there is no preview. */
  readToken: string | undefined
  /** Without it every webhook is refused. */
  webhookSecret: string | undefined
  /** Redis over which several instances of the site broadcast webhooks. Undefined: there is one instance. */
  redisUrl: string | undefined
  /** URL at which a proxy in front of the site refetches each requested page; see `deploy/nginx`. */
  proxyUrl: string | undefined
  /** Timeout of an attempt to read content, in milliseconds. */
  contentTimeout: number
  /** Content of a build while the content API is down; see `sanity/buildContent.ts`. */
  contentFallback: 'seed' | 'none' | undefined
  /** Whether pages that need nothing but their markup are served without Next's scripts. */
  lightPages: boolean
  /** Format of the logs of the site and of all that `npm start` starts. */
  log: {format: 'text' | 'json'; requests: boolean}
  /** Port of the metrics, on loopback. Undefined: nothing is counted. */
  metricsPort: number | undefined
  /** Where traces are sent and what they are called; `ratio` of them is recorded, 0 to 1. Undefined: none is. */
  traces: {endpoint: string; serviceName: string; ratio: number} | undefined
}

/** Returns the folder of the build as it is given: `.next`, or `SITE_BUILD_DIR`. Resolve it against the project's folder. */
export function readBuildDir(env: Record<string, string | undefined>): string {
  return env.SITE_BUILD_DIR?.trim() || '.next'
}

/** Returns the data folder as it is given: `.data`, or `DATA_DIR`. Resolve it against the project's folder. */
export function readDataDir(env: Record<string, string | undefined>): string {
  return env.DATA_DIR?.trim() || '.data'
}

/** Reads the site's settings. Throws one sentence that names the variable and the remedy. */
export function readSiteEnv(env: Record<string, string | undefined>): SiteEnv {
  const read = readVariables(variables, env)
  return {
    port: read.PORT,
    host: read.HOST,
    trustedProxies: read.TRUSTED_PROXIES,
    selfOrigin: read.SELF_PORT ? `http://127.0.0.1:${read.SELF_PORT}` : `http://${selfHost(read.HOST)}:${read.PORT}`,
    readToken: read.SANITY_API_READ_TOKEN,
    webhookSecret: read.SANITY_WEBHOOK_SECRET,
    redisUrl: read.REDIS_URL,
    proxyUrl: read.SITE_PROXY_URL,
    contentTimeout: read.SANITY_API_TIMEOUT,
    contentFallback: read.CONTENT_FALLBACK,
    lightPages: read.LIGHT_PAGES === 'on',
    log: {format: read.LOG_FORMAT, requests: read.LOG_REQUESTS === 'on'},
    metricsPort: read.METRICS_PORT,
    traces: readTraces(read),
  }
}

function readTraces(read: z.infer<typeof variables>): SiteEnv['traces'] {
  const base = read.OTEL_EXPORTER_OTLP_ENDPOINT
  const endpoint = read.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`)
  return endpoint ? {endpoint, serviceName: read.OTEL_SERVICE_NAME, ratio: read.OTEL_TRACES_SAMPLER_ARG} : undefined
}

/** Returns the host at which this machine reaches a server that listens on `host`. */
function selfHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
