import {once} from 'node:events'
import {type IncomingMessage, request} from 'node:http'
import type {StartedLake} from '../Lake.ts'

interface SlowRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

/**
 * Sends a request without the last byte of its body. Resolves once the lake has identified the sender; the returned
 * function sends the rest and resolves with the status.
 */
export async function beginRequest(lake: StartedLake, {method, path, headers, body}: SlowRequest) {
  const content = Buffer.from(body)
  const sent = request(`${lake.url}${path}`, {
    method,
    headers: {...headers, 'content-length': content.length, expect: '100-continue'},
  })
  // Node asks for the body in the same turn in which it hands the request to the lake.
  await once(sent, 'continue')
  sent.write(content.subarray(0, -1))
  // A second request, answered after the first was taken.
  await fetch(`${lake.url}/v1/ping`)
  return async (): Promise<number | undefined> => {
    sent.end(content.subarray(-1))
    const [response]: IncomingMessage[] = await once(sent, 'response')
    response?.resume()
    return response?.statusCode
  }
}
