import {createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES} from 'node:http'
import type {AddressInfo} from 'node:net'
import type {Duplex} from 'node:stream'
import {getRequestListener, RequestError} from '@hono/node-server'
import type {Hono} from 'hono'
import {inUrl} from '../access/origins.ts'
import {badRequest, httpError, type LakeError, LakeOpenError} from '../errors.ts'
import {readIfReadable} from '../files.ts'
import type {LakeEnv} from './request.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/** Timeouts for headers and whole request: an upload of 200 MB takes that long at 6 Mbit/s. */
const LIMITS = {headersTimeout: 15_000, requestTimeout: 300_000}
/**
 * Time limit of a connection that stands still: no byte comes in or is taken by the client. What waits for a client that
 * does not read is in memory. Event streams send a comment more often.
 */
const IDLE_MS = 120_000
/** Probes idle connections, so that those whose peer is gone end. */
const KEEP_ALIVE = {keepAlive: true, keepAliveInitialDelay: 60_000}
/** Others, as to HTTP/2, are declined by answering in HTTP/1.1. */
const UPGRADES = {shouldUpgradeCallback: ({headers}: IncomingMessage) => /^websocket$/i.test(headers.upgrade ?? '')}
/** For connections that send nothing; streams and sockets have their own limits. */
const MAX_CONNECTIONS = 20_000
/** Open files for the requests that may be under way, uploads, child processes and the database. */
const KEPT_FILES = 2500
const LIMITS_FILE = '/proc/self/limits'

/**
 * The connections that leave enough open files, by the process's `/proc/self/limits`; empty where there is none. Where
 * there are few, each connection has one for itself, one for what it asks for, and one is left for the lake.
 */
export function connectionsWithin(limits: string): number {
  // Node raises the soft limit to the hard one.
  const files = Number(/^Max open files +\S+ +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
  return Math.min(MAX_CONNECTIONS, Math.max(files - KEPT_FILES, Math.floor(files / 3)))
}

/** The answer to a request that Node cannot read, by the code of its error. */
function unreadable(code: string | undefined): LakeError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return httpError(431, 'The address and headers are longer than 16 kB: send a long query by POST')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return httpError(408, 'The request took too long to arrive')
  return badRequest('This is not a request in HTTP')
}

/** Refuses what Node cannot read, unless the connection is in the middle of an answer, whose body the refusal would be taken for. */
function answerUnreadableOf(server: Server): void {
  const underway = new WeakMap<Duplex, Set<ServerResponse>>()
  server.on('request', ({socket}: IncomingMessage, response: ServerResponse) => {
    const responses = underway.get(socket) ?? new Set()
    underway.set(socket, responses.add(response))
    response.once('close', () => responses.delete(response))
  })
  server.on('clientError', (error: Error & {code?: string}, socket) => {
    const hasBegun = [...(underway.get(socket) ?? [])].some(({headersSent}) => headersSent)
    if (hasBegun || !socket.writable || error.code === 'ECONNRESET') socket.destroy()
    else refuseConnection(socket, unreadable(error.code))
  })
}

const REFUSAL_HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** Answers what has failed before the app was asked: no `Request` can be made of a missing or malformed address. */
function answerFailed(error: unknown): Response {
  const {status, body} =
    error instanceof RequestError
      ? badRequest(`The address is not a valid URL: ${error.message}`)
      : httpError(500, 'The lake failed to answer')
  return Response.json(body, {status, headers: REFUSAL_HEADERS})
}

/** Answers on a connection for which there is no response object, and ends it. */
export function refuseConnection(socket: Duplex, {status, body, retrySeconds}: LakeError): void {
  const text = JSON.stringify(body)
  const headers = [
    'Connection: close',
    ...Object.entries(REFUSAL_HEADERS).map(([name, value]) => `${name}: ${value}`),
    ...(retrySeconds === undefined ? [] : [`Retry-After: ${retrySeconds}`]),
    `Content-Length: ${Buffer.byteLength(text)}`,
  ]
  // The peer may keep its half open indefinitely.
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('\r\n')}\r\n\r\n${text}`)
}

/** Listens. Throws LakeOpenError with one sentence if it cannot. */
export async function startServer(
  app: Hono<LakeEnv>,
  host: string,
  port: number,
  {idleMs = IDLE_MS} = {},
): Promise<{server: Server; url: string; close(): Promise<void>}> {
  const listener = getRequestListener(app.fetch, {errorHandler: answerFailed})
  // Node would refuse a missing host and an `Expect` by itself, without our headers.
  const server = createServer({...LIMITS, ...KEEP_ALIVE, ...UPGRADES, requireHostHeader: false}, listener)
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.timeout = idleMs
  server.maxConnections = connectionsWithin(readIfReadable(LIMITS_FILE))
  answerUnreadableOf(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, host, port)))
    server.listen(port, host, resolve)
  })
  const name = LOOPBACK.has(host) ? 'localhost' : inUrl(host)
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
    return new LakeOpenError(
      `Port ${port} on ${host} is in use; stop what uses it, or give the lake another port (--port).`,
    )
  }
  if (code === 'EACCES')
    return new LakeOpenError(`This user may not listen on port ${port}; give the lake a higher one (--port).`)
  return new LakeOpenError(`The lake cannot listen on ${inUrl(host)}:${port}: ${error.message}.`)
}
