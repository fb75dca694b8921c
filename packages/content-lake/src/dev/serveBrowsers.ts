/**
 * Makes every HTTP server of a development process redirect browsers, too: a service worker sends requests for Sanity to a
 * path of the same server, which proxies them to the lake.
 */
import http, {type IncomingMessage, type ServerResponse} from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import net from 'node:net'
import {Duplex, pipeline} from 'node:stream'
import {isTrustedOrigin} from '../access/origins.ts'
import {isLocal} from '../http/request.ts'
import {isRecord} from '../json.ts'
import {isSanityHost, proxiedHosts, refusal, type Target} from './target.ts'

/** Path of a development server below which it serves the redirecting scripts, and proxies requests to the lake. */
const DEV_PATH = '/__content-lake__'
const API_PATH = `${DEV_PATH}/api`
const WORKER = `${DEV_PATH}/worker.js`
/** Header of all answers that come by way of `dev`. */
const ANSWERED = 'x-content-lake'
/** Header of requests that the page sends with its credentials. */
const SIGNED_IN = 'x-content-lake-signed-in'

export function serveBrowsers(target: Target): void {
  const files = new Map([
    [`${DEV_PATH}/page.js`, pageScript(target.projectId)],
    [WORKER, workerScript(target.projectId)],
  ])
  const isAnswered = (event: string | symbol, [request, response]: unknown[]): boolean =>
    request instanceof http.IncomingMessage &&
    ((event === 'request' && response instanceof http.ServerResponse && answer(request, response, files, target)) ||
      (event === 'upgrade' && response instanceof Duplex && connectSocket(request, response, target)))
  useHttp1()
  for (const {prototype} of [http.Server, https.Server]) {
    const {emit} = prototype
    prototype.emit = function (event: string | symbol, ...args: unknown[]) {
      takeSockets(this)
      if (event === 'upgrade') this.off('upgrade', placeholder)
      return isAnswered(event, args) || Reflect.apply(emit, this, [event, ...args])
    }
  }
}

const prepared = new WeakSet<http.Server | https.Server>()
const placeholder = () => {}

/** Has Node report sockets for the lake at a server that takes none itself, as Vite's preview: they would be plain requests. */
function takeSockets(server: http.Server | https.Server): void {
  if (prepared.has(server)) return
  prepared.add(server)
  const given: unknown = Reflect.get(server, 'shouldUpgradeCallback')
  Object.assign(server, {
    shouldUpgradeCallback(request: IncomingMessage) {
      if (!isForLake(request)) return typeof given === 'function' && Reflect.apply(given, server, [request])
      // Node ends the connection where nobody listens.
      if (server.listenerCount('upgrade') === 0) server.on('upgrade', placeholder)
      return true
    },
  })
}

/** Limits servers of both versions, such as Vite's over HTTPS, to HTTP/1.1, in which browsers are redirected. */
function useHttp1(): void {
  const createSecureServer = new Proxy(http2.createSecureServer, {
    apply(target, self, args: unknown[]) {
      const [options] = args
      const speaksBoth = isRecord(options) && options.allowHTTP1 === true
      return speaksBoth ? Reflect.apply(https.createServer, https, args) : Reflect.apply(target, self, args)
    },
  })
  Object.assign(http2, {createSecureServer})
}

const isForLake = ({url}: IncomingMessage): boolean => url?.startsWith(`${API_PATH}/`) ?? false

/** Answers a request that is not for the development server itself. Returns whether it did. */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: Map<string, string>,
  target: Target,
): boolean {
  const {url = '', headers} = request
  // Development servers listen on all interfaces, and what passes here is signed in as the editor.
  if (!isLocal(request)) {
    if (!url.startsWith(`${DEV_PATH}/`)) return false
    response.writeHead(403).end(onlyHere(request))
    return true
  }
  const file = isOwnPage(request) ? files.get(url) : undefined
  const isDocument = headers.accept?.includes('text/html') ?? false
  if (file !== undefined) {
    response.writeHead(200, {
      'content-type': 'text/javascript',
      'cache-control': 'no-store',
      'service-worker-allowed': '/',
    })
    response.end(file)
    return true
  }
  if (isForLake(request)) {
    passOn(request, response, target)
    return true
  }
  // Without the worker, the browser would ask Sanity for the document's pictures.
  if (isDocument && headers['sec-fetch-mode'] === 'navigate' && !headers.cookie?.includes(cookieOf(request))) {
    response.writeHead(200, {'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store'})
    response.end(bootDocument(cookieOf(request)))
    return true
  }
  if (isDocument) addScript(request, response)
  return false
}

const onlyHere = ({socket}: IncomingMessage): string => {
  const address = `http://localhost:${socket.localPort}`
  return `Only browsers on this machine, at ${address}, reach the content lake by way of this server. On another device, forward the port (adb reverse, ssh -L) and open ${address} there.`
}

/** All ports of a host share cookies. */
const cookieOf = ({socket}: IncomingMessage): string => `content-lake-${socket.localPort}=1`

/**
 * Returns whether a page of this server asks. It does so under other names of this machine, too: a browser opens six
 * connections to a name, and a Studio holds more streams than that.
 */
function isOwnPage({headers}: IncomingMessage): boolean {
  if (headers['sec-fetch-site'] === 'same-origin') return true
  const {origin = '', host = ''} = headers
  return URL.canParse(origin) && isTrustedOrigin(origin, `${new URL(origin).protocol}//${host}`, [])
}

function headersFor({headers: given}: IncomingMessage, {lake, editorToken}: Target): http.OutgoingHttpHeaders {
  const {origin: _origin, 'sec-fetch-site': _site, cookie: _cookie, [SIGNED_IN]: signedIn, ...headers} = given
  const authorization = headers.authorization ?? (signedIn === undefined ? undefined : `Bearer ${editorToken}`)
  return {...headers, ...(authorization !== undefined && {authorization}), host: lake.host}
}

/** The same path at the lake. As an address, `//host` would name another one, and get what the editor may do. */
function urlFor({url = ''}: IncomingMessage, {lake}: Target): URL {
  const [, path = '', search = ''] = /^([^?]*)(.*)$/s.exec(url.slice(API_PATH.length)) ?? []
  const address = new URL(lake)
  address.pathname = path
  address.search = search
  return address
}

/** Headers that let pages of this server's other names read the response, and tell the worker that there is a lake. */
const answerHeaders = ({headers}: IncomingMessage): http.OutgoingHttpHeaders => ({
  [ANSWERED]: '1',
  ...(headers.origin !== undefined && {'access-control-allow-origin': headers.origin}),
  'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
  'access-control-expose-headers': '*',
})

/** Answers with what the lake answers. Only pages of this server may ask, and none of its answers is shown as one of them. */
function passOn(request: IncomingMessage, response: ServerResponse, target: Target): void {
  if (!isOwnPage(request) || request.headers['sec-fetch-mode'] === 'navigate') {
    response.writeHead(403).end('Only pages of this server may ask.')
    return
  }
  const {method = 'GET'} = request
  const own = answerHeaders(request)
  if (method === 'OPTIONS') {
    response.writeHead(204, own).end()
    return
  }
  const asked = http.request(urlFor(request, target), {method, headers: headersFor(request, target)}, (given) => {
    response.writeHead(given.statusCode ?? 502, {...given.headers, ...own})
    response.flushHeaders()
    pipeline(given, response, () => {})
  })
  // A browser may give up before there is an answer that could be piped to it.
  response.once('close', () => asked.destroy())
  asked.once('error', () => {
    if (!response.headersSent) response.writeHead(502, own)
    response.end()
  })
  pipeline(request, asked, () => {})
}

/** Connects a socket that is meant for the lake with it. Returns whether it is. */
function connectSocket(request: IncomingMessage, socket: Duplex, target: Target): boolean {
  if (!isForLake(request)) return false
  if (!isLocal(request) || !isOwnPage(request)) {
    socket.destroy()
    return true
  }
  const {pathname, search} = urlFor(request, target)
  const headers = Object.entries({...headersFor(request, target), authorization: `Bearer ${target.editorToken}`})
  const lake = net.connect(Number(target.lake.port), target.lake.hostname)
  lake.write(`GET ${pathname}${search} HTTP/1.1\r\n${headers.map((pair) => `${pair.join(': ')}\r\n`).join('')}\r\n`)
  pipeline(socket, lake, () => lake.destroy())
  pipeline(lake, socket, () => socket.destroy())
  return true
}

/** Adds the script to the document that the server answers with, before all that may ask for something. */
function addScript(request: IncomingMessage, response: ServerResponse): void {
  // Asks for an uncompressed document, as the script is added to its text.
  delete request.headers['accept-encoding']
  const {write, end, writeHead} = response
  const isHtml = () => String(response.getHeader('content-type') ?? '').startsWith('text/html')
  let isDone = false
  const add = (chunk: unknown, encoding: unknown): unknown => {
    if (isDone || !(typeof chunk === 'string' || chunk instanceof Uint8Array)) return chunk
    isDone = !isHtml()
    if (isDone) return chunk
    const isNamed = typeof encoding === 'string' && Buffer.isEncoding(encoding)
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, isNamed ? encoding : 'utf8') : Buffer.from(chunk)
    const text = bytes.toString('latin1')
    const head = /<head[^>]*>/i.exec(text)
    if (!head) return chunk
    isDone = true
    const at = head.index + head[0].length
    return Buffer.from(`${text.slice(0, at)}<script src="${DEV_PATH}/page.js"></script>${text.slice(at)}`, 'latin1')
  }
  response.writeHead = function (...args: unknown[]) {
    const given = args.find((value) => typeof value === 'object' && value !== null)
    const headers = headersIn(given)
    // A list may name a header several times.
    for (const [name] of headers) this.removeHeader(String(name))
    for (const header of headers) Reflect.apply(this.appendHeader, this, header)
    // It grows.
    if (isHtml()) this.removeHeader('content-length')
    return Reflect.apply(
      writeHead,
      this,
      args.filter((value) => value !== given),
    )
  }
  response.write = function (chunk: unknown, ...rest: unknown[]) {
    return Reflect.apply(write, this, [add(chunk, rest[0]), ...rest])
  }
  response.end = function (chunk: unknown, ...rest: unknown[]) {
    return Reflect.apply(end, this, [add(chunk, rest[0]), ...rest])
  }
}

/** Reads the headers that `writeHead` takes: an object, a list of names and values in turn, or one of pairs. */
function headersIn(given: unknown): unknown[][] {
  const list: unknown[] = Array.isArray(given) ? given : Object.entries(given ?? {})
  const pairs = list.filter((pair) => Array.isArray(pair))
  if (pairs.length > 0) return pairs
  return list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1]]] : []))
}

/** A browser's first document: registers the worker, then reloads. */
const bootDocument = (cookie: string): string => `<!doctype html><title>Content lake</title><p>…</p><script>
const again = () => {
  document.cookie = '${cookie}; path=/; samesite=strict'
  location.reload()
}
if (!navigator.serviceWorker) again()
else {
  navigator.serviceWorker.addEventListener('controllerchange', again)
  navigator.serviceWorker.register('${WORKER}', {scope: '/'}).then(
    () => navigator.serviceWorker.controller && again(),
    // Such as of a certificate that the browser does not trust.
    (error) => document.querySelector('p').append(' ' + error),
  )
}
</script>`

/**
 * Sockets do not go through a worker. A page that was loaded past the worker, with Shift, is loaded again. The script takes
 * its element away: React 18 cannot hydrate a document with an element that it did not render. No worker sees where a page
 * goes: one that sends itself to Sanity, as an app without a token does to sign in, stays; where a person clicks, it goes.
 * A project's own worker, as of a PWA, would take the place of this one, and is not registered.
 */
const pageScript = (projectId: string): string => `
document.currentScript?.remove()
const isSanityHost = ${String(isSanityHost)}
const refusal = ${String(refusal)}
window.navigation?.addEventListener('navigate', (event) => {
  const {hostname} = new URL(event.destination.url)
  if (event.userInitiated || !isSanityHost(hostname)) return
  event.preventDefault()
  console.warn(refusal(hostname))
})
const workers = navigator.serviceWorker
if (workers) {
  const register = workers.register.bind(workers)
  workers.register = async (url) => {
    console.warn('embedded-content-lake dev: ' + url + ' is not registered, as the service worker of dev is in its place.')
    return workers.ready
  }
  if (!workers.controller?.scriptURL.endsWith('${WORKER}')) {
    stop()
    register('${WORKER}', {scope: '/'}).then(() => location.reload())
  }
}
window.WebSocket = class extends WebSocket {
  constructor(url, protocols) {
    const {hostname, pathname, search} = new URL(url, location)
    const isForLake = ${JSON.stringify(proxiedHosts(projectId))}.includes(hostname)
    super(isForLake ? location.origin.replace(/^http/, 'ws') + '${API_PATH}' + pathname + search : url, protocols)
  }
}`

const workerScript = (projectId: string): string => `
const hosts = ${JSON.stringify(proxiedHosts(projectId))}
const isSanityHost = ${String(isSanityHost)}
const refusal = ${String(refusal)}
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  const {request} = event
  const {hostname, pathname, search} = new URL(request.url)
  if (!isSanityHost(hostname) || request.mode === 'navigate') return
  if (!hosts.includes(hostname)) {
    console.warn(refusal(hostname))
    event.respondWith(Response.error())
    return
  }
  event.respondWith(answer(request, '${API_PATH}' + pathname + search))
})
let streams = 0
const isStream = ({headers}) => headers.get('accept') === 'text/event-stream'
const otherName = () => location.protocol + '//stream' + (streams++ % 16) + '.localhost:' + location.port
async function answer(request, path) {
  const {method, signal} = request
  const asItWas = request.clone()
  const headers = new Headers(request.headers)
  if (request.credentials === 'include') headers.set('${SIGNED_IN}', '1')
  const body = method === 'GET' || method === 'HEAD' ? undefined : await request.arrayBuffer()
  const url = isStream(request) && location.protocol === 'http:' ? otherName() + path : path
  const response = await fetch(url, {method, headers, body, signal, credentials: 'omit'})
  if (response.headers.has('${ANSWERED}')) return response
  // The server runs without the lake again.
  await registration.unregister()
  return fetch(asItWas)
}`
