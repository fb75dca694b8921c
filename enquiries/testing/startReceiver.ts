import {createServer, type IncomingHttpHeaders} from 'node:http'
import {listen} from '@/tests/support/listen.ts'

interface ReceivedRequest {
  path: string
  headers: Record<string, string>
  body: string
}

/** Starts a server that records requests and answers with the given statuses in turn, the last one repeatedly. */
export async function startReceiver(statuses: number[] = [200], answer = '{}') {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const status = statuses[Math.min(requests.length, statuses.length - 1)] ?? 200
    requests.push({
      path: request.url ?? '',
      headers: flat(request.headers),
      body: Buffer.concat(chunks).toString(),
    })
    response.writeHead(status, {'Content-Type': 'application/json'}).end(answer)
  })
  const port = await listen(server)
  return {
    requests,
    url: `http://127.0.0.1:${port}/hook`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
