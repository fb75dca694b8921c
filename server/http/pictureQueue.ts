import type {IncomingMessage, ServerResponse} from 'node:http'
import {LRUCache} from 'lru-cache'
import PQueue from 'p-queue'
import {pathOf, picturePath, withBasePath} from '../../lib/urls.ts'

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** One is fetched while another is encoded; of Node's four threads two stay free for the files of pages. */
const atOnce = 2
const mostWaiting = 200
/** In milliseconds: proxies give up after a minute, and a picture whose turn has come takes some seconds. */
const longestWait = 45_000
const knownLimit = 5000

/**
 * Limits Next to few pictures at a time, in their order, each once: it would fetch all of them at once, and gives up those that
 * the content API has not sent within seven seconds. Those that this process has answered before do not wait. 503 for too many,
 * and where the wait is too long.
 */
export function queuePictures(render: RequestHandler): RequestHandler {
  const queue = new PQueue({concurrency: atOnce})
  const underway = new Map<string, Promise<void>>()
  const resized = new LRUCache<string, true>({max: knownLimit})

  return async (request, response) => {
    const {url = ''} = request
    if (pathOf(url) !== withBasePath(picturePath)) return render(request, response)
    const name = `${formatOf(request)} ${url}`
    const waiting = new AbortController()
    const {signal} = waiting
    const leave = () => waiting.abort()
    const timer = setTimeout(leave, longestWait)
    response.once('close', leave)
    const stopWaiting = () => {
      clearTimeout(timer)
      response.off('close', leave)
    }
    const left = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    try {
      // The same one, asked for before: that visitor may have left.
      for (let same = underway.get(name); same && !signal.aborted; same = underway.get(name))
        await Promise.race([same, left])
      if (resized.has(name)) return await render(request, response)
      if (signal.aborted || queue.size >= mostWaiting) return refuse(response)
      const work = queue.add(
        async () => {
          stopWaiting()
          await render(request, response)
          if ([200, 304].includes(response.statusCode)) resized.set(name, true)
        },
        {signal},
      )
      const forget = () => void underway.delete(name)
      underway.set(name, work.then(forget, forget))
      await work
    } catch (error) {
      if (!signal.aborted) throw error
      refuse(response)
    } finally {
      stopWaiting()
    }
  }
}

/** Which of the formats of `next.config.ts` a browser gets, the first that it takes. */
function formatOf({headers}: IncomingMessage): string | undefined {
  return /image\/(?:avif|webp)/.exec(String(headers.accept).replace(/^.*(?=image\/avif)/, ''))?.[0]
}

function refuse(response: ServerResponse): void {
  response.writeHead(503, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': '15',
  })
  response.end('Too many pictures are being resized')
}
