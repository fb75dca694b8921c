import {isIPv6, SocketAddress} from 'node:net'
import {resolve} from 'node:path'
import {QUERY_LIMITS} from './query/limits/queryLimits.ts'
import type {LakeOptions} from './types.ts'

export type ResolvedLakeOptions = ReturnType<typeof resolveOptions>

const withoutSlash = (url: string) => url.replace(/\/+$/, '')
/** The spelling of browsers: addresses as they are copied end in a slash, or name the usual port. */
function asOrigin(url: string): string {
  const origin = URL.parse(url)?.origin
  return origin === undefined || origin === 'null' ? url : origin
}
const lowercase = (name: string) => name.toLowerCase()
/** The spelling in which requests have the address of their sender: IPv4 is not wrapped in IPv6. */
const asSender = (address: string): string =>
  isIPv6(address) && !address.includes('%')
    ? new SocketAddress({address, family: 'ipv6'}).address.replace(/^::ffff:(?=[\d.]+$)/, '')
    : address

/** Fills in defaults. */
export function resolveOptions(options: LakeOptions & {proxiedHosts?: readonly string[]; editorToken?: string}) {
  const {publicUrl} = options
  return {
    dir: resolve(options.dir),
    projectId: options.projectId ?? 'local',
    dataset: options.dataset ?? 'production',
    host: lowercase(options.host ?? '127.0.0.1'),
    port: options.port ?? 3333,
    studioDir: options.studioDir === undefined ? undefined : resolve(options.studioDir),
    allowedOrigins: (options.allowedOrigins ?? []).map(asOrigin),
    framedOrigins: (options.framedOrigins ?? []).map(asOrigin),
    allowedHosts: [...(options.allowedHosts ?? []).map(lowercase), ...(publicUrl ? [new URL(publicUrl).hostname] : [])],
    proxiedHosts: options.proxiedHosts ?? [],
    editorToken: options.editorToken,
    publicUrl: publicUrl && withoutSlash(publicUrl),
    trustedProxies: (options.trustedProxies ?? []).map(asSender),
    webhooks: options.webhooks ?? [],
    compactAfterHours: options.compactAfterHours ?? 24,
    maxQueryMs: options.maxQueryMs ?? QUERY_LIMITS.ownMs,
  }
}
