import {existsSync, readFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {join} from 'node:path'
import type {IncrementalCachedAppPageValue, IncrementalCacheValue} from 'next/dist/server/response-cache/types.js'
import {readSiteEnv} from '../../lib/env.ts'
import {lightMarkOf} from '../../lib/pageMode.ts'
import {policyHeader, policyOfPage, stripNonces} from '../http/contentSecurityPolicy.ts'
import {instanceState} from '../instanceState.ts'
import {reportUnwritten, withAtomicWrites} from './diskWrites.ts'
import {withoutNextScripts} from './lightPage.ts'
import {type LightStyles, lightStylesFile, withOwnStyles} from './lightStyles.ts'

// A CommonJS module of Next that is not public: Next's version is pinned, and tests/e2e/headers.spec.ts covers it.
const {default: FileSystemCache}: typeof import('next/dist/server/lib/incremental-cache/file-system-cache.js') =
  createRequire(import.meta.url)('next/dist/server/lib/incremental-cache/file-system-cache.js')

// Next takes this sum for the time of day. After the clock was set back by an hour, all pages would count as old for ever.
Object.defineProperty(performance, 'timeOrigin', {configurable: true, get: () => Date.now() - performance.now()})

type Cache = InstanceType<typeof FileSystemCache>
type Stored = IncrementalCacheValue | null

/**
 * Next's own page cache, with five additions. A light page is served without Next's scripts and without styles that it
 * does not need. Each page is served with a Content-Security-Policy of the hashes of its own inline scripts: pages stay
 * static, which a nonce would prevent. A full or read-only disk fails no page. A page that has to give way to an error
 * stays away, even if that error is the answer to a request that began before. And a page of a clock that was ahead is
 * rendered anew, as no publish would count as later.
 */
export default class PageCacheHandler extends FileSystemCache {
  readonly #build: Build | undefined

  constructor(context: ConstructorParameters<typeof FileSystemCache>[0]) {
    super({...context, fs: withAtomicWrites(context.fs)})
    lightPages ??= readSiteEnv(process.env).lightPages
    this.#build = lightPages ? readBuild(context) : undefined
  }

  override async get(...args: Parameters<Cache['get']>): ReturnType<Cache['get']> {
    const entry = await super.get(...args)
    try {
      const value = entry && asServed(entry.value, this.#build)
      if (value) lookups.set(value, {args, lastModified: entry.lastModified})
      return entry && {...entry, lastModified: knownTime(entry.lastModified), value}
    } catch (error) {
      // Has Next render the page anew: otherwise it would fail until somebody deletes its file.
      console.error(`The stored page ${args[0]} cannot be served:`, error)
      return null
    }
  }

  override async set(...[key, data, context]: Parameters<Cache['set']>): Promise<void> {
    // After a failed revalidation Next passes the page that was handed out to it, to keep it as a new one. It must not come
    // back if it is no longer what is found: a publish has expired it, or a newer one has taken its place.
    const lookup = data && !context.fetchCache && lookups.get(data)
    if (lookup && (await super.get(...lookup.args))?.lastModified !== lookup.lastModified) return
    // Stored as Next rendered it, so that stored pages get new policies, too.
    const stored = data && (storedAs.get(data) ?? asStored(data))
    // Derived before it is stored: a page that cannot be served must not replace one that can.
    const handedOut = asServed(stored, this.#build)
    await super.set(key, stored, context).catch(reportUnwritten)
    if (!data) return
    // Next serves a first request from this same object.
    Object.assign(data, handedOut)
    storedAs.set(data, stored)
    for (const listener of instanceState().storeListeners) listener()
  }
}

/** In milliseconds: longer than a page is good for, and far less than the year after which visitors would wait for it. */
const longAgo = 24 * 60 * 60_000

/** When a page was stored; long ago, where that is still to come. */
function knownTime(time: number): number {
  const now = Date.now()
  return time > now ? now - longAgo : time
}

interface Build {
  id: string
  /** Undefined if the build was made by `next build` alone. */
  styles: LightStyles | undefined
}

// Next makes a handler for each request, so these are read once.
let lightPages: boolean | undefined
const builds = new Map<string, Build>()

/** The build that is served; undefined while it is being made, and in Next's proxy, which serves no page. */
function readBuild({serverDistDir}: {serverDistDir?: string | undefined}): Build | undefined {
  if (!serverDistDir) return undefined
  const known = builds.get(serverDistDir)
  if (known) return known
  const folder = join(serverDistDir, '..')
  if (!existsSync(join(folder, 'BUILD_ID'))) return undefined
  const id = readFileSync(join(folder, 'BUILD_ID'), 'utf8').trim()
  const build = {id, styles: readStyles(join(folder, lightStylesFile), id)}
  builds.set(serverDistDir, build)
  return build
}

/** Reads the styles of a build. If it was made by `next build` alone, the file may be that of an earlier one. */
function readStyles(file: string, build: string): LightStyles | undefined {
  if (!existsSync(file)) return undefined
  const styles: LightStyles = JSON.parse(readFileSync(file, 'utf8'))
  return styles.build === build ? styles : undefined
}

interface Served {
  html: string
  policy: string
}

interface Lookup {
  args: Parameters<Cache['get']>
  /** When what was found had been stored, in milliseconds. */
  lastModified: number | undefined
}

/** What found each value that was handed out. */
const lookups = new WeakMap<object, Lookup>()

/** The stored page of each one that was handed out. */
const storedAs = new WeakMap<object, Stored>()

/** The response derived from each stored page, so that a page is searched and hashed once. */
const served = new WeakMap<object, Served>()

/** A page as visitors get it, with its policy among the headers that Next sends with it. */
function asServed(stored: Stored, build: Build | undefined): Stored {
  if (!isPage(stored)) return stored
  const {html, policy} = served.get(stored) ?? serve(stored, build)
  const page = {...stored, html, headers: {...stored.headers, [policyHeader]: policy}}
  storedAs.set(page, stored)
  return page
}

function serve(stored: IncrementalCachedAppPageValue, build: Build | undefined): Served {
  const page = withoutNextScripts(stripNonces(stored.html), build?.id)
  const styles = build && page.includes(lightMarkOf(build.id)) ? build.styles : undefined
  const html = styles ? withOwnStyles(page, styles) : page
  const result = {html, policy: policyOfPage(html)}
  served.set(stored, result)
  return result
}

/** A page as it is kept: without a policy, and without the nonces of the request that rendered it. */
function asStored(stored: Stored): Stored {
  if (!isPage(stored)) return stored
  const {[policyHeader]: _, ...headers} = stored.headers ?? {}
  return {...stored, html: stripNonces(stored.html), headers}
}

function isPage(stored: Stored): stored is IncrementalCachedAppPageValue {
  return stored !== null && 'html' in stored && 'rscData' in stored && typeof stored.html === 'string'
}
