import {createRequire} from 'node:module'
import type {IncrementalCachedAppPageValue, IncrementalCacheValue} from 'next/dist/server/response-cache/types.js'
import {policyHeader, policyOfPage, stripNonces} from '../http/contentSecurityPolicy.ts'
import {reportUnwritten, withAtomicWrites} from './diskWrites.ts'

// A CommonJS module of Next that is not public: Next's version is pinned, and tests/e2e/headers.spec.ts covers it.
const {default: FileSystemCache}: typeof import('next/dist/server/lib/incremental-cache/file-system-cache.js') =
  createRequire(import.meta.url)('next/dist/server/lib/incremental-cache/file-system-cache.js')

type Cache = InstanceType<typeof FileSystemCache>
type Stored = IncrementalCacheValue | null

/**
 * Next's own page cache, with two additions. Each page is served with a Content-Security-Policy of the hashes of its own
 * inline scripts: pages stay static, which a nonce would prevent. And a full or read-only disk fails no page.
 */
export default class PageCacheHandler extends FileSystemCache {
  constructor(context: ConstructorParameters<typeof FileSystemCache>[0]) {
    super({...context, fs: withAtomicWrites(context.fs)})
  }

  override async get(...args: Parameters<Cache['get']>): ReturnType<Cache['get']> {
    const entry = await super.get(...args)
    return entry && {...entry, value: withPolicy(entry.value)}
  }

  override async set(...[key, data, context]: Parameters<Cache['set']>): Promise<void> {
    // Stored without a policy, so that stored pages get new policies, too.
    await super.set(key, withoutPolicy(data), context).catch(reportUnwritten)
    // Next serves a page that nobody has requested before from this very object.
    if (data) Object.assign(data, withPolicy(data))
  }
}

/** Policies by stored page, so that each page is hashed once. */
const policies = new WeakMap<object, string>()

/** Adds a page's policy to the headers that Next sends with it. */
function withPolicy(stored: Stored): Stored {
  if (!isPage(stored)) return stored
  const html = stripNonces(stored.html)
  const policy = policies.get(stored) ?? policyOfPage(html)
  policies.set(stored, policy)
  return {...stored, html, headers: {...stored.headers, [policyHeader]: policy}}
}

/** Removes a page's policy, and the nonces of the request that rendered it. */
function withoutPolicy(stored: Stored): Stored {
  if (!isPage(stored)) return stored
  const {[policyHeader]: _, ...headers} = stored.headers ?? {}
  return {...stored, html: stripNonces(stored.html), headers}
}

function isPage(stored: Stored): stored is IncrementalCachedAppPageValue {
  return stored !== null && 'html' in stored && 'rscData' in stored && typeof stored.html === 'string'
}
