import type {IncomingMessage} from 'node:http'
import {isIPv4} from 'node:net'
import {readIfReadable} from '../files.ts'
import type {ResolvedLakeOptions} from '../resolveOptions.ts'

/** The kernel's connection tables, with the owner of each socket. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
const ROOT = 0

/** Returns whether the lake's own user, or root, opened the connection. Linux only; false behind a proxy. */
export function isOwnProcess(
  incoming: Pick<IncomingMessage, 'socket'> | undefined,
  {trustedProxies}: Pick<ResolvedLakeOptions, 'trustedProxies'>,
): boolean {
  const {remoteAddress, remotePort, localPort} = incoming?.socket ?? {}
  const own = process.getuid?.()
  if (own === undefined || !remoteAddress || !remotePort || !localPort || trustedProxies.length > 0) return false
  const owner = ownerOf(
    {address: remoteAddress, port: remotePort, to: localPort},
    TABLES.map(readIfReadable).join('\n'),
  )
  return owner === own || owner === ROOT
}

/** The user id of the peer at this address and port, connected to the port `to`, if the tables name exactly one. */
export function ownerOf(
  {address, port, to}: {address: string; port: number; to: number},
  tables: string,
): number | undefined {
  const ends = addressForms(address).map((form) => `${form}:${asHex(port, 4)}`)
  const owners = tables.split('\n').flatMap((line) => {
    const [, from = '', target = '', , , , , uid = ''] = line.trim().split(/\s+/)
    return ends.includes(from) && target.endsWith(`:${asHex(to, 4)}`) && /^\d+$/.test(uid) ? [Number(uid)] : []
  })
  return new Set(owners).size === 1 ? owners[0] : undefined
}

const asHex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0')

/** The kernel writes addresses as words in the machine's byte order. */
function addressForms(address: string): string[] {
  const plain = address.replace(/^::ffff:/, '')
  if (plain === '::1') return [`${'0'.repeat(24)}01000000`]
  if (!isIPv4(plain)) return []
  const word = plain
    .split('.')
    .reverse()
    .map((byte) => asHex(Number(byte), 2))
    .join('')
  return [word, `${'0'.repeat(16)}FFFF0000${word}`]
}
