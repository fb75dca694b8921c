import {createServer, type IncomingHttpHeaders, type IncomingMessage} from 'node:http'
import {onTestFinished} from 'vitest'
import {createWaiting} from './createWaiting.ts'
import {listenLocally} from './listenLocally.ts'

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
  const {check, until} = createWaiting()
  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    calls.push({headers: request.headers, text, body: JSON.parse(text)})
    const status = statuses.shift() ?? 200
    if (status !== 'never') response.writeHead(status).end()
    check()
  })
  const port = await listenLocally(server)
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return {
    url: `http://127.0.0.1:${port}/hook`,
    calls,
    count: (amount) => until(() => (calls.length >= amount ? calls : undefined)),
    callAbout: (id) => until(() => calls.find(({headers}) => headers['sanity-document-id'] === id)).then(() => {}),
    answer: (...next) => {
      statuses.push(...next)
    },
  }
}
