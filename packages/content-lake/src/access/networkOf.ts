import {isIPv6} from 'node:net'

/** The IPv4 address, or the /64 prefix of an IPv6 address: one host usually owns the whole prefix. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '')
  if (!isIPv6(plain)) return address
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const between = Array.from({length: 8 - first.length - last.length}, () => '0')
  const groups = [...first, ...between, ...last].map((group) => Number.parseInt(group, 16))
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (!isMapped) return groups.slice(0, 4).join(':')
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}
