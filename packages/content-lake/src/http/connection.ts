import type {IncomingMessage} from 'node:http'

/** Where a request came from and where its sender thinks it went. */
export interface Connection {
  /** The address as the browser has it: with https when a trusted proxy says so. */
  url: string
  /** The address of the sender, as far as it is known. */
  address: string
  isSecure: boolean
}

/** Only a proxy that the options name is believed; anybody can send its headers. */
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

/** Each proxy adds what it has seen at the end; what stands before that may be invented. */
function lastOf(header: string | string[] | undefined): string | undefined {
  return [header].flat().join(',').split(',').at(-1)?.trim()
}

/** An IPv4 address is the same whether it came over a socket for both kinds or not. */
const plainAddress = (address: string): string => address.replace(/^::ffff:/, '')
