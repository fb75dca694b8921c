import {createServer, type Server} from 'node:http'
import type {AddressInfo} from 'node:net'
import {getRequestListener} from '@hono/node-server'
import type {Hono} from 'hono'
import {LakeOpenError} from '../store/LakeOpenError.ts'
import type {LakeEnv} from '../types.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

export interface StartedServer {
  server: Server
  url: string
  close(): Promise<void>
}

/** Listens, or explains in one sentence why that is not possible. */
export async function startServer(app: Hono<LakeEnv>, host: string, port: number): Promise<StartedServer> {
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, host, port)))
    server.listen(port, host, resolve)
  })
  const name = LOOPBACK.has(host) ? 'localhost' : host
  return {server, url: `http://${name}:${boundPort(server.address()) ?? port}`, close: () => close(server)}
}

const boundPort = (address: AddressInfo | string | null): number | undefined =>
  typeof address === 'object' && address !== null ? address.port : undefined

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function explain(error: Error, host: string, port: number): Error {
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return new LakeOpenError(`Port ${port} on ${host} is in use; stop what uses it, or give the lake another port.`)
  }
  if (code === 'EACCES')
    return new LakeOpenError(`This user may not listen on port ${port}; give the lake a higher one.`)
  return new LakeOpenError(`The lake cannot listen on ${host}:${port}: ${error.message}.`)
}
