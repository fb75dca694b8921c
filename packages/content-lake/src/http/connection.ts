import type {IncomingMessage, ServerResponse} from 'node:http'
import {isIP} from 'node:net'
import {isLoopbackAddress, isOwnSite} from '../access/origins.ts'
import type {Identity} from '../types.ts'

/** The public URL and the sender of a request. */
export interface Connection {
  /** The URL as the browser has it: https if a trusted proxy says so. */
  url: string
  address: string
  /** Whether a program on this machine, such as a site's own server, sent it without a proxy. */
  isLocal: boolean
}

/** The variables that the access middleware sets on each request. */
export interface LakeEnv {
  /** The Node request and response; absent when the app is called directly. A stream on a shared socket has no response. */
  Bindings: {incoming?: IncomingMessage; outgoing?: Pick<ServerResponse, 'once' | 'destroy'>}
  Variables: {identity: Identity; session: string | undefined; connection: Connection; requestId: string}
}

type Sent = Pick<IncomingMessage, 'headers' | 'httpVersion'> & {
  socket: Pick<IncomingMessage['socket'], 'remoteAddress'>
}

/** Forwarding headers count only from trusted proxies; anybody can send them. */
export function connectionOf(url: string, incoming: Sent | undefined, trustedProxies: readonly string[]): Connection {
  const peer = plainAddress(incoming?.socket.remoteAddress ?? '')
  const isProxied = trustedProxies.includes(peer)
  const protocol = isProxied ? lastOf(incoming?.headers['x-forwarded-proto']) : undefined
  return {
    url: protocol === 'https' ? url.replace(/^http:/, 'https:') : url,
    address: (isProxied && addressIn(lastOf(incoming?.headers['x-forwarded-for']))) || peer,
    isLocal: incoming !== undefined && isLocal(incoming) && isOwnSite(lastOf(incoming.headers['sec-fetch-site'])),
  }
}

/** Headers that proxies and tunnels add. */
const FORWARDED =
  /^(x-forwarded-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*|fastly-.*|forwarded|via)$/

/**
 * Whether a program on this machine sends the request itself, to a loopback name: not by a proxy, tunnel or foreign name.
 * A proxy that says nothing of itself speaks HTTP/1.0, as nginx's does unless told otherwise.
 */
export function isLocal({headers, httpVersion, socket}: Sent): boolean {
  const host = URL.parse(`http://${headers.host}`)?.hostname ?? ''
  return (
    isLoopbackAddress(plainAddress(socket.remoteAddress ?? '')) &&
    isLoopbackAddress(host) &&
    httpVersion !== '1.0' &&
    !Object.keys(headers).some((name) => FORWARDED.test(name))
  )
}

/** Each proxy appends; earlier entries may be forged. */
function lastOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  return [header].flat().join(',').split(',').at(-1)?.trim()
}

/** Without the port that some proxies write, and the brackets of IPv6. Undefined for what is no address. */
function addressIn(text = ''): string | undefined {
  const [, bracketed, plain] = /^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const address = plainAddress(bracketed ?? plain ?? text)
  return isIP(address) ? address : undefined
}

/** Unwraps IPv4-mapped IPv6 addresses. */
const plainAddress = (address: string): string => address.replace(/^::ffff:/, '')
