import {createRequire} from 'node:module'
import {withoutPolicy, withPolicy} from './pagePolicy.ts'
import {reportUnwritten} from './reportUnwritten.ts'
import {writeWhole} from './writeWhole.ts'

// A CommonJS module of Next that is not public: Next's version is pinned, and tests/e2e/headers.spec.ts watches it.
const {default: FileSystemCache}: typeof import('next/dist/server/lib/incremental-cache/file-system-cache.js') =
  createRequire(import.meta.url)('next/dist/server/lib/incremental-cache/file-system-cache.js')

type Cache = InstanceType<typeof FileSystemCache>

/**
 * Next's own page cache, with two additions. Each page is served with a Content-Security-Policy that names the hashes of
 * its own inline scripts: a nonce would make pages dynamic; this keeps them static. And a disk that is full or
 * read-only fails no page.
 */
export default class PageCacheHandler extends FileSystemCache {
  constructor(context: ConstructorParameters<typeof FileSystemCache>[0]) {
    super({...context, fs: writeWhole(context.fs)})
  }

  override async get(...args: Parameters<Cache['get']>): ReturnType<Cache['get']> {
    const entry = await super.get(...args)
    return entry && {...entry, value: withPolicy(entry.value)}
  }

  override async set(...[key, data, context]: Parameters<Cache['set']>): Promise<void> {
    // What is stored stays without a policy, or a new policy would not reach stored pages.
    await super.set(key, withoutPolicy(data), context).catch(reportUnwritten)
    // A page that nobody had asked for before is served from this very object.
    if (data) Object.assign(data, withPolicy(data))
  }
}
