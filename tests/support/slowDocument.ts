import {createServer, request, type ServerResponse} from 'node:http'
import type {Page} from '@playwright/test'
import {listen} from './listen.ts'
import {testProduct} from './testProduct.ts'

export interface SlowDocument {
  origin: string
  /** Opens the page and resolves with its first part in place. Later parts arrive by `sendUntil`. */
  open(page: Page, path: string, html: string): Promise<void>
  /** Sends the document up to a length, which must be the end of an element, and waits until all of it is parsed. */
  sendUntil(page: Page, length: number): Promise<void>
  /** Sends the rest and waits until the page has loaded. */
  sendAll(page: Page): Promise<void>
  stop(): Promise<void>
}

interface Document {
  html: string
  sent: number
  response: PromiseWithResolvers<ServerResponse>
}

/** Serves the site with documents that arrive in parts, as on a slow network; all else comes as fast as ever. */
export async function startSlowDocuments(): Promise<SlowDocument> {
  const documents = new Map<string, Document>()
  const server = createServer((incoming, response) => {
    // Pages fetch each other ahead, also those that are about to arrive in parts.
    const isOpened = incoming.headers['sec-fetch-mode'] === 'navigate' && !incoming.headers['sec-purpose']
    const document = isOpened ? documents.get(incoming.url ?? '') : undefined
    if (document) {
      response.writeHead(200, {'Content-Type': 'text/html; charset=utf-8'})
      document.response.resolve(response)
      return
    }
    const outgoing = request(new URL(incoming.url ?? '/', testProduct.siteUrl), {headers: incoming.headers}, (got) => {
      response.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(response)
    })
    outgoing.once('error', () => response.destroy()).end()
  })
  const port = await listen(server, 'localhost')
  const documentOf = (page: Page): Document => {
    const document = documents.get(new URL(page.url()).pathname)
    if (!document) throw new Error(`${page.url()} does not arrive in parts`)
    return document
  }
  return {
    origin: `http://localhost:${port}`,
    open: async (page, path, html) => {
      const document = {html, sent: html.indexOf('<body'), response: Promise.withResolvers<ServerResponse>()}
      documents.set(path, document)
      const opened = page.goto(`http://localhost:${port}${path}`, {waitUntil: 'commit'})
      ;(await document.response.promise).write(html.slice(0, document.sent))
      await opened
    },
    sendUntil: async (page, length) => {
      const document = documentOf(page)
      const mark = `arrived until ${length}`
      const response = await document.response.promise
      response.write(`${document.html.slice(document.sent, length)}<!--${mark}-->`)
      document.sent = length
      await page.waitForFunction(isShown, mark)
    },
    sendAll: async (page) => {
      const {response, html, sent} = documentOf(page)
      ;(await response.promise).end(html.slice(sent))
      await page.waitForLoadState('load')
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Runs in the page: is there this comment, and every stylesheet, without which nothing is painted? */
function isShown(mark: string): boolean {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  if ([...sheets].some(({sheet}) => sheet === null)) return false
  const comments = document.createNodeIterator(document, NodeFilter.SHOW_COMMENT)
  for (let comment = comments.nextNode(); comment; comment = comments.nextNode()) {
    if (comment.nodeValue === mark) return true
  }
  return false
}
