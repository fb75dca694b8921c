import {createServer, type IncomingMessage, request, type ServerResponse} from 'node:http'

/** Faults of a content API, as its client sees them. */
export const faults = ['reset', 'hang', 'fail', 'tooMany', 'malformed', 'cut', 'empty', 'half'] as const
type Fault = (typeof faults)[number]

export interface FaultyProxy {
  /** The current fault; undefined forwards everything. */
  fault: Fault | undefined
  /** Number of requests since the start. */
  readonly requests: number
  /** Number of requests whose query contains `part`. */
  asked(part: string): number
  stop(): Promise<void>
}

/** Starts a proxy between the site and the content API that injects faults. */
export async function startFaultyProxy(port: number, target: string): Promise<FaultyProxy> {
  const queries: string[] = []
  const server = createServer((incoming, response) => {
    queries.push(new URL(incoming.url ?? '/', target).searchParams.get('query') ?? '')
    void answer(incoming, response, target, proxy.fault)
  })
  const proxy: FaultyProxy = {
    fault: undefined,
    get requests() {
      return queries.length
    },
    asked: (part) => queries.filter((query) => query.includes(part)).length,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, 'localhost', resolve))
  return proxy
}

async function answer(incoming: IncomingMessage, response: ServerResponse, target: string, fault: Fault | undefined) {
  const json = (status: number, body: string) =>
    response.writeHead(status, {'Content-Type': 'application/json'}).end(body)
  if (fault === 'reset') return incoming.socket.destroy()
  if (fault === 'hang') return
  if (fault === 'fail') return json(503, '{"error": {"description": "Service Unavailable"}}')
  if (fault === 'tooMany') return json(429, '{"error": {"description": "Rate limit exceeded"}}')
  const {status, body} = await forward(incoming, target).catch(() => ({status: 502, body: '{}'}))
  if (fault === 'malformed') return json(status, `${body.slice(0, -1)},`)
  if (fault === 'cut') {
    response.writeHead(status, {'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body)})
    response.write(body.slice(0, body.length / 2), () => response.destroy())
    return
  }
  const spoil = fault === 'empty' ? emptied : fault === 'half' ? halved : undefined
  return json(status, spoil ? JSON.stringify(spoil(JSON.parse(body))) : body)
}

function forward(incoming: IncomingMessage, target: string): Promise<{status: number; body: string}> {
  const {method, headers, url = '/'} = incoming
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(url, target),
      {method, headers: {...headers, 'accept-encoding': 'identity'}},
      (got) => {
        got
          .toArray()
          .then((chunks) => resolve({status: got.statusCode ?? 502, body: Buffer.concat(chunks).toString()}), reject)
      },
    )
    incoming.pipe(outgoing.once('error', reject))
  })
}

/** Returns the result of the same query on an empty dataset. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (typeof value !== 'object' || value === null) return value
  if ('_id' in value) return null
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, emptied(item)]))
}

/** Removes every second field of each document of a result. */
function halved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(halved)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([key], index) => !('_id' in value) || key.startsWith('_') || index % 2 === 0,
  )
  return Object.fromEntries(kept.map(([key, item]) => [key, halved(item)]))
}
