import type {IncomingMessage} from 'node:http'
import {type BlockList, isIP} from 'node:net'

/** What the router of a page sends. Others of the kind steer Next from inside, or carry what the site does not have. */
const routerHeaders = new Set([
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-router-state-tree',
  'next-url',
])
/** What nginx and its like say of a request; believed of proxies of our own alone. */
const proxyHeaders = new Set(['x-forwarded-for', 'x-forwarded-proto'])

/**
 * Takes away what a visitor has no business to say: all headers that begin with `x-` or `next-` but those above, and
 * what others than our own proxies say of proxies. `X-Forwarded-For` then holds the visitor's address and nothing else.
 */
export function cleanHeaders({headers, socket}: Pick<IncomingMessage, 'headers' | 'socket'>, proxies: BlockList): void {
  const peer = plainAddress(socket.remoteAddress ?? '')
  const forwardedFor = headers['x-forwarded-for']
  const isOurs = contains(proxies, peer)
  for (const name of Object.keys(headers)) {
    const isKept = routerHeaders.has(name) || (isOurs && proxyHeaders.has(name))
    if (!isKept && /^(?:x-|next-|forwarded$)/.test(name)) delete headers[name]
  }
  if (!/^https?$/.test(String(headers['x-forwarded-proto'] ?? 'http'))) delete headers['x-forwarded-proto']
  headers['x-forwarded-for'] = visitorAddress(peer, String(forwardedFor ?? ''), proxies)
  if (forwardedFor !== undefined && !isOurs && /^(?:127\.|::1$)/.test(peer)) warnOfProxy(peer)
}

/** The nearest address that is none of our proxies. What stands further left, anybody could have written. */
export function visitorAddress(peer: string, forwardedFor: string, proxies: BlockList): string {
  let address = peer
  for (const hop of forwardedFor.split(',').reverse()) {
    const before = plainAddress(hop.trim())
    if (!contains(proxies, address) || !isIP(before)) break
    address = before
  }
  return address
}

function contains(proxies: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** An IPv4 address as such, also where a socket for both kinds names it. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

let warned = false

/** Without the setting all visitors behind a proxy have its address, and share its limits. */
function warnOfProxy(peer: string): void {
  if (warned) return
  warned = true
  console.warn(
    `${peer} sends X-Forwarded-For, which is not believed: if it is your proxy, set TRUSTED_PROXIES=${peer}.`,
  )
}
