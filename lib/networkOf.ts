import {isIPv4, isIPv6} from 'node:net'

/** The address, or the first 64 bits of an IPv6 address: one subscriber usually has all addresses of that network. */
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
