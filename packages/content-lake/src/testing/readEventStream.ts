import {onTestFinished} from 'vitest'

export interface ServerSentEvent {
  event: string
  id: string | undefined
  data: unknown
}

export async function readEventStream(
  url: string | URL,
  headers: Record<string, string> = {},
): Promise<{next: () => Promise<ServerSentEvent>; close: () => void}> {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const response = await fetch(url, {headers, signal: abort.signal})
  if (!response.ok || !response.body) throw new Error(`The stream was refused: ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''

  async function next(): Promise<ServerSentEvent> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end === -1) {
        const {done, value} = await reader.read()
        if (done) throw new Error('The stream has ended')
        text += value
        continue
      }
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const event = field('event')
      if (event) return {event, id: field('id'), data: JSON.parse(field('data') ?? 'null')}
    }
  }

  return {next, close: () => abort.abort()}
}

/**
 * Reads an event stream to its end, as text that two lakes can be compared by: without heartbeats, which a busy machine has
 * time for, without the names of listeners, and without the ids of live events, which differ each time and are of one length.
 */
export async function readToEnd(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const text = await new Response(body).text()
  return text
    .replace(/^:\n\n/gm, '')
    .replace(/"listenerName":"[^"]*"/g, '')
    .replace(/^id: [\w-]{36}$/gm, 'id')
}
