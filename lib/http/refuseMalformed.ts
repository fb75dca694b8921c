import type {IncomingMessage, ServerResponse} from 'node:http'
import {basePath} from '../urls.ts'

/** Where no page can be: what is asked for there comes from programs, and Next fails on a path that it cannot decode. */
const machinePaths = new RegExp(`^${basePath}/(?:api|_next|shareImages)/`)

/**
 * Answers a request that Next would answer with 500 although the fault is the sender's. True where it did. Unreadable
 * paths elsewhere go on to Next, which shows the page for unknown ones in the visitor's language.
 */
export function refuseMalformed({method, url = ''}: IncomingMessage, response: ServerResponse): boolean {
  const status = method === 'TRACE' ? 405 : isUnreadable(url) ? 400 : undefined
  if (!status) return false
  response.writeHead(status, {'Content-Type': 'text/plain; charset=utf-8'})
  response.end(status === 405 ? 'Method Not Allowed' : 'Bad Request')
  return true
}

function isUnreadable(url: string): boolean {
  if (url === '*') return true
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return machinePaths.test(path) && !canDecode(path)
}

function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
