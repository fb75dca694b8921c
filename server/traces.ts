/**
 * Traces of this process, sent to an OpenTelemetry collector. Loaded only where one is set. Spans are Next's own, and one for
 * each request that the site makes. What is sent is listed here, so that nothing else of a request leaves the process.
 */
import {subscribe} from 'node:diagnostics_channel'
import {type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace} from '@opentelemetry/api'
import {AsyncLocalStorageContextManager} from '@opentelemetry/context-async-hooks'
import {type ExportResult, ExportResultCode, W3CTraceContextPropagator} from '@opentelemetry/core'
import {OTLPTraceExporter} from '@opentelemetry/exporter-trace-otlp-http'
import {resourceFromAttributes} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type {SiteEnv} from '../lib/env.ts'
import {basePath, parseLocalePath, pathOf} from '../lib/urls.ts'
import {currentRequestId} from './log.ts'

interface TraceOptions extends NonNullable<SiteEnv['traces']> {
  /** The name of the build that is served. */
  build: string | undefined
  /** Origins of the content API and of the site itself: their log gets the id of the request that asks them. */
  ownOrigins: readonly string[]
}

/**
 * Records spans from now on and sends them every few seconds to the collector that the standard variables name. Returns
 * what sends the last ones and ends that.
 */
export function startTraces({endpoint, serviceName, ratio, build, ownOrigins}: TraceOptions): () => Promise<void> {
  const processor = new BatchSpanProcessor({exporter: new ListedExporter(new OTLPTraceExporter({url: endpoint}))})
  const provider = new TracerProvider({
    resource: resourceFromAttributes({'service.name': serviceName, ...(build && {'service.version': build})}),
    sampler: new ParentBasedSampler({root: new TraceIdRatioBasedSampler(ratio)}),
    spanProcessors: [nameRequest, processor],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  // Next hands the trace from its proxy to the page in headers. Those of visitors are deleted in `requestChecks.ts`.
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  // The content client's requests do not pass Next's `fetch`, so all are traced below, each once.
  process.env.NEXT_OTEL_FETCH_DISABLED = '1'
  traceRequests(new Set(ownOrigins))
  return () => provider.shutdown()
}

/** Gives each span the id by which the logs of nginx, site and lake know its request. */
const nameRequest: SpanProcessor = {
  onStart: (span) => {
    const id = currentRequestId()
    if (id) span.setAttribute('request.id', id)
  },
  onEnd: () => {},
  forceFlush: async () => {},
  shutdown: async () => {},
}

interface SentRequest {
  method: string
  origin: string | URL
  path: string
  addHeader(name: string, value: string): unknown
}

/** Records a span for each request of `fetch`, from its start to the end of its response. */
function traceRequests(ownOrigins: ReadonlySet<string>): void {
  const tracer = trace.getTracer('site')
  const spans = new WeakMap<SentRequest, Span>()
  subscribe('undici:request:create', (message) => {
    if (!isAboutRequest(message)) return
    const {request} = message
    const {origin, hostname, port, protocol, pathname} = new URL(request.path, request.origin)
    const isOwn = ownOrigins.has(origin)
    const attributes: Attributes = {
      'http.request.method': request.method,
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      // Elsewhere a path may be a secret, as those of webhooks are.
      ...(isOwn && {'url.path': pathname}),
    }
    spans.set(request, tracer.startSpan(`fetch ${request.method}`, {kind: SpanKind.CLIENT, attributes}))
    const id = currentRequestId()
    if (isOwn && id) request.addHeader('x-request-id', id)
  })
  subscribe('undici:request:headers', (message) => {
    if (!isAboutRequest(message) || !message.response) return
    const {statusCode} = message.response
    const span = spans.get(message.request)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 400) span?.setStatus({code: SpanStatusCode.ERROR})
  })
  subscribe('undici:request:trailers', (message) => {
    if (isAboutRequest(message)) spans.get(message.request)?.end()
  })
  subscribe('undici:request:error', (message) => {
    if (!isAboutRequest(message)) return
    const span = spans.get(message.request)
    span?.setStatus({code: SpanStatusCode.ERROR})
    span?.setAttribute('error.type', message.error instanceof Error ? message.error.name : 'unknown')
    span?.end()
  })
}

interface AboutRequest {
  request: SentRequest
  response?: {statusCode: number}
  error?: unknown
}

const isAboutRequest = (message: unknown): message is AboutRequest =>
  typeof message === 'object' && message !== null && 'request' in message

/** Attributes that are sent. None has a value that a visitor chose, but for the method. */
const listed = new Set([
  ...[
    'request.id',
    'error.type',
    'http.method',
    'http.request.method',
    'http.status_code',
    'http.response.status_code',
  ],
  ...[
    'http.route',
    'next.route',
    'next.page',
    'next.span_type',
    'next.rsc',
    'server.address',
    'server.port',
    'url.path',
  ],
])

/** Sends spans without anything but what is listed: no query, no address of a visitor, no message of an error. */
class ListedExporter implements SpanExporter {
  readonly #exporter: SpanExporter
  #isAway = false

  constructor(exporter: SpanExporter) {
    this.#exporter = exporter
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans.map(listedSpan), (result) => {
      this.#report(result)
      done(result)
    })
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown()
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.()
  }

  /** Once for each time that the collector is away: a batch is sent every few seconds. */
  #report({code, error}: ExportResult): void {
    const isAway = code !== ExportResultCode.SUCCESS
    if (isAway && !this.#isAway) {
      console.warn(`The collector does not take the traces, which are dropped until it does: ${error?.message}`)
    }
    this.#isAway = isAway
  }
}

function listedSpan(span: ReadableSpan): ReadableSpan {
  const {kind, parentSpanContext, startTime, endTime, duration, ended, resource, instrumentationScope} = span
  return {
    kind,
    startTime,
    endTime,
    duration,
    ended,
    resource,
    instrumentationScope,
    ...(parentSpanContext && {parentSpanContext}),
    spanContext: () => span.spanContext(),
    name: span.name.replaceAll(/\?\S*/g, ''),
    // A message or a stack may quote request data; the log has them, by the request's id.
    status: {code: span.status.code},
    attributes: listedAttributes(span.attributes),
    links: [],
    events: [],
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

function listedAttributes(attributes: Attributes): Attributes {
  const kept = Object.entries(attributes).filter(([name]) => listed.has(name))
  const path = pathOf(String(attributes['http.target'] ?? ''))
  const isBelow = path === basePath || path.startsWith(`${basePath}/`)
  // A path that is no page's may be any input.
  const isPage = isBelow && parseLocalePath(path.slice(basePath.length) || '/')
  return Object.fromEntries(isPage ? [...kept, ['http.target', path]] : kept)
}
