import {createServer} from 'node:http'
import {text} from 'node:stream/consumers'
import {z} from 'zod'
import {listen} from './listen.ts'

const attribute = z.object({
  key: z.string(),
  value: z.object({
    stringValue: z.string().optional(),
    intValue: z.number().optional(),
    boolValue: z.boolean().optional(),
  }),
})
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute),
})
const batch = z.object({
  resourceSpans: z.array(z.object({scopeSpans: z.array(z.object({spans: z.array(span)}))})),
})

interface ReceivedSpan extends Omit<z.infer<typeof span>, 'attributes'> {
  attributes: Record<string, string | number | boolean | undefined>
}

/** A collector of OpenTelemetry traces, which takes OTLP as JSON over HTTP. */
export interface TestCollector {
  url: string
  spans(): ReceivedSpan[]
  /** All that it was sent, as it came. */
  received(): string
  stop(): Promise<void>
}

export async function startCollector(): Promise<TestCollector> {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') bodies.push(await text(request))
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, {'content-type': 'application/json'}).end('{}')
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () => bodies.flatMap(spansOf),
    received: () => bodies.join('\n'),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function spansOf(body: string): ReceivedSpan[] {
  const {resourceSpans} = batch.parse(JSON.parse(body))
  const spans = resourceSpans.flatMap(({scopeSpans}) => scopeSpans.flatMap((scope) => scope.spans))
  return spans.map((one) => ({
    ...one,
    attributes: Object.fromEntries(
      one.attributes.map(({key, value}) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
    ),
  }))
}
