import {existsSync} from 'node:fs'
import {readFile, stat} from 'node:fs/promises'
import {extname, join, normalize, sep} from 'node:path'
import {type Context, Hono} from 'hono'
import {parseAccept} from 'hono/utils/accept'
import mime from 'mime-types'
import {EDITOR, mayWrite} from '../access/identities.ts'
import {serviceUnavailable} from '../errors.ts'
import {chunksOf, isUnmodified, streamBody} from '../http/bodies.ts'
import {beginSession, type LakeEnv} from '../http/request.ts'
import type {Lake} from '../Lake.ts'
import {escapeHtml, requireLogin} from '../login/pages.ts'
import {prepareIndex, studioPolicy} from './studioPolicy.ts'

/** API paths are never Studio pages: unknown ones are a 404. */
const API_PATH = /^\/(v(\d[\d-]*|X)|images|files)(\/|$)/
/** Names with a content hash, such as `index-B1CuAZ4E.js`. */
const HASHED_NAME = /-[\w-]{8}\.(js|mjs|css|woff2)$/
/** File extensions; a dot alone does not tell, as Studio URLs contain document ids. */
const FILE_PATH =
  /^\/static\/|\.(js|mjs|css|map|json|webmanifest|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|txt|wasm)$/i
const COMMON_HEADERS = {'referrer-policy': 'same-origin'}
/** Cuts off windows that have opened this one, and keeps those that it opens itself: Presentation talks to its preview. */
const OPENER_POLICY = {'cross-origin-opener-policy': 'same-origin-allow-popups'}
const WELCOME_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Returns whether the request is a navigation, as far as the browser says: not an embed or a fetch. */
const isOpenedAsPage = (c: Context<LakeEnv>): boolean => (c.req.header('sec-fetch-dest') ?? 'document') === 'document'

/** Compressed copies that a build may hold beside its files, the smallest first. */
const ENCODINGS = [
  {coding: 'br', suffix: '.br'},
  {coding: 'gzip', suffix: '.gz'},
] as const

/** The smallest copy of a file that the client accepts, by `Accept-Encoding`. */
async function chooseCopy(file: StudioFile, acceptEncoding: string | undefined) {
  const accepted = new Map(parseAccept(acceptEncoding ?? '').map(({type, q}) => [type.toLowerCase(), q]))
  const copies = await Promise.all(
    ENCODINGS.map(async ({coding, suffix}) => ({coding, copy: await statFile(file.path + suffix)})),
  )
  const chosen = copies.find(({coding, copy}) => copy && (accepted.get(coding) ?? accepted.get('*') ?? 0) > 0)
  return {
    isNegotiated: copies.some(({copy}) => copy),
    coding: chosen?.coding,
    sent: chosen?.copy ?? file,
  }
}

async function sendFile(c: Context<LakeEnv>, lake: Lake, file: StudioFile): Promise<Response> {
  const isHashed = c.req.path.startsWith('/static/') && HASHED_NAME.test(file.path)
  const {isNegotiated, coding, sent} = await chooseCopy(file, c.req.header('accept-encoding'))
  const etag = coding ? `${sent.etag.slice(0, -1)}-${coding}"` : sent.etag
  const headers = {
    ...COMMON_HEADERS,
    'content-type': mime.contentType(extname(file.path)) || 'application/octet-stream',
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'accept-ranges': 'none',
    etag,
    ...(isNegotiated && {vary: 'Accept-Encoding'}),
  }
  if (isUnmodified(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
  const encoding = coding && {'content-encoding': coding}
  const body = streamBody(c, lake, chunksOf(sent.path))
  return new Response(body, {headers: {...headers, ...encoding, 'content-length': String(sent.size)}})
}

/** Serves a built Studio at the root as a single-page application, or a welcome page without one. */
export function studioRoutes(lake: Lake): Hono<LakeEnv> {
  const {studioDir, allowedOrigins, framedOrigins, projectId, dataset} = lake.options
  const shownOrigins = [...allowedOrigins, ...framedOrigins]
  const app = new Hono<LakeEnv>()
  // Only unknown API paths get here.
  app.use(async (c, next) => (API_PATH.test(c.req.path) ? c.notFound() : next()))
  app.use(requireLogin(lake))

  if (!studioDir) {
    app.get('/', (c) => {
      c.header('content-security-policy', WELCOME_POLICY)
      return c.html(welcomePage(projectId, dataset))
    })
    return app
  }
  const index = join(studioDir, 'index.html')
  if (!existsSync(index)) throw new Error(`${studioDir} holds no index.html: build the Studio first.`)

  app.get('*', async (c) => {
    const {path} = c.req
    if (FILE_PATH.test(path)) {
      const file = await findStudioFile(studioDir, path)
      return file ? sendFile(c, lake, file) : c.notFound()
    }
    // Read on every request: the Studio may have been rebuilt, or may be being built, when it is not there.
    const source = await readFile(index, 'utf8').catch(() => {
      throw serviceUnavailable(`The Studio's page cannot be read: it may be being built`, 5)
    })
    const {html, scriptHashes} = prepareIndex(source)
    const policy = studioPolicy(c.get('connection').url, shownOrigins, scriptHashes)
    // Without a password, opening the Studio grants a session.
    if (!lake.logins.areRequired && !mayWrite(c.get('identity')) && isOpenedAsPage(c)) beginSession(c, lake, EDITOR)
    return c.html(html, 200, {...COMMON_HEADERS, ...OPENER_POLICY, 'content-security-policy': policy})
  })
  return app
}

interface StudioFile {
  path: string
  size: number
  etag: string
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}

/** Resolves a URL path to a file in a built Studio; never outside of it, and no hidden one. */
async function findStudioFile(studioDir: string, pathname: string): Promise<StudioFile | undefined> {
  const decoded = decode(pathname)
  if (!decoded || /\0|\\|(^|\/)\./.test(decoded)) return undefined
  const root = normalize(studioDir + sep)
  const path = join(root, decoded)
  if (!path.startsWith(root)) return undefined
  return statFile(path)
}

async function statFile(path: string): Promise<StudioFile | undefined> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) return undefined
  return {path, size: stats.size, etag: `"${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}"`}
}

function welcomePage(projectId: string, dataset: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Embedded content lake</title>
<h1>Embedded content lake</h1>
<p>This server speaks Sanity's HTTP API for project <code>${escapeHtml(projectId)}</code>, dataset <code>${escapeHtml(dataset)}</code>.</p>
<p>It was started without a Studio. Build one and pass its folder as <code>studioDir</code> (<code>--studio</code>) to have it served here.</p>
`
}
