import {createHmac} from 'node:crypto'
import {isIPv4, isIPv6} from 'node:net'
import type {EnquiryDatabase} from '../database/openDatabase.ts'
import {secretNamed} from './secretNamed.ts'

/** The salts' names begin with this; those of earlier days are thrown away. */
export const saltPrefix = 'address-salt-'

/**
 * The bucket in which an address is counted. It is not kept itself, only its hash with a salt of the day: once the salt
 * is gone, nobody can tell whose it was.
 */
export async function addressBucket(database: EnquiryDatabase, address: string, now: number): Promise<string> {
  const day = new Date(now).toISOString().slice(0, 10)
  const salt = await secretNamed(database, saltPrefix + day, now)
  return `address:${createHmac('sha256', salt).update(networkOf(address)).digest('base64url')}`
}

/** Whoever has one IPv6 address usually has all that begin with the same 64 bits. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const gap = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({length: Math.max(0, gap)}, () => '0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
