import type {IncomingMessage, ServerResponse} from 'node:http'
import type {Identity} from '../types.ts'

/** The public URL and the sender of a request. */
export interface Connection {
  /** The URL as the browser has it: https if a trusted proxy says so. */
  url: string
  /** The sender's IP address, if known. */
  address: string
  isSecure: boolean
}

/** The variables that the access middleware sets on each request. */
export interface LakeEnv {
  /** The Node request and response; absent when the app is called directly. */
  Bindings: {incoming?: IncomingMessage; outgoing?: Pick<ServerResponse, 'once'>}
  Variables: {identity: Identity; session: string | undefined; connection: Connection; requestId: string}
}

/** Forwarding headers count only from trusted proxies; anybody can send them. */
export function connectionOf(
  url: string,
  incoming: Pick<IncomingMessage, 'headers' | 'socket'> | undefined,
  trustedProxies: readonly string[],
): Connection {
  const peer = plainAddress(incoming?.socket.remoteAddress ?? '')
  const isProxied = trustedProxies.includes(peer)
  const protocol = isProxied ? lastOf(incoming?.headers['x-forwarded-proto']) : undefined
  const isSecure = protocol === 'https' || url.startsWith('https:')
  return {
    url: isSecure ? url.replace(/^http:/, 'https:') : url,
    address: (isProxied && lastOf(incoming?.headers['x-forwarded-for'])) || peer,
    isSecure,
  }
}

/** Each proxy appends; earlier entries may be forged. */
function lastOf(header: string | string[] | undefined): string | undefined {
  return [header].flat().join(',').split(',').at(-1)?.trim()
}

/** Unwraps IPv4-mapped IPv6 addresses. */
const plainAddress = (address: string): string => address.replace(/^::ffff:/, '')
