import {createServer, type IncomingHttpHeaders, type IncomingMessage} from 'node:http'
import {onTestFinished} from 'vitest'

export interface Call {
  headers: IncomingHttpHeaders
  text: string
  body: unknown
}

export interface Receiver {
  url: string
  calls: Call[]
  /** Settles as soon as this many calls have come. */
  count(amount: number): Promise<Call[]>
  /** How the next calls are answered; afterwards with 200. */
  answer(...statuses: number[]): void
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Something for webhooks to call, on a free port, for the length of a test. */
export async function openReceiver(port = 0): Promise<Receiver> {
  const calls: Call[] = []
  const statuses: number[] = []
  const waiting: {amount: number; resolve: (calls: Call[]) => void}[] = []
  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    calls.push({headers: request.headers, text, body: JSON.parse(text)})
    response.writeHead(statuses.shift() ?? 200).end()
    for (const {amount, resolve} of waiting) if (calls.length >= amount) resolve(calls)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The receiver has no port')
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    calls,
    count: (amount) =>
      calls.length >= amount
        ? Promise.resolve(calls)
        : new Promise((resolve) => {
            waiting.push({amount, resolve})
          }),
    answer: (...next) => {
      statuses.push(...next)
    },
  }
}
