import {createServer} from 'node:net'

/** Below the ports that the system hands out for port 0 and for outgoing connections: no other test gets one by chance. */
const range = {first: 20_000, count: 12_000}
const given = new Set<number>()

/** Returns a free loopback port, for a program that is started later. Where possible, listen on port 0 instead. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = range.first + Math.floor(Math.random() * range.count)
    if (given.has(port) || !(await isFree(port, '127.0.0.1')) || !(await isFree(port, '::1'))) continue
    given.add(port)
    return port
  }
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    // Other errors come from machines without IPv6.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    probe.listen({port, host, exclusive: true}, () => probe.close(() => resolve(true)))
  })
}
