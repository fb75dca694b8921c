import {randomBytes} from 'node:crypto'
import type {IncomingMessage, RequestListener, ServerResponse} from 'node:http'
import type {BlockList} from 'node:net'
import onHeaders from 'on-headers'
import {type LogOptions, withRequestLog} from '../log.ts'
import {completeDocument, needsCompletion} from './completeDocument.ts'
import {compressShared, compressStream, dropLengthOfHead} from './compression.ts'
import {type DraftSessions, isDraftRequest, isEditorRequest} from './draftSessions.ts'
import {GuessLimit} from './GuessLimit.ts'
import {cleanHeaders, refusalOf, refuse, toOriginForm} from './requestChecks.ts'
import {expireInProxy, setPolicy, setRequestPolicy, setSecurityHeaders} from './securityHeaders.ts'

interface PipelineOptions {
  /** Whose `X-Forwarded-For` is believed. */
  trustedProxies: BlockList
  drafts: DraftSessions
  studioUrl: string
  log: LogOptions
  /** Answers the request: Next, behind the picture guard. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** Everything that happens to a request before Next and to its response after, in order. */
export function createPipeline({trustedProxies, drafts, studioUrl, log, handle}: PipelineOptions): RequestListener {
  const guesses = new GuessLimit()
  const pass: RequestListener = (request, response) => {
    // The request
    // 2. Before anything asks whether this is a draft: takes away cookies that are not genuine.
    const mayStream = drafts.admit(request, response)
    const draftNonce = isDraftRequest(request) ? randomBytes(16).toString('base64') : undefined
    const framedBy = isEditorRequest(request) ? studioUrl : undefined
    // 3. After 2, as only a genuine draft gets a nonce.
    setRequestPolicy(request, draftNonce)

    // The response's headers
    // 4. Before anything can answer: refusals carry them, too, and Next may override them.
    setSecurityHeaders(request, response)
    // 5. When the headers are sent: only now status, type and caching are known. The compression library has decided by
    // then, as `on-headers` calls the last listener first.
    onHeaders(response, () => {
      expireInProxy(response)
      setPolicy(response, {nonce: draftNonce, framedBy})
      drafts.signSetCookie(response)
      dropLengthOfHead(request, response)
      // Closes the connection if the body was not read to its end: nginx would send another visitor's request on it,
      // and wait for an answer in vain.
      if (request.destroyed && !request.complete) response.setHeader('Connection', 'close')
    })

    // 6. Before compression and Next, which a refused request must not cost.
    const mayGoOn = () => mayStream && guesses.admit(request, response)
    const refusal = refusalOf(request) ?? (mayGoOn() ? undefined : ({status: 429} as const))
    if (refusal) {
      refuse(response, refusal)
      return
    }

    // The response's body, from the inside out: what Next writes passes 8, then 7.
    // 7. Innermost, as it encodes whatever the others let through.
    compressStream(request, response, () => {
      // 8. Outermost, as documents are completed before anything is compressed.
      transformBody(request, response, studioUrl)
      // 9. Last: everything is in place.
      handle(request, response).catch((error: unknown) => {
        console.error(error)
        response.destroy()
      })
    })
  }
  return (request, response) => {
    // 0. First, as everything after it trusts the path and the headers.
    toOriginForm(request)
    cleanHeaders(request, trustedProxies)
    // 1. Around all the rest: what is logged meanwhile names the request.
    withRequestLog(log, request, response, () => pass(request, response))
  }
}

type Callback = (error?: Error | null) => void

/** The one patch of `write`, `end` and `flushHeaders` besides the compression library's, which lies beneath it. */
function transformBody(request: IncomingMessage, response: ServerResponse, studioUrl: string): void {
  const {write, end, flushHeaders} = response
  const held: Buffer[] = []
  let isHeld: boolean | undefined
  let isStreamed = false
  // Set when the body has ended, which may still be compressed then.
  let isEnded = false

  /** Decided once, by the headers at the first write. */
  const holds = () => {
    isHeld ??= !response.headersSent && needsCompletion(request, response)
    return isHeld
  }
  const hold = (chunk: unknown, encoding: BufferEncoding | undefined) => {
    if (typeof chunk === 'string') held.push(Buffer.from(chunk, encoding))
    else if (chunk instanceof Uint8Array) held.push(Buffer.from(chunk))
  }
  /** Compresses a body that is sent in one piece and shared; leaves any other to the stream. */
  const endWith = (args: unknown[]): ServerResponse => {
    const compressed = isStreamed ? undefined : compressShared(request, response, args[0])
    if (!compressed) return Reflect.apply(end, response, args)
    const callbacks = args.slice(1).filter((argument) => typeof argument === 'function')
    compressed.then(
      (body) => Reflect.apply(end, response, [body, ...callbacks]),
      () => Reflect.apply(end, response, args),
    )
    return response
  }

  response.flushHeaders = () => {
    if (!holds()) flushHeaders.call(response)
  }
  response.write = (chunk: unknown, ...rest: [(BufferEncoding | Callback)?, Callback?]) => {
    if (isEnded) return false
    if (!holds()) {
      isStreamed = true
      return Reflect.apply(write, response, [chunk, ...rest])
    }
    hold(chunk, encodingIn(rest))
    const written = rest.find((argument) => typeof argument === 'function')
    if (written) process.nextTick(written)
    return true
  }
  response.end = (...args: unknown[]) => {
    if (isEnded) return response
    isEnded = true
    if (!holds()) return endWith(args)
    hold(args[0], encodingIn(args.slice(1)))
    const html = completeDocument(Buffer.concat(held).toString(), request, response, studioUrl)
    const ended = args.find((argument) => typeof argument === 'function')
    return endWith(ended ? [html, ended] : [html])
  }
}

function encodingIn(args: readonly unknown[]): BufferEncoding | undefined {
  const [first] = args
  return typeof first === 'string' && Buffer.isEncoding(first) ? first : undefined
}
