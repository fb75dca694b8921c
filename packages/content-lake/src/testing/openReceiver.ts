import {createServer, type IncomingHttpHeaders, type IncomingMessage} from 'node:http'
import {onTestFinished} from 'vitest'

interface Call {
  headers: IncomingHttpHeaders
  text: string
  body: unknown
}

export interface Receiver {
  url: string
  calls: Call[]
  count(amount: number): Promise<Call[]>
  callAbout(documentId: string): Promise<void>
  /** Sets how the next calls are answered, or that they are not; afterwards with 200. */
  answer(...statuses: (number | 'never')[]): void
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

export async function openReceiver(): Promise<Receiver> {
  const calls: Call[] = []
  const statuses: (number | 'never')[] = []
  const checks = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    calls.push({headers: request.headers, text, body: JSON.parse(text)})
    const status = statuses.shift() ?? 200
    if (status !== 'never') response.writeHead(status).end()
    for (const check of checks) check()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  function until<Found>(find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve) => {
      const check = () => {
        const found = find()
        if (found === undefined) return
        checks.delete(check)
        resolve(found)
      }
      checks.add(check)
      check()
    })
  }

  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The receiver has no port')
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    calls,
    count: (amount) => until(() => (calls.length >= amount ? calls : undefined)),
    callAbout: (id) => until(() => calls.find(({headers}) => headers['sanity-document-id'] === id)).then(() => {}),
    answer: (...next) => {
      statuses.push(...next)
    },
  }
}
