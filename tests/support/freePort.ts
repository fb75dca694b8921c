import {createServer} from 'node:net'
import {listen} from './listen.ts'

/** Returns a free loopback port. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}
