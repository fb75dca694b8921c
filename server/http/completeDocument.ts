import type {IncomingMessage, ServerResponse} from 'node:http'
import {policyHeader, policyOfPage} from './contentSecurityPolicy.ts'
import {isDraftRequest} from './draftSessions.ts'
import {isDocument} from './isDocument.ts'
import {stripNonces} from './stripNonces.ts'
import {wordErrorDocument} from './wordErrorDocument.ts'

type Callback = (error?: Error | null) => void

/**
 * Holds a document back until it is whole, where it is an error or was made for this request, and completes it: errors
 * get words, and the policy allows the document's own scripts. A nonce would not do: Next may answer several requests
 * from one rendering, which carries the nonce of the first. Pages from the cache and drafts go out as they come.
 */
export function completeDocument(request: IncomingMessage, response: ServerResponse, studioUrl: string): void {
  const {write, end, flushHeaders} = response
  const path = request.url?.split('?')[0] ?? '/'
  const chunks: Buffer[] = []
  let decided: boolean | undefined

  const isHeld = () => {
    decided ??= !response.headersSent && needsCompletion(request, response)
    return decided
  }
  const hold = (chunk: unknown, encoding: BufferEncoding | undefined) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, encoding))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }

  response.flushHeaders = () => {
    if (!isHeld()) flushHeaders.call(response)
  }
  response.write = (chunk: unknown, ...rest: [(BufferEncoding | Callback)?, Callback?]) => {
    if (!isHeld()) return Reflect.apply(write, response, [chunk, ...rest])
    hold(chunk, encodingIn(rest))
    const written = rest.find((argument) => typeof argument === 'function')
    if (written) process.nextTick(written)
    return true
  }
  response.end = (...args: unknown[]) => {
    if (!isHeld()) return Reflect.apply(end, response, args)
    hold(args[0], encodingIn(args.slice(1)))
    const html = stripNonces(Buffer.concat(chunks).toString())
    const worded = wordErrorDocument(html, {path, status: response.statusCode})
    const frameAncestors = isDraftRequest(request) ? new URL(studioUrl).origin : undefined
    if (!response.hasHeader(policyHeader)) response.setHeader(policyHeader, policyOfPage(worded, frameAncestors))
    if (response.hasHeader('content-length')) response.setHeader('Content-Length', Buffer.byteLength(worded))
    const ended = args.find((argument) => typeof argument === 'function')
    return Reflect.apply(end, response, ended ? [worded, ended] : [worded])
  }
}

function needsCompletion({method, headers}: IncomingMessage, response: ServerResponse): boolean {
  if (method === 'HEAD' || !isDocument(response)) return false
  if (response.statusCode >= 400) return true
  return !response.hasHeader(policyHeader) && !isDraftRequest({headers})
}

function encodingIn(args: readonly unknown[]): BufferEncoding | undefined {
  const [first] = args
  return typeof first === 'string' && Buffer.isEncoding(first) ? first : undefined
}
